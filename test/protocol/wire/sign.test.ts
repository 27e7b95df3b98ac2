import { sign, stringToSign } from '../../../src/protocol/wire/sign';
import { ticket } from '../../../src/protocol/signOn/ticket';
import vectors from '../../contract/signVectors.json';

/* signVectors.json was computed by nine public clients' own code; nothing in it comes from this package. */

const UNSIGNED: Record<string, string[]> = { 'create-file': ['filehash', 'filesize'] };

describe('request signature', () => {
	const rows = vectors.vectors as Array<{
		name: string;
		secret: string;
		params: Record<string, string | null>;
		stringToSign: string;
		sign: string;
	}>;

	test.each(rows)('$name: string to sign', ({ name, params, stringToSign: expected }) => {
		expect(stringToSign(params, UNSIGNED[name])).toBe(expected);
	});

	test.each(rows)('$name: signature', ({ name, params, secret, sign: expected }) => {
		expect(sign(params, secret, UNSIGNED[name])).toBe(expected);
	});

	test.each(rows)(
		'$name: a sign that is already there changes nothing',
		({ name, params, secret, sign: expected }) => {
			expect(sign({ ...params, sign: 'old' }, secret, UNSIGNED[name])).toBe(expected);
		},
	);

	test.each(rows)(
		'$name: the order of the parameters does not matter',
		({ name, params, secret, sign: expected }) => {
			expect(sign(Object.fromEntries(Object.entries(params).reverse()), secret, UNSIGNED[name])).toBe(expected);
		},
	);

	test('another secret or one more blank gives another signature', () => {
		const { params, secret, sign: expected } = rows[0] as (typeof rows)[number];
		expect(sign(params, `${secret} `)).not.toBe(expected);
		expect(sign({ ...params, fullpath: `${params.fullpath} ` }, secret)).not.toBe(expected);
	});

	test('undefined and null are left out, empty texts stay in', () => {
		expect(stringToSign({ b: undefined, c: null, a: '', d: '0' })).toBe('\n0');
	});

	test('names are ordered by bytes, not by a locale', () => {
		expect(stringToSign({ a: '3', B: '1', _: '2', ä: '4' })).toBe('1\n2\n3\n4');
	});

	test('only named parameters are left out', () => {
		expect(stringToSign({ filehash: 'f', filesize: '1', z: 'z' })).toBe('f\n1\nz');
		expect(stringToSign({ filehash: 'f', filesize: '1', z: 'z' }, ['filehash', 'filesize'])).toBe('z');
	});
});

describe('sign-on ticket', () => {
	test.each(vectors.ssoTickets)(
		'$account',
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
});
