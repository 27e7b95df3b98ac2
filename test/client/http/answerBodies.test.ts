import { Readable } from 'node:stream';
import { deflateSync, gzipSync } from 'node:zlib';
import { codingsIn, decodedPieces, headOf } from '../../../src/client/http/httpAnswer';
import { errorOf } from '../../support/ports';

/* Bodies as they come, their codings undone, without a connection. */

test('names of headers are in lower case, lists are joined, and missing values are empty', () => {
	expect(headOf(201, { 'X-One': ['a', 'b'], ETag: 'e', 'x-none': undefined })).toEqual({
		status: 201,
		codings: [],
		headers: { 'x-one': 'a, b', etag: 'e', 'x-none': '' },
	});
	expect(headOf(200, { 'Content-Encoding': 'gzip, br', 'content-length': '5', etag: 'e' })).toEqual({
		status: 200,
		headers: { etag: 'e' },
		compressed: true,
		codings: ['br', 'gzip'],
	});
	const odd = { 'content-encoding': 'odd', 'content-length': '5' };
	expect(headOf(200, odd)).toEqual({ status: 200, headers: odd, codings: [] });
});

test('codings are undone in the reverse order; one that nobody knows keeps all', () => {
	expect(codingsIn(undefined)).toEqual([]);
	expect(codingsIn(' identity ,, Identity')).toEqual([]);
	expect(codingsIn('GZIP,identity, Br ,x-gzip')).toEqual(['x-gzip', 'br', 'gzip']);
	expect(codingsIn('gzip, odd')).toBeUndefined();
});

async function decoded(pieces: readonly Buffer[], coding: string): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of decodedPieces(Readable.from(pieces), [coding], 'http://h.example')) parts.push(part);
	return Buffer.concat(parts).toString();
}

/** Stored blocks of RFC 1951: a head, the length and its complement, then the bytes as they are. */
const stored = (head: number, text: string): Buffer => {
	const length = Buffer.from([text.length, 0, 255 - text.length, 255]);
	return Buffer.concat([Buffer.from([head]), length, Buffer.from(text)]);
};

test('deflate is of the zlib format only where both bytes of its header say so', async () => {
	const zlib = deflateSync(Buffer.from('wrapped'));
	expect([await decoded([zlib], 'deflate'), await decoded([], 'gzip')]).toEqual(['wrapped', '']);
	expect(await decoded([zlib.subarray(0, 1), zlib.subarray(1)], 'deflate')).toBe('wrapped');
	// Ends in 8, as the zlib format does, but its check is wrong: 0x0805 is no multiple of 31.
	const padded = Buffer.concat([stored(0x08, 'hello'), stored(0x01, '')]);
	expect(await decoded([padded], 'deflate')).toBe('hello');
	// 0x0117 is a multiple of 31, but its method is not 8.
	expect(await decoded([stored(0x01, 'twenty-three characters')], 'deflate')).toBe('twenty-three characters');
});

test('what cannot be decompressed says why and what to do', async () => {
	const damaged = await errorOf(decoded([Buffer.from('Access denied')], 'gzip'));
	expect(damaged).toMatchObject({ kind: 'protocol', retryable: false });
	expect(damaged.message).toBe(
		"http://h.example: the answer is compressed and can't be decompressed (gzip: incorrect header check)",
	);
	expect(damaged.hint).toContain('Turn off compression');
	const whole = gzipSync(Buffer.from('whole'));
	const cut = await errorOf(decoded([whole.subarray(0, whole.length - 9)], 'gzip'));
	expect(cut).toMatchObject({ kind: 'network', retryable: true });
	expect(cut.message).toMatch(/^http:\/\/h\.example: .*ended early \(gzip\)$/);
	expect(cut.hint).toContain('Try again');
});
