import { clockSkew, decodeAnswer, retryAfter } from '../../../src/protocol/wire/decode';
import { isSignatureRefused } from '../../../src/protocol/wire/errorCodes';
import { type LibraryError } from '../../../src/protocol/wire/libraryError';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
function refused(...args: Parameters<typeof decodeAnswer>): LibraryError {
	try {
		decodeAnswer(...args);
	} catch (error) {
		return error as LibraryError;
	}
	throw new Error('nothing was thrown');
}

test.each<[string, unknown]>([
	['', {}],
	['  \n', {}],
	['{}', {}],
	['{"error_code":0}', { error_code: 0 }],
	['{"error_code":"0","a":1}', { error_code: '0', a: 1 }],
	['[]', []],
	['null', null],
	['["file_read"]', ['file_read']],
	['\uFEFF{"a":"\\u4f1a\\/x"}', { a: '会/x' }],
	['{"error":null,"a":1}', { error: null, a: 1 }],
	['7', 7],
])('200 with %j is %j', (text, value) => {
	expect(decodeAnswer('op', answer(200, text), NOW)).toEqual(value);
});

// codes of the vendor table and the document, with the kind a person needs
test.each<[number, number | string, string]>([
	[400, 40003, 'input'],
	[400, 40013, 'input'],
	[400, 40093, 'conflict'],
	[400, 40001, 'protocol'],
	[400, 40051, 'notFound'],
	[400, 4000325, 'auth'],
	[400, 400012, 'auth'],
	[401, 40101, 'auth'],
	[401, 40102, 'auth'],
	[401, 401010, 'auth'],
	[401, 40103, 'auth'],
	[401, 40104, 'auth'],
	[401, 401041, 'auth'],
	[401, 40106, 'auth'],
	[403, 40302, 'auth'],
	[403, 40303, 'auth'],
	[403, 40306, 'auth'],
	[403, 40310, 'auth'],
	[403, 40311, 'auth'],
	[403, 40399, 'auth'],
	[403, 40321, 'quota'],
	[403, 40332, 'quota'],
	[404, 40401, 'notFound'],
	[404, 40402, 'notFound'],
	[404, 40404, 'notFound'],
	[404, 40406, 'notFound'],
	[404, 40407, 'notFound'],
	[404, 40410, 'notFound'],
	[404, 40420, 'notFound'],
	[404, 40499, 'notFound'],
	[405, 40501, 'auth'],
	[405, 40599, 'protocol'],
	[409, 40900, 'conflict'],
	[500, 50001, 'busy'],
	[503, 50301, 'busy'],
	[502, 502, 'busy'],
])('HTTP %i with error_code %s is %s', (status, code, kind) => {
	const error = refused('libraryFileCopy', answer(status, { error_code: code, error_msg: '消息 text' }), NOW);
	expect(error).toMatchObject({ name: 'LibraryError', kind, status, code, operation: 'libraryFileCopy' });
	expect(error.message).toContain('消息 text');
	expect(error.message).toContain(String(code));
	// the same code as text, and with status 200: some deployments do
	expect(refused('x', answer(status, { error_code: String(code), error_msg: 'm' }), NOW)).toMatchObject({
		kind,
		code,
	});
	expect(refused('x', answer(200, { error_code: code }), NOW)).toMatchObject({ kind, code, status: 200 });
});

test.each<[number, string, boolean]>([
	[400, 'input', false],
	[401, 'auth', false],
	[403, 'auth', false],
	[404, 'notFound', false],
	[405, 'protocol', false],
	[409, 'conflict', false],
	[418, 'input', false],
	[429, 'busy', true],
	[500, 'busy', false],
	[502, 'busy', true],
	[503, 'busy', true],
	[504, 'timeout', true],
	[599, 'busy', false],
])('HTTP %i without a body is %s, retryable %s', (status, kind, retryable) => {
	expect(refused('op', answer(status, ''), NOW)).toMatchObject({ kind, retryable, status });
	expect(
		refused('op', answer(status, '<html><title>Bad\n gateway</title>', { 'content-type': 'text/html' }), NOW)
			.message,
	).toContain('Bad gateway');
});

test.each<[string, string]>([
	['invalid_request', 'input'],
	['unsupported_grant_type', 'input'],
	['invalid_client', 'auth'],
	['unauthorized_client', 'auth'],
	['deprecated_client', 'auth'],
	['invalid_token', 'auth'],
	['invalid_grant', 'auth'],
	['access_denied', 'auth'],
	['second_verify', 'auth'],
])('token error %s is %s, at any status', (word, kind) => {
	for (const status of [200, 400, 401]) {
		const error = refused('tokenIssue', answer(status, { error: word, error_description: 'why' }), NOW);
		expect(error).toMatchObject({ kind, code: word, retryable: false });
		expect(error.message).toContain('why');
	}
});

test('a web upload error names its path', () => {
	expect(
		refused('webUploadLibrary', answer(403, { error_code: 40321, error_msg: 'full', fullpath: 'a/b.txt' }), NOW)
			.message,
	).toContain('a/b.txt');
});

describe('a refused signature', () => {
	const body = { error_code: 401041, error_msg: 'sign' };
	test('explains the secret and the encoding', () => {
		const error = refused('op', answer(401, body), NOW);
		expect(error.hint).toMatch(/secret/i);
		expect(error.hint).toMatch(/non-ASCII/);
		expect(error.hint).not.toMatch(/clock/i);
		expect(isSignatureRefused(error)).toBe(true);
	});
	test.each<[string, string, number]>([
		['Fri, 02 Jan 2026 03:14:05 GMT', '600 seconds behind', 600],
		['Fri, 02 Jan 2026 02:54:05 GMT', '600 seconds ahead', -600],
	])('tells the clock when Date is %s', (date, words, skew) => {
		const error = refused('op', answer(401, body, { date }), NOW);
		expect(error.hint).toContain(words);
		expect(error.clockSkew).toBe(skew);
	});
	test('a minute of difference is not the clock', () => {
		expect(refused('op', answer(401, body, { date: 'Fri, 02 Jan 2026 03:05:05 GMT' }), NOW).hint).not.toMatch(
			/clock/i,
		);
	});
});

test('a web page is not an answer', () => {
	const error = refused(
		'op',
		answer(200, '<!DOCTYPE html><html><head><title> Sign in </title></head></html>', {
			'content-type': 'text/html',
		}),
		NOW,
	);
	expect(error).toMatchObject({ kind: 'protocol', retryable: false });
	expect(error.message).toContain('web page titled "Sign in"');
	expect(error.hint).toContain('Base URL');
	expect(refused('op', answer(200, 'pong'), NOW)).toMatchObject({ kind: 'protocol' });
	expect(refused('op', answer(200, '{"a":'), NOW)).toMatchObject({ kind: 'protocol' });
	expect(refused('op', answer(302, '', { location: 'https://x.example/login?sign=SECRET' }), NOW).message).toMatch(
		/https:\/\/x\.example\/login[^?]/,
	);
});

test('a body nobody reads may be anything but a web page or an error', () => {
	expect(decodeAnswer('op', answer(200, 'success'), NOW, [], true)).toEqual({});
	expect(refused('op', answer(200, '<html></html>'), NOW, [], true).kind).toBe('protocol');
	expect(refused('op', answer(200, { error_code: 40402 }), NOW, [], true).kind).toBe('notFound');
});

test('secrets are cut out of what the service says', () => {
	const error = refused(
		'op',
		answer(400, { error_code: 40003, error_msg: 'bad secret s3cr+t/== and s3cr%2Bt%2F%3D%3D' }),
		NOW,
		['s3cr+t/==', ''],
	);
	expect(error.message).not.toMatch(/s3cr/);
	expect(error.message).toContain('bad secret ***');
});

test('Retry-After in seconds or as a date', () => {
	expect(retryAfter({ 'retry-after': '7' }, NOW)).toBe(7);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, NOW)).toBe(10);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:00:00 GMT' }, NOW)).toBe(0);
	expect(retryAfter({ 'retry-after': 'soon' }, NOW)).toBeUndefined();
	expect(refused('op', answer(429, '', { 'retry-after': '3' }), NOW)).toMatchObject({
		kind: 'busy',
		retryAfter: 3,
		retryable: true,
	});
	expect(clockSkew({}, NOW)).toBeUndefined();
});
