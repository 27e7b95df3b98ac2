import { createHash, randomBytes } from 'node:crypto';
import { startEmulator, type Emulator } from '../../emulator';
import { sized } from '../../support/runs';
import { until } from '../../support/until';
import type { BinaryMode, RunSetup } from '../support/engine';
import { by, startLibrary, type Library } from '../support/library';

/* Upload and download through the engine, the same in each of n8n's binary modes. */

/** Bytes, in parts of an upload. */
const SIZES = [0, 1e-6, 1, 1.000_001, 2.5];
/** Bytes: a download of so many is read into one piece where binary data are in memory. */
const LARGE = 8_100_000;
const UPLOAD = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', '/') };
const DOWNLOAD = { resource: 'file', operation: 'download' };
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** Bytes that are different in every block, so that a swapped or repeated part is noticed. */
function bytesOf(size: number): Buffer {
	const block = randomBytes(65_536);
	const bytes = Buffer.alloc(size);
	for (let at = 0; at < size; at += block.length) {
		block.writeUInt32BE(at, 0);
		block.copy(bytes, at);
	}
	return bytes;
}

/** The node with a binary mode, against an emulator. */
class BinaryScene {
	emulator!: Emulator;
	library!: Library;

	/** `chunkSize` is that of the parts of an upload, in MB. */
	constructor(
		readonly mode: BinaryMode,
		readonly chunkSize: number,
	) {}

	async start(): Promise<void> {
		this.emulator = await startEmulator();
		this.library = await startLibrary({ url: this.emulator.url, ...this.emulator.library }, this.mode);
	}

	/** How many parts were sent so far. */
	parts(): number {
		return this.emulator.requests.filter(({ path }) => path === '/upload_part').length;
	}
}

describe.each<[BinaryMode, chunkSize: number]>([
	['default', 1],
	// In `npm run test:all` the parts that uploads have where nothing is chosen.
	['filesystem', sized(10)],
	['s3', 1],
	['database', 1],
])('binary mode %s', (mode, chunkSize) => {
	const scene = new BinaryScene(mode, chunkSize);
	const sizes = [LARGE, ...SIZES.map((parts) => Math.round(parts * chunkSize * 1_000_000))];
	beforeAll(async () => await scene.start());
	afterAll(async () => await scene.emulator.close());

	test.each(sizes)('%d bytes up and down again, the same SHA1', async (size) => await roundTrip(scene, size));
	test('several binary fields of one item become several files', async () => await severalFields(scene));
	test('by web form', async () => await webForm(scene));
	test('content the service already has is not sent again', async () => await sameContent(scene));
	test('a stopped execution leaves no session behind', async () => await stopped(scene));
});

async function roundTrip({ emulator, library, mode, chunkSize }: BinaryScene, size: number): Promise<void> {
	const bytes = bytesOf(size);
	const path = `合同 2026/é+b%20&x ${size}.bin`;
	const fileName = path.split('/')[1];
	const input = await library.engine.binaryItem(bytes, { fileName: 'other.bin' });
	expect((input.binary?.data?.id ?? 'default').startsWith(mode)).toBe(true);
	const form = { ...UPLOAD, folder: by('path', '合同 2026'), fileName, options: { chunkSize } };
	const up = await library.run(form, [input]);
	expect(up.error).toBeUndefined();
	expect(up.items).toHaveLength(1);
	const stored = { fullpath: path, filename: fileName, filehash: sha1(bytes), filesize: size };
	expect(up.items[0]?.json).toMatchObject(stored);
	expect(typeof up.items[0]?.json.hash).toBe('string');
	expect(emulator.sessions()).toEqual([]);

	const down = await library.run({ ...DOWNLOAD, file: by('path', path), binaryPropertyName: 'content' });
	expect(down.error).toBeUndefined();
	expect(down.items[0]?.json).toMatchObject({ fullpath: path, filesize: size, filehash: sha1(bytes) });
	expect(down.items[0]?.binary?.content).toMatchObject({ fileName });
	expect((down.items[0]?.binary?.content?.id ?? 'default').startsWith(mode)).toBe(true);
	const content = await library.engine.contentOf(down.items[0] ?? { json: {} }, 'content');
	expect({ size: content.length, sha1: sha1(content) }).toEqual({ size, sha1: sha1(bytes) });
}

async function severalFields({ library }: BinaryScene): Promise<void> {
	const one = await library.engine.binaryItem(Buffer.from('1'), { fileName: 'one.txt' });
	const two = await library.engine.binaryItem(Buffer.from('22'), { field: 'photo', fileName: 'two.txt' });
	const { items, error } = await library.run({ ...UPLOAD, binaryPropertyName: 'data, photo' }, [
		{ json: {}, binary: { ...one.binary, ...two.binary } },
	]);
	expect(error).toBeUndefined();
	expect(items.map(({ json, pairedItem }) => [json.fullpath, json.filesize, pairedItem])).toEqual([
		['one.txt', 1, { item: 0 }],
		['two.txt', 2, { item: 0 }],
	]);
}

async function webForm({ library }: BinaryScene): Promise<void> {
	const bytes = bytesOf(300_000);
	const { items, error } = await library.run({ ...UPLOAD, options: { method: 'form' } }, [
		await library.engine.binaryItem(bytes, { fileName: 'é form.bin' }),
	]);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ fullpath: 'é form.bin', filesize: 300_000 });
	const down = await library.run({ ...DOWNLOAD, file: by('path', 'é form.bin') });
	expect(sha1(await library.engine.contentOf(down.items[0] ?? { json: {} }))).toBe(sha1(bytes));
}

async function sameContent(scene: BinaryScene): Promise<void> {
	const { library } = scene;
	const bytes = bytesOf(1000);
	const input = await library.engine.binaryItem(bytes, { fileName: 'twice.bin' });
	await library.run({ ...UPLOAD, fileName: 'a.bin' }, [input]);
	const before = scene.parts();
	const { items } = await library.run({ ...UPLOAD, fileName: 'b.bin' }, [input]);
	expect(items[0]?.json).toMatchObject({ fullpath: 'b.bin', filehash: sha1(bytes) });
	expect(scene.parts()).toBe(before);
}

async function stopped(scene: BinaryScene): Promise<void> {
	const { emulator, library } = scene;
	emulator.faults.add({ match: '/upload_part', action: 'slow', slowMs: 1_000 });
	const input = await library.engine.binaryItem(bytesOf(2_000_000), { fileName: 'stopped.bin' });
	const before = scene.parts();
	let cancel = (): void => undefined;
	const onStart: RunSetup['onStart'] = (execution) => {
		cancel = () => execution.cancel();
	};
	const ended = library.run(UPLOAD, [input], { onStart });
	await until(() => scene.parts() > before);
	cancel();
	await ended.catch(() => undefined);
	await until(() => emulator.sessions().length === 0);
	emulator.faults.clear();
}
