import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';
import { FileLibraryAdmin } from '../../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { FileLibraryUser } from '../../../nodes/FileLibraryUser/FileLibraryUser.node';
import { startEmulator, type Emulator } from '../../emulator';
import { createEngine, type Engine, type RunResult } from '../support/engine';
import { by } from '../support/library';

/* Signing on from a machine whose clock is wrong. The emulator refuses tickets and token calls of another time. */

const ACCOUNT = 'zhang.wei@example.com';
let engine: Engine;
let nodes: Record<'admin' | 'user', string>;
let emulator: Emulator; // one for each test: what is learned about a clock is stored by address
beforeAll(async () => {
	engine = await createEngine();
	nodes = {
		admin: engine.register(new FileLibraryAdmin(), new FileLibraryEnterpriseApi()),
		user: engine.register(new FileLibraryUser(), new FileLibraryTokenApi()),
	};
});
beforeEach(async () => {
	emulator = await startEmulator();
	emulator.faults.clockSkewMs = -7_200_000;
});
afterEach(async () => await emulator.close());

async function run(
	node: 'admin' | 'user',
	parameters: Record<string, unknown>,
	more: Record<string, string> = {},
): Promise<RunResult> {
	const connection = { baseUrl: emulator.url, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	const credential = { ...connection, ...emulator.enterprise, ...more };
	const credentials = { fileLibraryEnterpriseApi: credential, fileLibraryTokenApi: credential };
	return await engine.run({ node: nodes[node], parameters, credentials, items: [{ json: {} }] });
}
const LIBRARIES = { resource: 'library', operation: 'getMany', returnAll: true };
const getKey = { resource: 'signOn', operation: 'getKey', member: by('account', ACCOUNT) };
const issue = { resource: 'token', operation: 'issue', grant: 'password', member: by('account', ACCOUNT) };

test.each([
	['a password', () => ({ grantType: 'password', username: ACCOUNT, password: emulator.user.password })],
	['a sign-on key', () => ({ grantType: 'signOnKey', account: ACCOUNT })],
])('a person signs in by %s and reads', async (_how, fields) => {
	const { items, error } = await run('user', LIBRARIES, fields());
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
});

test('the operations Get Key, Issue and, once the time is known, Get Login URL', async () => {
	const { items, error } = await run('admin', getKey);
	expect(error).toBeUndefined();
	expect(items[0]?.json.svckey).toEqual(expect.any(String));
	expect((await run('admin', { ...issue, password: emulator.user.password })).error).toBeUndefined();
	// One refusal, from which the time was learned.
	expect(emulator.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['entgrant', 'entgrant', 'token2']);
	const url = await run('admin', { ...getKey, operation: 'getLoginUrl' });
	expect((await fetch(String(url.items[0]?.json.url), { redirect: 'manual' })).status).toBe(302);
});

test('a wrong password is reported with the clock and with what else to check', async () => {
	const { error } = await run('user', LIBRARIES, { grantType: 'password', username: ACCOUNT, password: 'wrong' });
	expect(error?.message).toMatch(/sign-in was refused/);
	expect(error?.description).toMatch(/clock of this machine is 7[12]\d\d seconds ahead.*user name and password/);
});
