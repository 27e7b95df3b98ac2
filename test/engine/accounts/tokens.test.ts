import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import type { CredentialData } from '../support/credentialsHelper';
import type { RunResult } from '../support/engine';
import { by, on } from '../support/library';
import { nameOf, useWorld, World } from '../support/world';

/* The user token credential: how access tokens are obtained, stored and renewed. */

const TYPE = 'fileLibraryTokenApi';
const world = useWorld(new World(), { options: { seedDemo: true } });
let serial = 0;

/** A credential as filled in by hand. Each is for a service of its own: tests share no tokens in the process. */
const credential = (fields: object = {}): CredentialData => {
	const baseUrl = `${world.emulator.url}${'/'.repeat(++serial)}`;
	return { [TYPE]: { ...world.changed({ baseUrl, ...fields }, TYPE)[TYPE] } };
};
/** The fields of a credential as n8n stores them now. */
const storedIn = (credentials: CredentialData): Record<string, unknown> => ({ ...credentials[TYPE] });
const run = async (
	parameters: Record<string, unknown>,
	credentials: CredentialData,
	items: INodeExecutionData[] = [{ json: {} }],
): Promise<RunResult> => await world.engine.run({ node: nameOf('fileLibraryUser'), parameters, credentials, items });
/** The parameters of the requests whose paths end so. */
const sent = (end: string) =>
	world.emulator.requests.filter(({ path }) => path.endsWith(end)).map(({ params }) => params);
const grants = () => sent('/token2').map(({ grant_type: grant }) => grant);

const library = by('id', '2101');
const GET = on('file', 'get', { library, file: by('path', 'Contracts/offer.txt') });
const THREE = [{ json: {} }, { json: {} }, { json: {} }];

test.each<[string, () => object, string[]]>([
	['password', () => ({}), ['password']],
	[
		'exchange token',
		() => {
			const exchangeToken = `code:${world.emulator.user.account}`;
			return { grantType: 'exchangeToken', exchangeToken, domain: 'demo-domain', auth: 'demo-auth' };
		},
		['exchange_token'],
	],
])('by %s: obtained before the first call, stored by n8n, not asked for again', async (_name, fields, expected) => {
	const credentials = credential(fields());
	expect((await run(GET, credentials, THREE)).error).toBeUndefined();
	expect(grants()).toEqual(expected);
	const { accessToken, refreshToken, expiry } = storedIn(credentials);
	expect([typeof refreshToken, Number(expiry) > Date.now() + 21_000_000]).toEqual(['string', true]);
	expect((await run(GET, credentials)).error).toBeUndefined();
	expect(grants()).toEqual(expected);
	expect(new Set(sent('/file/info').map(({ token }) => token))).toEqual(new Set([accessToken]));
});

test('by sign-on key: obtained before the first call, kept by the process, not stored', async () => {
	const credentials = credential({ grantType: 'signOnKey', account: world.emulator.user.account });
	const before = storedIn(credentials);
	for (let times = 0; times < 2; times++) expect((await run(GET, credentials, THREE)).error).toBeUndefined();
	expect(grants()).toEqual(['svckey']);
	world.emulator.expireTokens('expired');
	expect((await run(GET, credentials, THREE)).error).toBeUndefined();
	expect(grants()).toEqual(['svckey', 'refresh_token']);
	expect(storedIn(credentials)).toEqual(before);
});

test('a token refused in the middle is renewed once, and the refused call is repeated', async () => {
	const credentials = credential();
	await run(GET, credentials);
	const old = storedIn(credentials).refreshToken;
	world.emulator.expireTokens('expired');
	const { error, items } = await run(GET, credentials, THREE.slice(1));
	expect([error, items.length]).toEqual([undefined, 2]);
	expect(grants()).toEqual(['password', 'refresh_token']);
	expect(sent('/token2')[1]?.refresh_token).toBe(old);
	expect(storedIn(credentials).refreshToken).not.toBe(old);
});

test.each([
	['chunked', '/create_file'],
	['form', '/upload_server'],
])('a token that ends inside an upload (%s)', async (method, request) => {
	const credentials = credential();
	await run(GET, credentials);
	world.emulator.faults.choose = ({ path }) => {
		if (path.endsWith(request) && grants().length === 1) world.emulator.expireTokens('expired');
		return undefined;
	};
	const folder = by('path', 'Up');
	const upload = on('file', 'upload', { library, binaryPropertyName: 'data', folder, options: { method } });
	const file = await world.engine.binaryItem(Buffer.from(`bytes to upload by ${method}`), { fileName: 'report.bin' });
	const { error, items } = await run(upload, credentials, [file]);
	expect([error, items[0]?.json.fullpath]).toEqual([undefined, 'Up/report.bin']);
	expect(grants()).toEqual(['password', 'refresh_token']);
});

test('after an edit of the credential, the tokens of the previous account are not used', async () => {
	const credentials = credential();
	await run(GET, credentials);
	const edited = { [TYPE]: { ...storedIn(credentials), username: 'ben@example.com' } } as CredentialData;
	expect((await run(GET, edited)).error?.message).toMatch(/sign-in was refused/);
	expect(grants()).toEqual(['password', 'password']);
});

test.each([
	[{ password: '' }, /Password is missing in the credential/],
	[{ grantType: 'signOnKey' }, /Account is missing/],
])('a missing field of the credential is named: %j', async (fields, message) => {
	expect((await run(GET, credential(fields))).error?.message).toMatch(message);
	expect(world.emulator.requests).toEqual([]);
});

/* n8n stores a token only beside a call of its own. What becomes of that call does not matter. */
test.each(['reset', 'resetAfter', 'html'] as const)('the call beside the token fails with %s', async (action) => {
	world.emulator.faults.add({ match: '/account/mount', action });
	const { error, items } = await run(GET, credential());
	expect([error?.message, items[0]?.json.fullpath]).toEqual([undefined, 'Contracts/offer.txt']);
	expect([world.emulator.faults.pending, grants()]).toEqual([0, ['password']]);
});

/** Sends requests as n8n's HTTP Request node does: by the current helper, and by the legacy one. */
const requester: INodeType = {
	description: {
		displayName: 'Requester',
		name: 'requester',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: TYPE }],
		properties: [{ displayName: 'Legacy', name: 'legacy', type: 'boolean', default: false }],
	},
	async execute() {
		const [address, qs] = [`${world.emulator.url}/m-api/1/file/ls`, { mount_id: 2101 }];
		const { requestWithAuthentication: legacy, httpRequestWithAuthentication: current } = this.helpers;
		const answer: unknown =
			this.getNodeParameter('legacy', 0) === true
				? await legacy.call(this, TYPE, { method: 'GET', uri: address, qs, json: true })
				: await current.call(this, TYPE, { method: 'GET', url: address, qs });
		return [[{ json: answer as INodeExecutionData['json'] }]];
	},
};

describe.each([false, true])("n8n's HTTP Request node (legacy helper: %s)", (legacy) => {
	const ask = async (credentials: CredentialData): Promise<RunResult> =>
		await world.engine.run({ node: world.engine.register(requester), parameters: { legacy }, credentials });

	test('signs with a token that n8n obtains, stores and renews', async () => {
		const credentials = credential();
		expect([(await ask(credentials)).error, (await ask(credentials)).error]).toEqual([undefined, undefined]);
		expect(grants()).toEqual(['password']);
		world.emulator.expireTokens('expired');
		expect((await ask(credentials)).error).toBeUndefined();
		expect(grants()).toEqual(['password', 'refresh_token']);
		expect(sent('/file/ls')).toHaveLength(4);
	});

	test('does not show the signature of the refused request when the token cannot be renewed', async () => {
		const credentials = credential();
		await ask(credentials);
		world.emulator.expireTokens('expired');
		let signature = 'none';
		world.emulator.faults.choose = ({ path }) => {
			if (!path.endsWith('/token2')) return undefined;
			signature = sent('/file/ls').at(-1)?.sign ?? 'none';
			return { match: path, action: { status: 400, body: { error_code: 40003, error_msg: `see ${signature}` } } };
		};
		const { error } = await ask(credentials);
		const said = [error?.message, error?.description, error?.cause].map(String).join(' ');
		expect([signature === 'none', said.includes('see'), said.includes(signature)]).toEqual([false, true, false]);
	});

	test('sends no token from before the credential was edited: n8n obtains another', async () => {
		const stored = credential();
		await ask(stored);
		const { accessToken, tokenFor } = storedIn(stored);
		await ask(credential({ accessToken, tokenFor, username: 'somebody.else' }));
		expect(sent('/file/ls').map(({ token }) => token)).toEqual([accessToken]);
		expect(sent('/token2').at(-1)?.username).toBe('somebody.else');
	});
});
