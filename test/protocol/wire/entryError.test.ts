import { decodeAnswer, errorOfEntry } from '../../../src/protocol/wire/decode';
import { answer, NOW, refused } from './decodeFixtures';

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
