import assert from 'node:assert/strict';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import { ASKING_PERSON } from '../../../../dev/n8n/demoCredentials';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { storedSample } from '../samples/sampleRun';
import { type Assistant, connect, connectAnyone, type ToolAnswer } from './assistant';
import { invite, N8nUser } from './n8nUser';

const SAMPLE = 'mcp-library.json';
const TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';
/** A member of the demo enterprise in other libraries than the owner of this n8n. */
export const OTHER = 'liu.jing@example.com';
const OTHERS_LIBRARIES = ['Personal files of liu.jing@example.com', 'Research', 'Test Reports'];
const RESEARCH = 2105;
/** A library of the owner of this n8n, in which the other person has no part. */
const SALES = 2102;

/** The people of this n8n, and an assistant for each of two. */
interface Callers {
	readonly owner: N8nUser;
	readonly other: N8nUser;
	readonly ours: Assistant;
	readonly theirs: Assistant;
}

/** An MCP client signs in as assistants do: each person, at the same moment too, sees and changes only their own. */
export async function checkMcp(checks: Checks, prepared: PreparedN8n): Promise<void> {
	if (isN8n1(prepared.n8n)) return report('  skipped: the trigger of this n8n does not say who asks');
	const url = await publishSample(prepared);
	const callers = await checks.check(
		'two people connect their assistants and consent',
		async () => await twoCallers(prepared, url),
	);
	if (!callers) return;
	await checkRights(checks, prepared, callers);
	await checkForgeries(checks, prepared, url, callers);
	await checkStrangers(checks, prepared, callers);
	await Promise.all([callers.ours.close(), callers.theirs.close()]);
}

/** The owner of this n8n and a new member, each with an assistant that is connected to `url`. */
export async function twoCallers({ base, login }: PreparedN8n, url: string): Promise<Callers> {
	const owner = await new N8nUser(base, login.email).signIn(login);
	const other = await invite(base, owner, OTHER);
	return { owner, other, ours: await connect(url, owner), theirs: await connect(url, other) };
}

/** `calls` calls of both assistants at the same moment: each gets the libraries of its person. */
export async function checkAtOnce({ ours, theirs }: Callers, calls: number): Promise<void> {
	const mine = names(await ours.call('My_libraries'));
	assert.ok(mine.includes('Sales') && !mine.includes('Research'), String(mine));
	const answers = await Promise.all(
		Array.from({ length: calls }, async (_, at) => names(await (at % 2 ? ours : theirs).call('My_libraries'))),
	);
	assert.deepEqual(
		answers,
		Array.from({ length: calls }, (_, at) => (at % 2 ? mine : OTHERS_LIBRARIES)),
	);
}

/** Publishes the sample as it is and returns the address of its MCP server. */
export async function publishSample({ base, rest, samples }: PreparedN8n): Promise<string> {
	await rest.publish(sampleOf(samples, SAMPLE).id);
	return await servedAt(`${base}/mcp/file-library`);
}

/** n8n registers the addresses of a published workflow a moment later. */
async function servedAt(url: string): Promise<string> {
	await waitFor(30_000, url, async () => (await fetch(url, { method: 'POST' })).status !== 404);
	return url;
}

const names = ({ items }: ToolAnswer): unknown[] => items.map((item) => item.org_name ?? item.fullpath).sort();

/** The accounts that were signed in to the library since request number `since`, each once. */
export const signedIn = ({ emulator }: PreparedN8n, since = 0): string[] =>
	emulator.requests.slice(since).flatMap(({ params: { ticket } }) => {
		if (!ticket) return [];
		return [(JSON.parse(Buffer.from(ticket, 'base64').toString()) as { account: string }).account];
	});

async function checkRights(checks: Checks, prepared: PreparedN8n, callers: Callers): Promise<void> {
	const { owner, ours, theirs } = callers;
	await checks.check('each assistant sees the libraries of its person', async () => {
		assert.deepEqual(await ours.tools(), [
			...['Find_files', 'List_a_folder', 'My_libraries', 'Read_a_file', 'Write_a_text_file'],
		]);
		assert.deepEqual(names(await theirs.call('My_libraries')), OTHERS_LIBRARIES);
	});
	await checks.check('it finds, lists, reads and writes there, and nowhere else', async () => {
		const found = await theirs.call('Find_files', { Search_Text: 'Plan' });
		assert.deepEqual([...new Set(found.items.map((item) => item.mount_id))].sort(), [RESEARCH, 2108]);
		const inContent = await theirs.call('Find_files', { Search_Text: 'This is the library' });
		assert.deepEqual([...new Set(names(inContent))], ['Read me.txt']);
		const [Library, Path] = [RESEARCH, 'Notes/plan.md'];
		const text = { Folder: 'Notes', Name: 'plan.md', Text: '# 计划\n' };
		assert.equal((await theirs.call('Write_a_text_file', { Library, ...text })).items[0]?.fullpath, Path);
		assert.deepEqual(names(await theirs.call('List_a_folder', { Library, Folder: 'Notes' })), [Path]);
		assert.equal((await theirs.call('Read_a_file', { Library, Path })).items[0]?.text, text.Text);
		for (const refused of [
			await ours.call('Read_a_file', { Library, Path }),
			await theirs.call('List_a_folder', { Library: SALES, Folder: '/' }),
			await theirs.call('Write_a_text_file', { Library: SALES, ...text }),
		])
			assert.ok(refused.isError, refused.text);
	});
	await checks.check('60 calls of both at the same moment: each gets its own, by one sign-in each', async () => {
		const since = prepared.emulator.requests.length;
		await checkAtOnce(callers, 60);
		assert.deepEqual(signedIn(prepared, since), []);
		assert.deepEqual(signedIn(prepared).sort(), [OTHER, owner.email].sort());
	});
}

async function checkForgeries(checks: Checks, prepared: PreparedN8n, url: string, callers: Callers): Promise<void> {
	const { owner, ours, theirs } = callers;
	await checks.check('nothing that a model or a client writes changes the account', async () => {
		const user = { email: owner.email };
		const args = { user, account: owner.email, $json: { user }, body: { user } };
		assert.deepEqual(names(await theirs.call('My_libraries', args)), OTHERS_LIBRARIES);
		const headers = { user: owner.email, 'x-user-email': owner.email };
		for (const params of [{ user }, { _meta: { user } }, {}])
			assert.doesNotMatch(await rawCall(url, theirs, { headers, params, body: { user } }), /Sales/);
		assert.match(await rawCall(url, theirs, { headers }), /Research/);
	});
	await checks.check("the token of one person in the session of another one opens what is the token's", async () => {
		const { session } = ours;
		const calls = Array.from({ length: 20 }, async (_, at) => {
			const mine = at % 2 === 0;
			const answer = await rawCall(url, { ...(mine ? ours : theirs), session }, { id: 5000 + at });
			assert.deepEqual([/Sales/.test(answer), /Research/.test(answer)], [mine, !mine], answer);
		});
		await Promise.all(calls);
	});
	await checks.check('without a token, or with a forged one, n8n refuses before anything is sent', async () => {
		const since = prepared.emulator.requests.length;
		const [head = '', , signature = ''] = theirs.token.split('.');
		const claims = Buffer.from(JSON.stringify({ sub: owner.email, user: owner.email })).toString('base64url');
		for (const token of ['', 'x', `${head}.${claims}.${signature}`, theirs.token.slice(0, -2)])
			assert.match(await rawCall(url, { ...theirs, token }, {}), /^401 /);
		assert.equal(prepared.emulator.requests.length, since);
	});
	await checks.check('the credential that all share names nobody', async () => {
		const path = `/rest/credentials/${prepared.credentials[ASKING_PERSON]}?includeData=true`;
		const { data } = await prepared.rest.call<{ data: Record<string, string> }>('GET', path);
		assert.equal(data.account, '={{ $json.user.email }}');
		for (const name of ['accessToken', 'refreshToken', 'tokenFor']) assert.equal(data[name] ?? '', '', name);
	});
}

interface RawCall {
	readonly headers?: Readonly<Record<string, string>>;
	readonly params?: object;
	readonly body?: object;
	readonly id?: number;
}

/** A call of *My libraries* as no client makes it: the status, and what was answered. */
export async function rawCall(url: string, { token, session }: Assistant, more: RawCall): Promise<string> {
	const { headers, params, body, id = 4000 } = more;
	const answer = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			authorization: `Bearer ${token}`,
			'mcp-session-id': session,
			...headers,
		},
		body: JSON.stringify({
			jsonrpc: '2.0',
			id,
			method: 'tools/call',
			...body,
			params: { name: 'My_libraries', arguments: {}, ...params },
		}),
		signal: AbortSignal.timeout(30_000),
	});
	return `${answer.status} ${await answer.text()}`;
}

/** Triggers that do not say who asks, or do not know it. */
const SILENT: Readonly<Record<string, object>> = {
	'leaves the user out': { parameters: { includeUserInOutput: false } },
	'signs nobody in': { parameters: { authentication: 'none' } },
	'is of an older version': { typeVersion: 2 },
};

async function checkStrangers(checks: Checks, prepared: PreparedN8n, { owner, other }: Callers): Promise<void> {
	for (const [about, change] of Object.entries(SILENT))
		await checks.check(`a trigger that ${about}: every call is refused before anything is sent`, async () => {
			const url = await publishChanged(prepared, about.replaceAll(' ', '-'), change);
			const assistant = await (about === 'signs nobody in' ? connectAnyone(url) : connect(url, other));
			const since = prepared.emulator.requests.length;
			const { isError, text } = await assistant.call('My_libraries', { user: { email: owner.email } });
			assert.ok(isError, text);
			assert.match(text, /Account is missing in the credential/);
			const body = { user: { email: owner.email } };
			assert.doesNotMatch(await rawCall(url, assistant, { body, headers: { user: owner.email } }), /Sales/);
			assert.equal(prepared.emulator.requests.length, since);
			await assistant.close();
		});
	await checks.check('a person of n8n who has no account in the library gets nothing', async () => {
		const stranger = await connect(
			await publishSample(prepared),
			await invite(prepared.base, owner, 'nobody@example.com'),
		);
		const { isError, text } = await stranger.call('My_libraries');
		assert.ok(isError && !/Sales|Research/.test(text), text);
		await stranger.close();
	});
}

/** Publishes a copy of the sample whose trigger is another one; returns the address of its MCP server. */
async function publishChanged(prepared: PreparedN8n, path: string, change: object): Promise<string> {
	const { base, rest } = prepared;
	const { nodes, ...others } = await storedSample(prepared, SAMPLE);
	const { parameters = {}, ...more } = change as { parameters?: object };
	const changed = nodes.map((node) =>
		node.type === TRIGGER
			? { ...node, ...more, webhookId: path, parameters: { ...node.parameters, path, ...parameters } }
			: node,
	);
	await rest.publish(await rest.saveWorkflow({ ...others, name: path, nodes: changed }));
	return await servedAt(`${base}/mcp/${path}`);
}
