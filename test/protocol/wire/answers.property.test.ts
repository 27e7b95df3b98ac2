import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { decodeAnswer } from '../../../src/protocol/wire/decode';
import { anyJson, anyText, repeated } from '../../support/arbitraries';
import { nothingInherited, outcomeOf } from '../../support/check';
import { property } from '../../support/property';

const NAMES = ['error_code', 'error_msg', 'error', 'error_description', 'code', 'message', 'list', 'count', 'total'];
const MORE = ['fullpath', 'success', 'ok', 'result', '0', '1', '7', 'hash', 'fetch_dateline'];

const json = anyJson([...NAMES, ...MORE]).map((value) => JSON.stringify(value));
/** Lists or objects inside each other, whole or cut off. */
const nested = fc
	.tuple(fc.constantFrom('[', '{"a":', '{"error":', '{"list":[', '[{"error_msg":'), fc.nat(4_000), fc.boolean())
	.map(([open, depth, isWhole]) => {
		const inside = isWhole ? `1${[...open].reverse().join('').replaceAll('[', ']').replaceAll('{', '}')}` : '';
		return open.repeat(depth) + (isWhole ? inside.replace(/[^\]}1]/g, '').repeat(depth) : '');
	});
const page = fc
	.tuple(fc.constantFrom('<html>', '<!doctype html><title>', ' <HTML><head><title x=', '<body>'), anyText(60))
	.map(([start, text]) => `${start}${text}</title>`);
const long = repeated(
	1_000_000,
	'<title',
	'<html><title ',
	' ',
	'{"a":[',
	'\ufeff',
	'"',
	'\\',
	'“',
	"'a",
	'(1',
	'&#',
	'%',
);
const bytes = fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each).toString('utf8'));
const text = fc.oneof(
	{ arbitrary: json, weight: 8 },
	{ arbitrary: fc.tuple(json, fc.nat(60)).map(([whole, length]) => whole.slice(0, length)), weight: 3 },
	{ arbitrary: page, weight: 3 },
	{ arbitrary: bytes, weight: 2 },
	{ arbitrary: anyText(60), weight: 2 },
	{ arbitrary: nested, weight: 1 },
);

const header = fc.oneof(
	anyText(20),
	fc.constantFrom(
		'text/html',
		'application/json',
		'gzip',
		'60',
		'99999999999999999999',
		'Thu, 01 Jan 1970 00:00:00 GMT',
	),
	fc.constantFrom('https://evil.example/x?sign=1', 'http://[', '//x', 'javascript:1'),
);
const headers = fc.dictionary(
	fc.constantFrom('content-type', 'retry-after', 'date', 'location', 'content-encoding', 'x'),
	header,
	{ noNullPrototype: true },
);
const status = fc.oneof(
	fc.constantFrom(200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 409, 429, 500, 503),
	fc.integer({ min: 100, max: 999 }),
);
const answer = (body: fc.Arbitrary<string>) =>
	fc.record({
		answer: fc.record({ status, headers, text: body }),
		isChange: fc.boolean(),
		mustConfirm: fc.boolean(),
	});
type Case = ReturnType<typeof answer> extends fc.Arbitrary<infer T> ? T : never;

/** The JSON of a text; undefined for any other. The empty text says nothing, which is a success. */
function jsonIn(body: string): { readonly json: unknown } | undefined {
	const plain = body.replace(/^\ufeff/, '').trim();
	try {
		const kept = (name: string, value: unknown): unknown => (name === '__proto__' ? undefined : value);
		return { json: plain === '' ? {} : JSON.parse(plain, kept) };
	} catch {
		return undefined;
	}
}

function keepsToErrors({ answer: given, isChange, mustConfirm }: Case): void {
	const read = jsonIn(given.text);
	const outcome = outcomeOf(() => decodeAnswer('op', given, 1_700_000_000_000, [], { isChange, mustConfirm }));
	nothingInherited();
	if (outcome.error) {
		const { error } = outcome;
		ok(error.message.length < 3_000 && (error.hint?.length ?? 0) < 1_000, 'the error is too long');
		ok(error.retryAfter === undefined || error.retryAfter >= 0);
		return;
	}
	const { value } = outcome;
	ok(given.status < 300, `HTTP ${given.status} is no success`);
	ok(read, 'what is no JSON is no success');
	deepStrictEqual(value, read.json);
	if (typeof value === 'object' && value !== null && 'error_code' in value && Object.hasOwn(value, 'error_code'))
		ok(!(typeof value.error_code === 'number' && value.error_code !== 0), 'an error code is no success');
}

property({
	promise: 'an answer is its JSON or a LibraryError, whatever comes: bytes, pages, cut or nested JSON',
	count: 2450,
	cases: answer(text),
	keeps: keepsToErrors,
});

property({ promise: 'no long answer keeps n8n busy', count: 75, cases: answer(long), keeps: keepsToErrors });
