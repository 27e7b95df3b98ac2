import { createHmac } from 'node:crypto';
import type { RunResult } from '../support/engine';
import { by } from '../support/library';
import { useWorld, World } from '../support/world';
import { md5 } from '../../support/hashes';

/* Signing on: login URL, sign-on key and token, against the emulator, which checks ticket, key and grants by itself. */

const ACCOUNT = 'zhang.wei@example.com';
const world = useWorld(new World());

const run = async (parameters: object, more: object = {}): Promise<RunResult> =>
	await world.runNode('fileLibraryAdmin', parameters, {
		credentials: world.changed(more, 'fileLibraryEnterpriseApi'),
	});
const json = ({ items, error }: RunResult): Record<string, unknown> => {
	expect(error).toBeUndefined();
	return items[0]?.json ?? {};
};
const loginUrl = { resource: 'signOn', operation: 'getLoginUrl', member: by('account', ACCOUNT) };
const getKey = { resource: 'signOn', operation: 'getKey', member: by('account', ACCOUNT) };
const issue = (grant: string, fields: Record<string, unknown>) => {
	return { resource: 'token', operation: 'issue', grant, ...fields };
};
/** Whether a token opens the libraries of its user. */
async function isValid(token: unknown): Promise<boolean> {
	const params: Record<string, string> = { token: String(token), dateline: String(Math.floor(Date.now() / 1000)) };
	params.sign = createHmac('sha1', world.emulator.enterprise.clientSecret)
		.update([params.dateline, params.token].join('\n'))
		.digest('base64');
	return (await fetch(`${world.emulator.url}/m-api/1/account/mount?${new URLSearchParams(params)}`)).status === 200;
}

describe('login URL', () => {
	test('nothing is sent; a browser that opens it is signed on and redirected to the return URL, once', async () => {
		const target = 'https://example.com/合同?a=1&b=c d%20(e)*';
		const { url } = json(await run({ ...loginUrl, options: { returnUrl: target } }));
		expect(world.emulator.requests).toEqual([]);
		const opened = await fetch(String(url), { redirect: 'manual' });
		expect([opened.status, opened.headers.get('location')]).toEqual([302, new URL(target).href]);
		expect((await fetch(String(url), { redirect: 'manual' })).status).toBeGreaterThanOrEqual(400);
	});
});

describe('sign-on key', () => {
	test('is exchanged for a token of the user, once', async () => {
		const { account, svckey } = json(await run(getKey));
		expect(account).toBe(ACCOUNT);
		expect(world.emulator.requests.map(({ method, params }) => [method, Object.keys(params).sort()])).toEqual([
			['GET', ['client_id', 'format', 'ticket']],
		]);
		const { access_token: token } = json(await run(issue('signOnKey', { signOnKey: String(svckey) })));
		expect(await isValid(token)).toBe(true);
		const again = await run(issue('signOnKey', { signOnKey: String(svckey) }));
		expect(again.error?.context?.itemIndex).toBe(0);
		expect(JSON.stringify([again.error?.message, again.error?.description])).not.toContain(String(svckey));
	});

	test('another vendor prefix is part of the names of key and grant', async () => {
		await world.restart({ prefix: 'acme' });
		const { svckey } = json(await run(getKey, { vendorPrefix: 'acme' }));
		const issued = await run(issue('signOnKey', { signOnKey: String(svckey) }), { vendorPrefix: 'acme' });
		expect(await isValid(json(issued).access_token)).toBe(true);
		const sent = world.emulator.requests.find(({ path }) => path.endsWith('token2'))?.params;
		expect(sent).toMatchObject({ grant_type: 'acmekey', acmekey: svckey });
		expect((await run(getKey)).error?.message).toMatch(/without a sign-on key \(svckey\)/);
	});
});

describe('token', () => {
	test('a password is sent as MD5, that of a domain account as base64, and never in plain text', async () => {
		const password = world.emulator.user.password;
		const {
			access_token: token,
			refresh_token: refresh,
			expires_in: seconds,
		} = json(await run(issue('password', { member: by('account', ACCOUNT), password })));
		expect([await isValid(token), seconds]).toEqual([true, 21_600]);
		const ofDomain = json(await run(issue('password', { member: by('account', 'EXAMPLE\\li.na'), password })));
		expect(await isValid(ofDomain.access_token)).toBe(true);
		const grants = world.emulator.requests.filter(({ path }) => path.endsWith('token2'));
		expect(grants.map(({ params }) => params.password)).toEqual([
			md5(password),
			Buffer.from(password).toString('base64'),
		]);
		const next = json(await run(issue('refreshToken', { refreshToken: String(refresh) })));
		expect([await isValid(next.access_token), next.refresh_token === refresh]).toEqual([true, false]);
	});

	test('a refusal that repeats the password does not show it', async () => {
		const password = 'Geheim-Wort-2026';
		const error_msg = `not known: ${password}, ${md5(password)}`;
		world.emulator.faults.add({ match: 'token2', action: { status: 400, body: { error_code: 40013, error_msg } } });
		const { error } = await run(issue('password', { member: by('account', ACCOUNT), password }));
		const shown = JSON.stringify([error?.message, error?.description, error?.cause]);
		expect([password, md5(password)].filter((secret) => shown.includes(secret))).toEqual([]);
		expect(shown).toContain('not known: ***');
	});

	test.each([
		['with its auth', { auth: 'demo-auth' }],
		['without auth', {}],
	])('a code of another system %s', async (_how, more) => {
		const fields = { exchangeToken: `code:${ACCOUNT}`, domain: 'demo-domain', ...more };
		expect(await isValid(json(await run(issue('exchangeToken', fields))).access_token)).toBe(true);
		expect('auth' in (world.emulator.requests[0]?.params ?? {})).toBe('auth' in more);
	});

	test('what was entered for another grant is not sent', async () => {
		const own = { member: by('account', ACCOUNT), password: world.emulator.user.password };
		await run(issue('password', { ...own, refreshToken: 'old', domain: 'demo-domain', signOnKey: 'k' }));
		const names = Object.keys(world.emulator.requests[0]?.params ?? {}).sort();
		expect(names.join(' ')).toBe('client_id dateline grant_type password sign username');
	});
});

/* The emulator refuses tickets and token calls of another time. */
describe('from a machine whose clock is wrong', () => {
	beforeEach(() => void (world.emulator.faults.clockSkewMs = -7_200_000));
	const runAs = async (person: object): Promise<RunResult> => {
		const libraries = { resource: 'library', operation: 'getMany', returnAll: true };
		const credentials = world.changed(person, 'fileLibraryTokenApi');
		return await world.runNode('fileLibraryUser', libraries, { credentials });
	};

	test.each([
		['a password', () => ({ grantType: 'password', username: ACCOUNT, password: world.emulator.user.password })],
		['a sign-on key', () => ({ grantType: 'signOnKey', account: ACCOUNT })],
	])('a person signs in by %s and reads', async (_how, fields) => {
		const { items, error } = await runAs(fields());
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
	});

	test('a wrong password is reported with the clock and with what else to check', async () => {
		const { error } = await runAs({ grantType: 'password', username: ACCOUNT, password: 'wrong' });
		expect(error?.message).toMatch(/sign-in was refused/);
		expect(error?.description).toMatch(/clock of this machine is 7[12]\d\d seconds ahead.*user name and password/);
	});
});
