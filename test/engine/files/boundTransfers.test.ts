import { createHash } from 'node:crypto';
import { on, useBoundLibrary } from '../support/boundLibrary';
import { by } from '../support/library';

/* Uploads and downloads with the credential of an enterprise, also when the library's authorization ends meanwhile. */

const bound = useBoundLibrary();

const content = Buffer.alloc(2_500_000, 'upload ');
const sha1 = createHash('sha1').update(content).digest('hex');
const BOUND_UPLOAD = on('file', 'upload', {
	binaryPropertyName: 'data',
	folder: by('path', '/'),
	options: { chunkSize: 1 },
});
const DOWNLOAD = on('file', 'download', { file: by('path', 'big.bin'), binaryPropertyName: 'data' });
const input = async () => [await bound.engine.binaryItem(content, { fileName: 'big.bin' })];

test.each([
	['/bind', 'create_file'],
	['/create_file', 'upload_init'],
])('an authorization that ends between %s and %s', async (before) => {
	bound.unbindAfter(before);
	const { items, error } = await bound.run(BOUND_UPLOAD, await input());
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ fullpath: 'big.bin', filesize: content.length });
	expect(bound.find('big.bin')?.filehash).toBe(sha1);
	expect(bound.binds()).toBe(2);
});

test('an authorization that ends before the download link', async () => {
	bound.seedFile(1101, 'big.bin', content);
	bound.unbindAfter('/bind');
	const { items, error } = await bound.run(DOWNLOAD);
	expect(error).toBeUndefined();
	expect((await bound.engine.contentOf(items[0]!)).equals(content)).toBe(true);
});
