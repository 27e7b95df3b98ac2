import type { ICredentialType, INodeType } from 'n8n-workflow';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';
import { FileLibraryUser } from '../../../nodes/FileLibraryUser/FileLibraryUser.node';
import { userOperations } from '../../../src/protocol/catalogue';
import { FakeServer } from '../../support/fakeServer';
import { newProcess } from '../../support/processCopy';
import { createEngine, type Engine } from '../support/engine';
import type { CredentialData } from '../support/credentialsHelper';
import { GET, TYPE } from '../support/person';
import { CLIENT, startUserServer, type UserServer } from '../support/userServer';

/*
 * Two workers, each with an engine and a copy of the code of its own, start at once with one credential, whose refresh
 * token works once.
 */

/** An engine whose node and credential run in a process of their own. */
async function startWorker(): Promise<{ engine: Engine; node: string }> {
	const { run, preAuthenticate } = newProcess();
	const engine = await createEngine();
	const node: INodeType = Object.assign(new FileLibraryUser(), {
		execute: async function (this: Parameters<typeof run>[0]) {
			return [await run(this, userOperations)];
		},
	});
	const credential: ICredentialType = Object.assign(new FileLibraryTokenApi(), {
		preAuthentication: preAuthenticate,
	});
	return { engine, node: engine.register(node, credential) };
}

let server: UserServer;
let front: FakeServer;
let workers: Array<Awaited<ReturnType<typeof startWorker>>>;
/** How long a granted token is on its way, in ms; refusals arrive at once. */
let delay = 0;
beforeAll(async () => {
	server = await startUserServer();
	front = await FakeServer.start(async ({ method, url, headers, body }) => {
		const type = headers['content-type'];
		const answer = await fetch(server.url + url, {
			method,
			headers: type === undefined ? {} : { 'content-type': type },
			...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
		});
		const reply = { status: answer.status, body: await answer.json() };
		if (url.includes('token2') && answer.ok) await new Promise((resolve) => setTimeout(resolve, delay));
		return reply;
	});
	workers = [await startWorker(), await startWorker()];
});
afterAll(async () => {
	await front.close();
	await server.close();
});

/** The credential as n8n stores it for both workers. */
const credentialWith = (fields: Record<string, string>): CredentialData => ({
	[TYPE]: { baseUrl: `${front.url}/`, ...CLIENT, ...fields, vendorPrefix: 'svc', allowUnauthorizedCerts: false },
});

test.each([300, 1500])('the winner gets its tokens after %i ms: both go on with them', async (ms) => {
	server.reset();
	const { refresh_token: refreshToken } = server.token({
		grant_type: 'exchange_token',
		exchange_token: 'foreign-code',
		domain: 'acme',
	}) as { refresh_token: string };
	delay = ms;
	const credentials = credentialWith({ grantType: 'refreshToken', refreshToken });
	const results = await Promise.all(
		workers.map(
			async ({ engine, node }) =>
				await engine.run({ node, parameters: { ...GET }, credentials, items: [{ json: {} }, { json: {} }] }),
		),
	);
	for (const { items, error } of results) {
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
	}
	// Both have used the one token of the credential.
	expect(server.sent('tokenIssue').map((params) => params.refresh_token)).toEqual([refreshToken, refreshToken]);
	expect(server.problems).toEqual([]);
});

/** Starts ten runs on each worker at once; throws unless all of them list libraries. */
async function runTwenty(credentials: CredentialData): Promise<void> {
	const items = [{ json: {} }];
	const results = await Promise.all(
		Array.from({ length: 20 }, async (_, n) => {
			const { engine, node } = workers[n % 2]!;
			return await engine.run({ node, parameters: { ...GET }, credentials, items });
		}),
	);
	expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
}

describe('20 runs at once on two workers', () => {
	beforeEach(() => {
		server.reset();
		delay = 100;
	});

	/** The credential contains the one refresh token that is still good. */
	const expectOneToken = (credentials: CredentialData): void =>
		expect(server.refreshTokens()).toEqual([credentials[TYPE]?.refreshToken]);

	test('a refresh token that is good once: all succeed, and so they do each time the access token ends', async () => {
		server.token({ grant_type: 'exchange_token', exchange_token: 'foreign-code', domain: 'acme' });
		const [refreshToken = ''] = server.refreshTokens();
		const credentials = credentialWith({ grantType: 'refreshToken', refreshToken });
		for (let round = 1; round <= 3; round++) {
			await runTwenty(credentials);
			expectOneToken(credentials);
			// One chain of tokens: of those who asked with the same one, one was granted the next.
			expect(new Set(server.sent('tokenIssue').map((sent) => sent.refresh_token)).size).toBe(round);
			server.expire();
		}
	});

	test('the code of a third party that is good once: all succeed', async () => {
		server.codeWorksOnce = true;
		const credentials = credentialWith({
			grantType: 'exchangeToken',
			exchangeToken: 'foreign-code',
			domain: 'acme',
		});
		await runTwenty(credentials);
		expectOneToken(credentials);
		server.expire();
		await runTwenty(credentials);
		expectOneToken(credentials);
	});
});
