import { equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { signedRequest } from '../../../src/client/service/call';
import { sign, stringToSign } from '../../../src/protocol/wire/sign';
import vectors from '../../contract/signVectors.json';
import { anyText, fieldName } from '../../support/arbitraries';
import { orgAccount } from '../../support/ports';
import { property } from '../../support/property';

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

/* The signature and the bodies that carry it, against the document, read once more and written without its code. */

/** Bytes of UTF-8 as hexadecimal digits: compared as text, they are in the order of the bytes. */
const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/** RFC 2104 with SHA-1, by its definition: two hashes around padded keys. */
function hmacByHand(text: string, secret: string): string {
	const sha1 = (...parts: readonly Buffer[]): Buffer => createHash('sha1').update(Buffer.concat(parts)).digest();
	const bytes = Buffer.from(secret, 'utf8');
	const key = Buffer.alloc(64);
	(bytes.length > 64 ? sha1(bytes) : bytes).copy(key);
	const [inner, outer] = [0x36, 0x5c].map((pad) => Buffer.from(key.map((byte) => byte ^ pad)));
	return sha1(outer ?? key, sha1(inner ?? key, Buffer.from(text, 'utf8'))).toString('base64');
}

/** Names in the order of their bytes; what has no value, `sign` and the unsigned ones are left out. */
function textByHand(params: Readonly<Record<string, unknown>>, unsigned: readonly string[]): string {
	const names: string[] = [];
	for (const name of Object.keys(params))
		if (params[name] != null && name !== 'sign' && !unsigned.includes(name)) {
			const at = names.findIndex((other) => hex(other) > hex(name));
			names.splice(at < 0 ? names.length : at, 0, name);
		}
	return names.map((name) => String(params[name])).join('\n');
}

const NAMES = ['sign', 'a', 'B', 'fullpath', 'filehash', 'filesize', 'ä', 'z'];
const value = fc.oneof({ arbitrary: anyText(), weight: 8 }, fc.constantFrom(null, undefined, ''));
const params = fc
	.array(fc.tuple(fieldName(...NAMES), value), { maxLength: 8 })
	.map((entries): Record<string, string | null | undefined> => Object.fromEntries(entries));

property({
	promise: 'the signature is that of the document for any names, values, secrets and orders',
	count: 2595,
	cases: fc.record({ params, secret: anyText(80), unsigned: fc.subarray(NAMES) }),
	keeps: ({ params: given, secret, unsigned }) => {
		const text = textByHand(given, unsigned);
		equal(stringToSign(given, unsigned), text);
		equal(sign(given, secret, unsigned), hmacByHand(text, secret));
		const reversed = Object.fromEntries(Object.entries(given).reverse());
		// Two halves of characters are the same bytes, so their order is that in which they were given.
		if (Object.keys(given).every((name) => name.isWellFormed())) equal(stringToSign(reversed, unsigned), text);
	},
});

/** A form as any server reads it (WHATWG URL, application/x-www-form-urlencoded), by hand. */
const formByHand = (text: string): Array<readonly [string, string]> =>
	text === ''
		? []
		: text.split('&').map((pair) => {
				const at = pair.indexOf('=');
				const bytesOf = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
				return [bytesOf(pair.slice(0, at)), bytesOf(pair.slice(at + 1))];
			});

property({
	promise: 'a server that reads the form or query gets every parameter as it was signed, and the right signature',
	count: 900,
	cases: fc.record({ params, isGet: fc.boolean(), seconds: fc.nat(), secret: anyText(30) }),
	keeps: ({ params: { sign: _, ...given }, isGet, seconds, secret }) => {
		const account = { ...orgAccount(), secret };
		const op = {
			id: 'x',
			route: isGet ? 'GET /x' : 'POST /x',
			credential: 'org',
			repeatable: true,
			dateline: true,
		};
		const url = new URL('https://files.example.com/base/x');
		const { request } = signedRequest(account as never, op as never, given, url, seconds);
		equal(new URL(request.url).origin, url.origin);
		const form = isGet ? request.url.slice(request.url.indexOf('?') + 1) : String(request.body);
		const read = formByHand(form);
		const names = read.map(([name]) => name);
		const received = Object.fromEntries(read);
		for (const [name, text] of Object.entries(given))
			if (text != null && name.isWellFormed() && !['org_client_id', 'dateline'].includes(name))
				equal(received[name], text.toWellFormed());
		equal(received.dateline, String(seconds));
		equal(names.filter((name) => name === 'sign').length, 1);
		equal(
			received.sign,
			hmacByHand(textByHand({ ...given, org_client_id: 'lib1', dateline: String(seconds) }, []), secret),
		);
	},
});
