import { makeSecretVault } from '../../../src/client/service/secretVault';
import type { Account } from '../../../src/client/service/account';
import { call } from '../../../src/client/service/call';
import { loginUrl, signOnKey } from '../../../src/client/service/singleSignOn';
import {
	callerWith,
	errorOf,
	fakeClock,
	type FakeClock,
	fieldsOf,
	orgAccount,
	type Reply,
	scriptedHttp,
} from '../../support/ports';
import { mac, read } from './callFixtures';
import { clientFor, grantTo, refused, START, tokenBench } from './tokenBench';

const { kind: _, ...deployment } = orgAccount();
const account: Account = { ...deployment, kind: 'enterprise', clientId: 'C&1', secret: 'top-secret-value' };
const callerOf = (...script: Reply[]) => callerWith(scriptedHttp(...script), { account });

test('a login address has the client, a ticket of now, and where to go, each encoded once', () => {
	const address = new URL(loginUrl(callerOf(), 'anna', 'https://intranet.example.com/a b?c=1&d=*'));
	expect(address.origin + address.pathname).toBe('https://files.example.com/account/autologin/entgrant');
	expect(Object.fromEntries(address.searchParams)).toEqual({
		client_id: 'C&1',
		ticket: expect.stringMatching(/^[\w+/]+=*$/) as string,
		returnurl: 'https://intranet.example.com/a b?c=1&d=*',
	});
	expect(address.search).toMatch(/^\?client_id=C%261&ticket=[\w%]+&returnurl=https%3A%2F%2F[\w.]+%2Fa%20b%3Fc/);
	const json = Buffer.from(address.searchParams.get('ticket') ?? '', 'base64').toString();
	const { account: who, n, t, sign } = JSON.parse(json) as Record<'account' | 'n' | 't' | 'sign', string>;
	expect([who, t]).toEqual(['anna', '1700000000']);
	expect(sign).toBe(mac(['anna', n, t]));
	expect(new URL(loginUrl(callerOf(), 'anna')).searchParams.has('returnurl')).toBe(false);
});

test.each([{}, { svckey: '' }, { svckey: 7 }, { acmekey: 'key' }])('an answer without a key: %j', async (body) => {
	const error = await errorOf(signOnKey(callerOf({ body }), 'anna'));
	expect(error).toMatchObject({ kind: 'protocol', operation: 'signOnEntGrant' });
	expect(error.message).toContain('svckey');
	expect(error.hint).toContain('Vendor Prefix');
});

/* Sign-on tickets and token calls of a machine whose clock is wrong; the service's is an hour ahead. */

const AHEAD = 3600;
const seconds = START / 1000;
const date = new Date(START + AHEAD * 1000).toUTCString();
const late = (reply: Reply): Reply => ({ ...reply, headers: { date } });
const coded = (status: number, code: number): Reply => late({ status, body: { error_code: code, error_msg: 'no' } });

const client = (clock: FakeClock, ...script: Parameters<typeof scriptedHttp>) => {
	const http = scriptedHttp(...script);
	const { kind: _, ...deployment } = orgAccount();
	const account = { ...deployment, kind: 'enterprise' as const, clientId: 'C', secret: 'top-secret-value' };
	return { http, caller: callerWith(http, { clock, account }) };
};
const ticketIn = (text: string | undefined) =>
	JSON.parse(Buffer.from(text ?? '', 'base64').toString()) as Record<'account' | 'n' | 't' | 'sign', string>;

test.each([
	['401041', coded(401, 401041)],
	['40104', coded(401, 40104)],
	['40106, timed out', coded(401, 40106)],
	['40101', coded(401, 40101)],
	['a bare 401', late({ status: 401 })],
	['a code that nobody knows', coded(403, 40398)],
	['such a code inside a 200', coded(200, 40177)],
	['invalid_request', late(refused('invalid_request'))],
])('a ticket that is refused with %s is made again, whole, with the time of the service', async (_what, refusal) => {
	const { http, caller } = client(fakeClock(START), refusal, { body: { svckey: 'key' } });
	expect(await signOnKey(caller, 'anna')).toBe('key');
	const [first, second] = http.sent.map((request) => ticketIn(fieldsOf(request).ticket));
	expect([first?.t, second?.t]).toEqual([String(seconds), String(seconds + AHEAD)]);
	expect(second?.n).not.toBe(first?.n);
	expect(second?.sign).toBe(mac(['anna', second?.n ?? '', second?.t ?? '']));
});

test('what a signed call has learned is used by tickets, login URLs and token calls at once', async () => {
	const clock = fakeClock(START);
	await call(callerWith(scriptedHttp(coded(401, 401041), {}), { clock }), read, {});
	// Another transport of the same machine, as n8n's own helper is one.
	const { http, caller } = client(clock, { body: { svckey: 'key' } });
	await signOnKey(caller, 'anna');
	expect(http.sent.map((request) => ticketIn(fieldsOf(request).ticket).t)).toEqual([String(seconds + AHEAD)]);
	const ticket = new URL(loginUrl(caller, 'anna')).searchParams.get('ticket') ?? '';
	expect(ticketIn(ticket).t).toBe(String(seconds + AHEAD));
	const tokens = tokenBench(grantTo(1));
	await tokens.cache.renew(clientFor(), {}, { http: tokens.http, clock, vault: makeSecretVault() });
	expect(fieldsOf(tokens.http.sent[0]).dateline).toBe(String(seconds + AHEAD));
});

test.each(['invalid_client', 'invalid_request', 'invalid_token', 'invalid_grant'])(
	'a token call that is refused with %s is signed again once, and then reported with the clock',
	async (word) => {
		const passing = tokenBench(late(refused(word)), grantTo(1));
		expect(await passing.renew()).toMatchObject({ accessToken: 'access-1' });
		expect(passing.http.sent.map((request) => fieldsOf(request).dateline)).toEqual([
			String(seconds),
			String(seconds + AHEAD),
		]);
		const staying = tokenBench(late(refused(word)));
		const { hint } = await errorOf(staying.renew());
		expect(hint).toMatch(/^The clock of this machine is 3600 seconds behind the service's clock: correct it\./);
		expect(staying.http.sent).toHaveLength(2);
	},
);

test.each(['second_verify', 'access_denied', 'deprecated_client', 'unauthorized_client'])(
	'%s is not about the clock',
	async (word) => {
		const { renew, http } = tokenBench(late(refused(word)));
		expect((await errorOf(renew())).hint).not.toMatch(/clock/);
		expect(http.sent).toHaveLength(1);
	},
);
