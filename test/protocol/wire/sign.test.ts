import { sign, stringToSign } from '../../../src/protocol/wire/sign';
import vectors from '../../contract/signVectors.json';

/* signVectors.json was computed by the own code of nine public clients; nothing in it comes from this package. */

const UNSIGNED: Record<string, string[]> = { 'create-file': ['filehash', 'filesize'] };

const rows = vectors.vectors as Array<{
	name: string;
	secret: string;
	params: Record<string, string | null>;
	stringToSign: string;
	sign: string;
}>;

test.each(rows)('$name: string to sign and signature, also in place of an old one', (vector) => {
	const { name, params, secret } = vector;
	expect(stringToSign(params, UNSIGNED[name])).toBe(vector.stringToSign);
	for (const given of [params, { ...params, sign: 'old' }])
		expect(sign(given, secret, UNSIGNED[name])).toBe(vector.sign);
});

test('another secret or one more blank changes the signature', () => {
	const { params, secret, sign: expected } = rows[0] as (typeof rows)[number];
	expect(sign(params, `${secret} `)).not.toBe(expected);
	expect(sign({ ...params, fullpath: `${params.fullpath} ` }, secret)).not.toBe(expected);
});

test('names are in the order of their bytes, also where JavaScript has another one', () => {
	expect(stringToSign({ '\u{1F600}': 'second', '\uFF41': 'first' })).toBe('first\nsecond');
	expect(stringToSign({ 'a\u{1F600}': 'second', 'a\uFF41': 'first' })).toBe('first\nsecond');
});
