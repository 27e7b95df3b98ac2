import { UPLOAD, useFailures } from '../support/failures';

/* Wrong input of an upload: what is wrong is named, nothing is sent, and no session is left behind. */

const f = useFailures();

const item = async (fileName = 'x.bin') => await f.library.engine.binaryItem(Buffer.from('content'), { fileName });
afterEach(() => expect(f.emulator.sessions()).toEqual([]));

test('a missing binary field: the error lists the existing ones', async () => {
	await f.expectFailure(
		{ ...UPLOAD, binaryPropertyName: 'photo' },
		{ message: /binary field "photo"/, description: /data/ },
		[await item()],
	);
});
test('no binary data at all', async () =>
	await f.expectFailure(UPLOAD, { message: /binary field "data"/, description: /no binary data/ }));
test('no field name', async () =>
	await f.expectFailure(
		{ ...UPLOAD, binaryPropertyName: '={{ "" }}' },
		{
			message:
				/^(Fill in Input Binary Field first|Input Binary Field: the expression gave nothing for this item)/,
		},
		[await item()],
	));
test('a field name of commas', async () =>
	await f.expectFailure({ ...UPLOAD, binaryPropertyName: ' , ' }, { message: /Input Binary Field[: ]/ }, [
		await item(),
	]));
test('one of several fields is missing: none is sent', async () =>
	await f.expectFailure({ ...UPLOAD, binaryPropertyName: 'data,photo' }, { message: /binary field "photo"/ }, [
		await item(),
	]));
test('one of several files has no usable name: none is sent', async () => {
	const [good, bad] = [await item('x.bin'), await item('..')];
	const both = { json: {}, binary: { data: good.binary!.data!, photo: bad.binary!.data! } };
	await f.expectFailure({ ...UPLOAD, binaryPropertyName: 'data,photo' }, { message: /File Name: "\.\."/ }, [both]);
});
test('a name with a separator', async () =>
	await f.expectFailure(
		{ ...UPLOAD, fileName: 'a/b.txt' },
		{ message: /File Name: "a\/b.txt" contains a "\/"/, description: /folder/i },
		[await item()],
	));
test('no name anywhere', async () => {
	const { fileName: _fileName, ...data } = (await item()).binary?.data ?? { data: '', mimeType: '' };
	await f.expectFailure(UPLOAD, { message: /^Fill in File Name first$/ }, [{ json: {}, binary: { data } }]);
});
test('a chunk size beyond the limit', async () =>
	await f.expectFailure(
		{ ...UPLOAD, options: { chunkSize: 11 } },
		{ message: /Chunk Size \(MB\) must be at most 10/ },
		[await item()],
	));
test('one name for several files', async () =>
	await f.expectFailure({ ...UPLOAD, binaryPropertyName: 'data,data', fileName: 'x' }, { message: /File Name[: ]/ }, [
		await item(),
	]));
test('the second item', async () =>
	await f.expectFailure(UPLOAD, { message: /binary field "data"/, item: 1, sent: true }, [
		await item('first.bin'),
		{ json: {} },
	]));
