import { GET, type Parameters, UPLOAD, useFailures } from '../support/failures';
import { by, on } from '../support/library';

/* Wrong input in a node: the error names the field and the item, and nothing is sent. (What is wrong: protocol.) */

const f = useFailures();
beforeEach(() => f.emulator.faults.clear());

test.each<[string, Parameters, RegExp]>([
	['an unknown mode', on('file', 'get', { file: by('name', 'x') }), /^File can't be selected by "name"/],
	['separators', on('file', 'get', { file: by('list', ';;') }), /^File: ";;" names nothing/],
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
	await f.expectFailure(GET, { message }, undefined, f.with(change));
});

describe('an upload', () => {
	const item = async (fileName = 'x.bin') => await f.engine.binaryItem(Buffer.from('content'), { fileName });
	afterEach(() => expect(f.emulator.sessions()).toEqual([]));

	test('without binary data', async () => {
		const expected = { message: /binary field "data"/, description: /no binary data/ };
		await f.expectFailure(UPLOAD, expected);
		const second = { message: expected.message, item: 1, sent: true };
		await f.expectFailure(UPLOAD, second, [await item('first.bin'), { json: {} }]);
	});

	test('of several files of which one has no usable name: none is sent', async () => {
		const [good, bad] = [await item('x.bin'), await item('..')];
		const both = { json: {}, binary: { data: good.binary!.data!, photo: bad.binary!.data! } };
		const message = /File Name: "\.\."/;
		await f.expectFailure({ ...UPLOAD, binaryPropertyName: 'data,photo' }, { message }, [both]);
	});

	test('without a name anywhere', async () => {
		const { fileName: _fileName, ...data } = (await item()).binary?.data ?? { data: '', mimeType: '' };
		await f.expectFailure(UPLOAD, { message: /^Fill in File Name first$/ }, [{ json: {}, binary: { data } }]);
	});
});
