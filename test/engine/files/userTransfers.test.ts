import type { INodeExecutionData } from 'n8n-workflow';
import { on, useBoundLibrary } from '../support/boundLibrary';
import { by } from '../support/library';
import { library, UPLOAD, usePerson } from '../support/person';

/* Uploads and downloads with the access token of a user. */

const person = usePerson();

test('upload in chunks: the token in the header, no org_client_id, the content arrives', async () => {
	const { server } = person;
	const { items } = await person.run({ ...UPLOAD, conflict: 'overwrite' }, undefined, await person.file());
	expect(items[0]?.json).toMatchObject({ fullpath: 'Up/report.bin', filename: 'report.bin' });
	expect(server.files.get('Up/report.bin')?.toString()).toBe('bytes to upload');
	expect(server.sent('uploadInitUser')).toEqual([{}]);
	expect(server.requests.filter(({ headers }) => 'x-svc-token' in headers).map(({ operation }) => operation)).toEqual(
		['uploadInitUser'],
	);
});

test('web upload by token', async () => {
	await person.run({ ...UPLOAD, fileName: 'web.bin', options: { method: 'form' } }, undefined, await person.file());
	expect(person.server.files.get('Up/web.bin')?.toString()).toBe('bytes to upload');
	expect(person.server.sent('webUploadUser')[0]).toMatchObject({
		mount_id: '1024',
		path: 'Up',
		name: 'web.bin',
		filefield: 'file',
		overwrite: '0',
	});
});

test('an existing file is skipped, or an error', async () => {
	const upload = { ...UPLOAD, fileName: 'web.bin' };
	await person.run(upload, undefined, await person.file());
	const skipped = await person.run({ ...upload, conflict: 'skip' }, undefined, await person.file());
	expect(skipped.items[0]?.json).toMatchObject({ skipped: true, fullpath: 'Up/web.bin' });
	const failed = await person.run({ ...upload, conflict: 'fail' }, undefined, await person.file());
	expect(failed.error?.message).toContain('already exists');
});

test('download', async () => {
	const { items } = await person.run({
		resource: 'file',
		operation: 'download',
		library,
		file: by('path', 'Docs/a.txt'),
		binaryPropertyName: 'data',
	});
	expect((await person.engine.contentOf(items[0] as INodeExecutionData)).toString()).toBe('content of any file\n');
	expect(items[0]?.binary?.data?.fileName).toBe('a.txt');
});

/* Uploads and downloads with the credential of an enterprise, also when the library's authorization ends meanwhile. */

const bound = useBoundLibrary();

const content = Buffer.alloc(2_500_000, 'upload ');
const BOUND_UPLOAD = on('file', 'upload', {
	binaryPropertyName: 'data',
	folder: by('path', '/'),
	options: { chunkSize: 1 },
});
const DOWNLOAD = on('file', 'download', { file: by('path', 'big.bin'), binaryPropertyName: 'data' });
const input = async () => [await bound.library.engine.binaryItem(content, { fileName: 'big.bin' })];

test('up and down again', async () => {
	const up = await bound.run(BOUND_UPLOAD, await input());
	expect(up.error).toBeUndefined();
	expect(bound.server.files.get('1001/big.bin')?.equals(content)).toBe(true);
	const down = await bound.run(DOWNLOAD);
	expect(down.error).toBeUndefined();
	expect((await bound.library.engine.contentOf(down.items[0] as INodeExecutionData)).equals(content)).toBe(true);
	expect(bound.server.count('/bind')).toBe(1);
});

test.each(['/create_file', '/upload_init'])('an authorization that ends before %s', async (step) => {
	let done = false;
	bound.server.before = (path) => {
		if (done || !path.endsWith(step)) return;
		done = true;
		bound.server.unbind(1001);
	};
	const { items, error } = await bound.run(BOUND_UPLOAD, await input());
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ fullpath: 'big.bin', filesize: content.length });
	expect(bound.server.files.get('1001/big.bin')?.equals(content)).toBe(true);
	expect(bound.server.count('/bind')).toBe(2);
});

test('an authorization that ends before the download link', async () => {
	bound.server.files.set('1001/big.bin', content);
	let done = false;
	bound.server.before = (path) => {
		if (!done && path.endsWith('/download_url')) bound.server.unbind(1001);
		done ||= path.endsWith('/download_url');
	};
	const { items, error } = await bound.run(DOWNLOAD);
	expect(error).toBeUndefined();
	expect((await bound.library.engine.contentOf(items[0] as INodeExecutionData)).equals(content)).toBe(true);
});
