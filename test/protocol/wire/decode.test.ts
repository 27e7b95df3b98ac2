import { clockSkew, retryAfter, decodeAnswer, errorOfEntry } from '../../../src/protocol/wire/decode';
import { hasTrait } from '../../../src/protocol/wire/errorCodes';
import { answer, NOW, refused } from './decodeFixtures';

test('Retry-After in seconds or as a date; no Date, no clock skew', () => {
	expect(retryAfter({ 'retry-after': '7' }, NOW)).toBe(7);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, NOW)).toBe(10);
	expect(retryAfter({ 'retry-after': 'Fri, 02 Jan 2026 03:00:00 GMT' }, NOW)).toBe(0);
	for (const none of ['soon', '', ' ']) expect(retryAfter({ 'retry-after': none }, NOW)).toBeUndefined();
	expect(retryAfter({ 'retry-after': ' 120 ' }, NOW)).toBe(120);
	const found = refused('op', answer(429, '', { 'retry-after': '3' }), NOW);
	expect(found).toMatchObject({ kind: 'busy', retryAfter: 3, retryable: true });
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

/* What an answer or an entry of a list says about a failure, beside the table of codes. */

test.each<[unknown, object | undefined]>([
	[{ fullpath: 'a' }, undefined],
	['text', undefined],
	[null, undefined],
	[
		{ error_code: 40402, error_msg: 'gone', fullpath: 'a/b' },
		{
			kind: 'notFound',
			code: 40402,
			status: 404,
			operation: 'op',
			message: 'The file or folder does not exist or was deleted for "a/b": gone (error 40402, HTTP 404)',
		},
	],
	// what is in a list of it is about something else
	[{ list: [{ error_code: 40402 }] }, undefined],
	[[{ error_code: 40402 }], undefined],
	[{ error: 'quota' }, { kind: 'input', code: 'quota', status: 400 }],
	[{ error: { error_code: 40321 } }, { kind: 'quota', code: 40321, status: 403 }],
])('the error of the entry %j is %j', (entry, expected) => {
	const error = errorOfEntry('op', entry);
	if (expected === undefined) expect(error).toBeUndefined();
	else expect(error).toMatchObject(expected);
});

test("an entry's error has no secrets", () => {
	expect(
		errorOfEntry('op', { error_code: 40003, error_msg: 'bad sign SeCrEt-7890' }, ['SeCrEt-7890'])?.message,
	).toContain('bad sign ***');
});

test('a success may say so in words, or contain a field named error', () => {
	for (const body of [
		{ error_code: 0, error: 'none of your business' },
		{ error_code: '0', error: true },
		{ error_msg: 'fine' },
		{ error: '' },
		{ error: false },
	])
		expect(decodeAnswer('op', answer(200, body), NOW)).toEqual(body);
});

test('a text of the service is cut after 500 characters, as the title of its page is after 200', () => {
	const said = (text: string) => refused('op', answer(400, { error_code: 40003, error_msg: text }), NOW).message;
	expect(said('x'.repeat(500))).toContain(`: ${'x'.repeat(500)} (`);
	expect(said('x'.repeat(501))).toContain(`: ${'x'.repeat(500)} (`);
	const titled = refused('op', answer(502, `<html><title lang="en"> Bad\n${'x'.repeat(300)}</title>`), NOW).message;
	expect(titled).toContain(`: Bad ${'x'.repeat(195)} (HTTP 502)`);
});

test.each([
	['<html><title>Down</title>', 'Down'],
	['<html><title></title>', undefined],
	['<html>no title', undefined],
	['{"title":"<title>Down</title>"', undefined],
])('a refusal with the text %s shows the title %s', (text, title) => {
	const { message } = refused('op', answer(503, text), NOW);
	if (title === undefined) expect(message).toMatch(/^[^:]+ \(HTTP 503\)$/);
	else expect(message).toContain(`: ${title} (HTTP 503)`);
});

test.each<[number, string]>([
	[300, 'The service redirects to https://other.example.com instead of answering (HTTP 300)'],
	[302, 'The service redirects to https://other.example.com instead of answering (HTTP 302)'],
])('HTTP %d is a redirect', (status, message) => {
	const headers = { location: 'https://other.example.com/sign?sign=abc#x' };
	expect(refused('op', answer(status, '{}', headers), NOW, [], { isChange: true })).toMatchObject({
		kind: 'protocol',
		message,
		operation: 'op',
		status,
		retryable: false,
		hint: expect.stringContaining('Base URL') as string,
	});
	expect(refused('op', answer(status, ''), NOW).message).toBe(
		`The service redirects instead of answering (HTTP ${status})`,
	);
});

test('an answer in a coding that nobody asked for says so, a web page does not', () => {
	const headers = { 'content-encoding': 'br' };
	expect(refused('op', answer(200, '\u000b\u0002', headers), NOW, [], { isChange: true })).toMatchObject({
		message: expect.stringMatching(/compressed its answer .*\(br, HTTP 200\)\. It is unknown/) as string,
		hint: expect.stringMatching(/^Check in the service .* Turn off compression/) as string,
		operation: 'op',
		status: 200,
	});
	expect(refused('op', answer(200, '<html>', headers), NOW).message).toContain('a web page instead');
});

test('JSON that was cut off begins like JSON', () => {
	for (const text of ['{"a":', '\uFEFF [1,', '"a'])
		expect(refused('op', answer(200, text), NOW).message).toContain('only a part of its JSON');
	for (const text of ['see {"a":', 'a[1', '<b>{'])
		expect(refused('op', answer(200, text), NOW).message).toContain("text instead of the service's JSON");
});

test('the beginning of an answer is shown up to 200 characters', () => {
	const shown = (length: number) => refused('op', answer(200, 'x'.repeat(length)), NOW).message.split('begins: ')[1];
	expect(shown(200)).toBe('x'.repeat(200));
	expect(shown(201)).toBe(`${'x'.repeat(199)}…`);
});
