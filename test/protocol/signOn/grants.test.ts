import { createHash } from 'node:crypto';
import {
	grantParams,
	identityOf,
	secretsOfGrant,
	signOnKeyParams,
	ticket,
	type TokenClient,
	wirePassword,
} from '../../../src/protocol/wire/grants';
import vectors from '../../contract/signVectors.json';

const client = (grant: TokenClient['grant'], more: Partial<TokenClient> = {}): TokenClient => ({
	baseUrl: 'https://files.example.com',
	vendorPrefix: 'svc',
	clientId: 'C',
	secret: 'S',
	grant,
	...more,
});

test.each([
	['anna@example.com', 'secret', '5ebe2294ecd0e0f08eab7690d2a6ee69'],
	['anna@example.com', 'pässwort 密码', createHash('md5').update('pässwort 密码', 'utf8').digest('hex')],
	['ACME\\anna', 'secret', 'c2VjcmV0'],
	['acme/anna', 'pässwort', 'cMOkc3N3b3J0'],
])('for %s the password %s is sent as %s', (username, password, sent) =>
	expect(wirePassword(username, password)).toBe(sent),
);

test.each([
	[
		{ type: 'password', username: 'anna', password: 'secret' } as const,
		{ grant_type: 'password', username: 'anna', password: '5ebe2294ecd0e0f08eab7690d2a6ee69' },
	],
	[{ type: 'refreshToken', refreshToken: 'R' } as const, { grant_type: 'refresh_token', refresh_token: 'R' }],
	[
		{ type: 'exchangeToken', exchangeToken: 'E', domain: 'D' } as const,
		{ grant_type: 'exchange_token', exchange_token: 'E', domain: 'D' },
	],
	[
		{ type: 'exchangeToken', exchangeToken: 'E', domain: 'D', auth: 'A' } as const,
		{ grant_type: 'exchange_token', exchange_token: 'E', domain: 'D', auth: 'A' },
	],
])('%j is sent as %j', (grant, params) => expect(grantParams(grant)).toEqual(params));

test.each(['svc', 'acme'])('the vendor prefix %s is in the name of the key and of its grant', (prefix) =>
	expect(signOnKeyParams(prefix, 'K')).toEqual({ grant_type: `${prefix}key`, [`${prefix}key`]: 'K' }),
);

test('different users, clients and services have different identities', () => {
	const anna = { type: 'password', username: 'anna', password: 'p' } as const;
	const all = [
		client(anna),
		client({ ...anna, username: 'ben' }),
		client({ ...anna, password: 'q' }),
		client(anna, { clientId: 'D' }),
		client(anna, { secret: 'T' }),
		client(anna, { baseUrl: 'https://other.example.com' }),
		client(anna, { vendorPrefix: 'acme' }),
		client({ type: 'signOnKey', account: 'anna' }),
		client({ type: 'refreshToken', refreshToken: 'R' }),
	].map(identityOf);
	expect(new Set(all).size).toBe(all.length);
	expect(identityOf(client({ password: 'p', username: 'anna', type: 'password' }))).toBe(all[0]);
	expect(all.join()).not.toContain('anna');
});

test('the secrets of a grant, as entered and as sent', () => {
	expect(secretsOfGrant({ type: 'password', username: 'a\\b', password: 'geheim' })).toEqual(['geheim', 'Z2VoZWlt']);
	expect(secretsOfGrant({ type: 'exchangeToken', exchangeToken: 'E', domain: 'D', auth: 'A' })).toEqual(['E', 'A']);
	expect(secretsOfGrant({ type: 'exchangeToken', exchangeToken: 'E', domain: 'D' })).toEqual(['E', '']);
	expect(secretsOfGrant({ type: 'refreshToken', refreshToken: 'R' })).toEqual(['R']);
	expect(secretsOfGrant({ type: 'signOnKey', account: 'anna' })).toEqual([]);
});

/* signVectors.json was computed by the own code of public clients; nothing in it comes from this package. */

test.each(vectors.ssoTickets)(
	'the ticket of $account is that of a client',
	({ account, n, t, secret, sign: expected, ticket_json: json, ticket_urlencoded: encoded }) => {
		const made = ticket({ account, nonce: n, time: t }, secret);
		const text = Buffer.from(made, 'base64').toString('utf8');
		expect(JSON.parse(text)).toEqual({ account, n, t, sign: expected });
		expect(text).toBe(json);
		expect(encodeURIComponent(made)).toBe(encoded);
	},
);
