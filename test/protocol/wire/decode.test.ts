import { clockSkew, retryAfter } from '../../../src/protocol/wire/decode';
import { hasTrait } from '../../../src/protocol/wire/errorCodes';
import { answer, NOW, refused } from './decodeFixtures';

test('Retry-After in seconds or as a date; no Date, no clock skew', () => {
	expect(retryAfter({ 'retry-after': '7' }, NOW)).toBe(7);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, NOW)).toBe(10);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:00:00 GMT' }, NOW)).toBe(0);
	for (const none of ['soon', '', ' ']) expect(retryAfter({ 'retry-after': none }, NOW)).toBeUndefined();
	expect(retryAfter({ 'retry-after': ' 120 ' }, NOW)).toBe(120);
	expect(refused('op', answer(429, '', { 'retry-after': '3' }), NOW)).toMatchObject({
		kind: 'busy',
		retryAfter: 3,
		retryable: true,
	});
	expect(clockSkew({}, NOW)).toBeUndefined();
});

/** Codes of the vendor's table and of the document by what they mean; each begins with its status. */
const KINDS = {
	input: [40003, 40013],
	conflict: [40093, 40900],
	protocol: [40001, 40599],
	notFound: [40051, 40401, 40402, 40404, 40406, 40407, 40410, 40420, 40499],
	auth: [
		4000325, 400012, 40101, 40102, 401010, 40103, 40104, 401041, 40106, 40302, 40303, 40306, 40310, 40311, 40399,
		40501,
	],
	quota: [40321, 40332],
	busy: [50001, 50301, 502],
};
const ROWS = Object.entries(KINDS).flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const));

test.each(ROWS)('the code %s is %s', (code, kind) => {
	const status = Number(String(code).slice(0, 3));
	const error = refused('libraryFileCopy', answer(status, { error_code: code, error_msg: '消息 text' }), NOW);
	expect(error).toMatchObject({ name: 'LibraryError', kind, status, code, operation: 'libraryFileCopy' });
	expect(error.message).toContain('消息 text');
	expect(error.message).toContain(String(code));
	// some deployments send the code as text or with status 200
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

describe('a refused signature', () => {
	const body = { error_code: 401041, error_msg: 'sign' };
	test('explains the secret and the encoding', () => {
		const error = refused('op', answer(401, body), NOW);
		expect(error.hint).toMatch(/secret/i);
		expect(error.hint).toMatch(/non-ASCII/);
		expect(error.hint).not.toMatch(/clock/i);
		expect(hasTrait(error, 'signature')).toBe(true);
	});
	test.each<[string, string, number]>([
		['Fri, 02 Jan 2026 03:14:05 GMT', '600 seconds behind', 600],
		['Fri, 02 Jan 2026 02:54:05 GMT', '600 seconds ahead', -600],
	])('reports the difference of the clocks when Date is %s', (date, words, skew) => {
		const error = refused('op', answer(401, body, { date }), NOW);
		expect(error.hint).toContain(words);
		expect(error.clockSkew).toBe(skew);
	});
});

test('a secret that is sent as the error code is not in the code of the error', () => {
	const error = refused('op', answer(400, { error_code: 'bad:s3cr+t/==' }), NOW, ['s3cr+t/==']);
	expect([error.code, error.message]).toEqual(['bad:***', expect.not.stringContaining('s3cr')]);
});
