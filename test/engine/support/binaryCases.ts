import { createHash, randomBytes } from 'node:crypto';
import { startEmulator, type Emulator } from '../../emulator';
import type { BinaryMode } from './engine';
import { by, startLibrary, type Library } from './library';

const SIZES = [0, 1, 10_000_000, 10_000_001, 25_000_000];
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** Bytes that are different in every block, so that a swapped or repeated part shows. */
function bytesOf(size: number): Buffer {
	const block = randomBytes(65_536);
	const bytes = Buffer.alloc(size);
	for (let at = 0; at < size; at += block.length) {
		block.writeUInt32BE(at, 0);
		block.copy(bytes, at);
	}
	return bytes;
}

/** Upload and download through the engine in one of n8n's binary modes. */
export function testBinaryMode(mode: BinaryMode): void {
	let emulator: Emulator;
	let library: Library;
	beforeAll(async () => {
		emulator = await startEmulator();
		library = await startLibrary({ url: emulator.url, ...emulator.library }, mode);
	});
	afterAll(async () => await emulator.close());

	test.each(SIZES)('%d bytes up and down again, the same SHA1', async (size) => {
		const bytes = bytesOf(size);
		const path = `合同 2026/é+b%20&x ${size}.bin`;
		const input = await library.engine.binaryItem(bytes, { fileName: 'other.bin' });
		expect((input.binary?.data?.id ?? 'default').startsWith(mode)).toBe(true);
		const up = await library.run(
			{
				resource: 'file',
				operation: 'upload',
				binaryPropertyName: 'data',
				folder: by('path', '合同 2026'),
				fileName: path.split('/')[1],
			},
			[input],
		);
		expect(up.error).toBeUndefined();
		expect(up.items).toHaveLength(1);
		expect(up.items[0]?.json).toMatchObject({
			fullpath: path,
			filename: path.split('/')[1],
			filehash: sha1(bytes),
			filesize: size,
		});
		expect(typeof up.items[0]?.json.hash).toBe('string');
		expect(emulator.sessions()).toEqual([]);

		const down = await library.run({
			resource: 'file',
			operation: 'download',
			file: by('path', path),
			binaryPropertyName: 'content',
		});
		expect(down.error).toBeUndefined();
		expect(down.items[0]?.json).toMatchObject({ fullpath: path, filesize: size, filehash: sha1(bytes) });
		expect(down.items[0]?.binary?.content).toMatchObject({ fileName: path.split('/')[1] });
		expect((down.items[0]?.binary?.content?.id ?? 'default').startsWith(mode)).toBe(true);
		const content = await library.engine.contentOf(down.items[0] ?? { json: {} }, 'content');
		expect({ size: content.length, sha1: sha1(content) }).toEqual({ size, sha1: sha1(bytes) });
	});

	test('several binary fields of one item become several files', async () => {
		const [one, two] = [
			await library.engine.binaryItem(Buffer.from('1'), { fileName: 'one.txt' }),
			await library.engine.binaryItem(Buffer.from('22'), { field: 'photo', fileName: 'two.txt' }),
		];
		const { items, error } = await library.run(
			{ resource: 'file', operation: 'upload', binaryPropertyName: 'data, photo', folder: by('path', '/') },
			[{ json: {}, binary: { ...one.binary, ...two.binary } }],
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.fullpath, json.filesize, pairedItem])).toEqual([
			['one.txt', 1, { item: 0 }],
			['two.txt', 2, { item: 0 }],
		]);
	});

	test('by web form', async () => {
		const bytes = bytesOf(300_000);
		const { items, error } = await library.run(
			{
				resource: 'file',
				operation: 'upload',
				binaryPropertyName: 'data',
				folder: by('path', '/'),
				options: { method: 'form' },
			},
			[await library.engine.binaryItem(bytes, { fileName: 'é form.bin' })],
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fullpath: 'é form.bin', filesize: 300_000 });
		const down = await library.run({ resource: 'file', operation: 'download', file: by('path', 'é form.bin') });
		expect(sha1(await library.engine.contentOf(down.items[0] ?? { json: {} }))).toBe(sha1(bytes));
	});

	test('content the service already has is not sent again', async () => {
		const bytes = bytesOf(1000);
		const input = await library.engine.binaryItem(bytes, { fileName: 'twice.bin' });
		const upload = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', '/') };
		await library.run({ ...upload, fileName: 'a.bin' }, [input]);
		const before = emulator.requests.filter(({ path }) => path === '/upload_part').length;
		const { items } = await library.run({ ...upload, fileName: 'b.bin' }, [input]);
		expect(items[0]?.json).toMatchObject({ fullpath: 'b.bin', filehash: sha1(bytes) });
		expect(emulator.requests.filter(({ path }) => path === '/upload_part')).toHaveLength(before);
	});

	test('a stopped execution leaves no session behind', async () => {
		emulator.faults.add({ match: '/upload_part', action: 'slow', slowMs: 1_000 });
		const input = await library.engine.binaryItem(bytesOf(2_000_000), { fileName: 'stopped.bin' });
		const parts = emulator.requests.filter(({ path }) => path === '/upload_part').length;
		const running: { cancel?: () => void } = {};
		const ended = library.run(
			{ resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', '/') },
			[input],
			{
				onStart: (execution) => {
					running.cancel = () => execution.cancel();
				},
			},
		);
		while (emulator.requests.filter(({ path }) => path === '/upload_part').length === parts)
			await new Promise((done) => setTimeout(done, 5));
		running.cancel?.();
		await ended.catch(() => undefined);
		for (let tries = 0; emulator.sessions().length && tries < 200; tries++)
			await new Promise((done) => setTimeout(done, 10));
		expect(emulator.sessions()).toEqual([]);
		emulator.faults.clear();
	});
}
