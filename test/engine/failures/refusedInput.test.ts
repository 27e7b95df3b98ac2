import { file, GET, type Parameters, useFailures } from '../support/failures';
import { by, on } from '../support/library';

/* Wrong input in a node: the error names the field and the item, and nothing is sent. (What is wrong: protocol.) */

const f = useFailures();
beforeEach(() => f.emulator.faults.clear());

const NOTHING = 'the expression gave nothing for this item';
const set = (value: unknown): Parameters =>
	on('metadata', 'set', { file, key: 'k', properties: { rows: [{ name: 'p', type: 'string', value }] } });

test.each<[string, Parameters, RegExp]>([
	['a file', on('file', 'get', { file: by('path', '={{ "" }}') }), new RegExp(`^File: ${NOTHING}`)],
	['a limit', on('file', 'search', { keywords: 'a', limit: '={{ $json.none }}' }), new RegExp(`^Limit: ${NOTHING}`)],
	[
		'no limit',
		on('file', 'search', { keywords: 'a', returnAll: '={{ "" }}' }),
		new RegExp(`^Return All: ${NOTHING}`),
	],
	['a short answer', on('file', 'get', { file, simplify: '={{ null }}' }), new RegExp(`^Simplify: ${NOTHING}`)],
	['a cell', set('={{ undefined }}'), new RegExp(`^Properties, row 1, Value: ${NOTHING}`)],
	['a locator', on('file', 'get', { file: '={{ null }}' }), new RegExp(`^File: ${NOTHING}$`)],
])('%s that an expression gives nothing for', async (...[, parameters, message]) => {
	await f.expectFailure(parameters, { message });
});

test.each<[string, Parameters, RegExp]>([
	['null', on('file', 'get', { file: null }), /^Choose a File first$/],
	['a locator without a value', on('file', 'get', { file: { __rl: true, mode: 'path' } }), /^Choose a File first$/],
	['an unknown mode', on('file', 'get', { file: by('name', 'x') }), /^File can't be selected by "name"/],
	['separators', on('file', 'get', { file: by('list', ';;') }), /^File: ";;" names nothing/],
	['an object for a text', on('file', 'search', { keywords: '={{ { a: 1 } }}' }), /Search Text must be text/],
	['a number for text', set('={{ NaN }}'), /^Properties, row 1[:,] Value[: ]/],
	[
		'a folder that gives nothing',
		on('file', 'get', { file: by('path', '=D/{{ $json.none }}') }),
		/"D\/" has an empty part/,
	],
	['a time that is over', on('link', 'create', { file, expires: 'time', deadline: '2001-01-01' }), /^Expires At[: ]/],
])('%s is refused', async (...[, parameters, message]) => {
	await f.expectFailure(parameters, { message });
});

test('the error names the item it is about, not the first one', async () => {
	await f.expectFailure(
		on('file', 'get', { file: by('path', '={{ $json.first ? "Docs/a.txt" : "" }}') }),
		{ message: /File: the expression gave nothing for this item/, item: 1, sent: true },
		[{ json: { first: true } }, { json: {} }],
	);
});

test.each<[string, Record<string, string>, RegExp]>([
	['a Base URL that is not a URL', { baseUrl: 'files.example.com' }, /Base URL[: ]/],
	['an empty Base URL', { baseUrl: '' }, /Base URL is missing/],
	['an empty client ID', { orgClientId: ' ' }, /Library Client ID is missing/],
	['an empty secret', { orgClientSecret: '' }, /Library Client Secret is missing/],
])('%s', async (_name, change, message) => {
	await f.expectFailure(GET, { message }, undefined, f.credentials(change));
});
