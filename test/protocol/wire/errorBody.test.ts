import {
	confirms,
	errorIn,
	errorNamed,
	errorNumbers,
	isWebPage,
	parseBody,
} from '../../../src/protocol/wire/errorBody';

test.each<[string, unknown]>([
	['', {}],
	[' {"a":1}\n', { a: 1 }],
	['\uFEFF{"a":1}', { a: 1 }],
	['[1]', [1]],
	['null', null],
])('the body %j is JSON', (text, value) => expect(parseBody(text)).toEqual({ json: true, value }));

test.each(['upload not initialized', '<html>', '{'])('the body %j is not JSON', (text) =>
	expect(parseBody(text)).toEqual({ json: false }),
);

test.each<[unknown, object]>([
	[
		{ error_code: 40402, error_msg: 'no file' },
		{ code: 40402, message: 'no file' },
	],
	[{ error_code: '40402' }, { code: 40402 }],
	[{ error_code: 'quota' }, { code: 'quota' }],
	[{ error_code: 0, error_msg: 'fine' }, { message: 'fine' }],
	[{ error_code: '0' }, {}],
	[{ error_code: null, error_msg: '' }, {}],
	[{ hash: 'a' }, {}],
	[[{ error_code: 1 }], {}],
	[null, {}],
])('the error in %j', (body, error) => expect(errorIn(body)).toEqual(error));

test.each<[unknown, object | undefined]>([
	[true, {}],
	[false, undefined],
	[undefined, undefined],
	[null, undefined],
	['', undefined],
	[0, undefined],
	['0', undefined],
	['invalid_grant', { code: 'invalid_grant' }],
	[40402, { code: 40402 }],
	['40402', { code: 40402 }],
	[
		{ code: 40402, message: 'no file' },
		{ code: 40402, message: 'no file' },
	],
	[
		{ error_code: 40402, error_msg: 'no file' },
		{ code: 40402, message: 'no file' },
	],
	[{ code: 'x' }, { code: 'x' }],
	[{ message: 'no file' }, { message: 'no file' }],
	[{ code: '', message: 'no file' }, { message: 'no file' }],
	[{ code: null, details: [] }, {}],
	[{ code: 0, message: 'fine' }, undefined],
	[{ code: '0' }, undefined],
	[{ code: '', message: '', more: null }, undefined],
	[{}, undefined],
])('a field `error` with %j reports %j', (error, expected) => expect(errorNamed(error)).toEqual(expected));

test.each(['1a', 'a1'])('the code %j is no number', (code) => expect(errorIn({ error_code: code })).toEqual({ code }));

test('the numbers of a failure', () => {
	expect(errorNumbers(40402, 404)).toBe('error 40402, HTTP 404');
	expect(errorNumbers(undefined, 503)).toBe('HTTP 503');
});

test.each<[string, string, boolean]>([
	['text/html; charset=utf-8', 'anything', true],
	['', ' <!DOCTYPE html>', true],
	['text/plain', '<html>', true],
	['TEXT/HTML', '', true],
	['', '<body>', true],
	['', '<head>', true],
	['', 'see <html>', false],
	['', '<xml>', false],
	['application/json', '{}', false],
])('type %j with text %j is a web page: %j', (type, text, page) =>
	expect(isWebPage(type ? { 'content-type': type } : {}, text)).toBe(page),
);

/* What confirms a change for which the document promises only "200" (A06). */

test.each<[unknown, boolean]>([
	['', true],
	[' OK\n', true],
	['Success', true],
	['0', true],
	['failed', false],
	['no', false],
	[true, true],
	[null, true],
	[0, true],
	[false, false],
	[{}, true],
	[{ success: true }, true],
	[{ success: false }, false],
	[{ ok: 'false' }, false],
	[{ result: false }, false],
	[{ result: 0 }, true],
	[{ success: 0 }, false],
	[{ ok: '0' }, false],
	[{ success: '1' }, true],
	[{ other: false }, true],
	[{ error_msg: 'no space left' }, false],
	[{ error_msg: 'no space left', error_code: null }, false],
	[{ error_msg: 'no space left', error_code: 0 }, true],
	[{ error_msg: ' ok ' }, true],
	[{ error_msg: '' }, true],
	[{ error_msg: 7 }, true],
	[[], true],
	[[{ success: true }, 'whatever'], true],
	[[true, false], false],
	[[{}, { ok: 0 }], false],
])('%j confirms: %s', (answer, expected) => expect(confirms(answer)).toBe(expected));
