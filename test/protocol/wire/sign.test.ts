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

test.each(rows)('$name: string to sign', ({ name, params, stringToSign: expected }) => {
	expect(stringToSign(params, UNSIGNED[name])).toBe(expected);
});

test.each(rows)('$name: signature', ({ name, params, secret, sign: expected }) => {
	expect(sign(params, secret, UNSIGNED[name])).toBe(expected);
});

test.each(rows)('$name: an existing sign changes nothing', ({ name, params, secret, sign: expected }) => {
	expect(sign({ ...params, sign: 'old' }, secret, UNSIGNED[name])).toBe(expected);
});

test.each(rows)('$name: the order of the parameters does not matter', ({ name, params, secret, sign: expected }) => {
	expect(sign(Object.fromEntries(Object.entries(params).reverse()), secret, UNSIGNED[name])).toBe(expected);
});

test('another secret or one more blank changes the signature', () => {
	const { params, secret, sign: expected } = rows[0] as (typeof rows)[number];
	expect(sign(params, `${secret} `)).not.toBe(expected);
	expect(sign({ ...params, fullpath: `${params.fullpath} ` }, secret)).not.toBe(expected);
});

test('undefined and null are left out, empty texts are included', () => {
	expect(stringToSign({ b: undefined, c: null, a: '', d: '0' })).toBe('\n0');
});

test('names are sorted by bytes, not by a locale', () => {
	expect(stringToSign({ a: '3', B: '1', _: '2', ä: '4' })).toBe('1\n2\n3\n4');
});

test('only the unsigned parameters are left out', () => {
	expect(stringToSign({ filehash: 'f', filesize: '1', z: 'z' })).toBe('f\n1\nz');
	expect(stringToSign({ filehash: 'f', filesize: '1', z: 'z' }, ['filehash', 'filesize'])).toBe('z');
});

test('names are in the order of their bytes, also where JavaScript has another one', () => {
	expect(stringToSign({ '\u{1F600}': 'second', '\uFF41': 'first' })).toBe('first\nsecond');
	expect(stringToSign({ 'a\u{1F600}': 'second', 'a\uFF41': 'first' })).toBe('first\nsecond');
});
