import type { INodeExecutionData } from 'n8n-workflow';
import { on, useBoundLibrary } from '../support/boundLibrary';
import { by } from '../support/library';

/* Uploads and downloads with the credential of an enterprise, also when the library's authorization ends meanwhile. */

const bound = useBoundLibrary();

const content = Buffer.alloc(2_500_000, 'upload ');
const UPLOAD = on('file', 'upload', {
	binaryPropertyName: 'data',
	folder: by('path', '/'),
	options: { chunkSize: 1 },
});
const DOWNLOAD = on('file', 'download', { file: by('path', 'big.bin'), binaryPropertyName: 'data' });
const input = async () => [await bound.library.engine.binaryItem(content, { fileName: 'big.bin' })];

test('up and down again', async () => {
	const up = await bound.run(UPLOAD, await input());
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
	const { items, error } = await bound.run(UPLOAD, await input());
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
