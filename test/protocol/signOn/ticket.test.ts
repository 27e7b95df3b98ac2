import { ticket } from '../../../src/protocol/signOn/grants';
import vectors from '../../contract/signVectors.json';

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

test('an account with non-ASCII characters is UTF-8 inside the base64', () => {
	const text = Buffer.from(
		ticket({ account: '张三@é.com', nonce: 'a1B2c3', time: '1700000000' }, 's'),
		'base64',
	).toString('utf8');
	expect(JSON.parse(text)).toMatchObject({ account: '张三@é.com', n: 'a1B2c3', t: '1700000000' });
});
