import { loginUrl, signOnKey } from '../../../src/client/service/singleSignOn';
import type { Account } from '../../../src/client/service/account';
import { callerWith, errorOf, orgAccount, scriptedHttp, type Reply } from '../../support/ports';
import { mac } from './callFixtures';

/* Sign-on addresses and keys: what they consist of, and when there is none. */

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
});

test('without a place to go the address has none', () => {
	expect([...new URL(loginUrl(callerOf(), 'anna')).searchParams.keys()]).toEqual(['client_id', 'ticket']);
});

test('a token signs no ticket; an invalid Base URL is refused', () => {
	const user = callerWith(scriptedHttp({}), { account: { ...deployment, kind: 'token', token: 'T' } });
	expect(() => loginUrl(user, 'anna')).toThrow(TypeError);
	const nowhere = callerWith(scriptedHttp({}), { account: { ...account, baseUrl: 'nowhere' } });
	expect(() => loginUrl(nowhere, 'anna')).toThrow(expect.objectContaining({ kind: 'input', field: 'Base URL' }));
});

test.each([{}, { svckey: '' }, { svckey: 7 }, { acmekey: 'key' }])('an answer without a key: %j', async (body) => {
	const error = await errorOf(signOnKey(callerOf({ body }), 'anna'));
	expect(error).toMatchObject({ kind: 'protocol', operation: 'signOnEntGrant' });
	expect(error.message).toContain('svckey');
	expect(error.hint).toContain('Vendor Prefix');
});
