import { randomFillSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import type { BinaryMode } from '../engine/support/engine';
import { at, startBench, type Bench, type Who } from './engine';
import { helperNode } from './helper';
import * as limits from './limits';
import { compared, type Reading } from './meter';

/** One file that is sent or fetched; `size` in bytes. */
interface Transfer {
	readonly size: number;
	readonly who: Who;
	readonly mode: BinaryMode;
	readonly rounds: number;
}
export interface UploadTask extends Transfer {
	readonly kind: 'upload';
}
export interface DownloadTask extends Transfer {
	readonly kind: 'download';
}
/** An upload whose content the service has already. */
export interface InstantTask {
	readonly kind: 'instant';
	readonly size: number;
	readonly rounds: number;
}
/** Readings of our node, of what the machine can do, and of n8n's own helper. */
export interface TransferResult {
	readonly node: Reading;
	readonly limit: Reading;
	readonly helper?: Reading;
}

const CHUNK = 10_000_000;
const BLOCK = randomFillSync(Buffer.allocUnsafe(1024 * 1024));
/** Loads what is loaded at the first transfer; small, so that memory in use before is that of an idle n8n. */
const SMALL = 1_000;

function* content(size: number): Generator<Buffer> {
	for (let left = size; left > 0; left -= BLOCK.length) yield left >= BLOCK.length ? BLOCK : BLOCK.subarray(0, left);
}

const folder = async (): Promise<string> => await mkdtemp(join(process.env['N8N_USER_FOLDER'] ?? tmpdir(), 'bench-'));

/** A file of that size outside of n8n. */
async function fileOf(size: number): Promise<string> {
	const path = join(await folder(), 'file.bin');
	await writeFile(path, content(size));
	return path;
}

/** The same file as binary data of n8n. */
async function itemOf({ engine }: Bench, mode: BinaryMode, size: number): Promise<INodeExecutionData> {
	return await engine.binaryItem(
		mode === 'filesystem' ? Readable.from(content(size), { objectMode: false }) : Buffer.concat([...content(size)]),
	);
}

async function uploadTo(
	bench: Bench,
	who: Who,
	name: string,
	item: INodeExecutionData,
	size: number,
): Promise<INodeExecutionData['json']> {
	const [sent] = await bench.run(
		who,
		{ resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: at('Up'), fileName: name },
		[item],
	);
	if (sent?.json['filesize'] !== size) throw new Error(`uploaded ${String(sent?.json['filesize'])} of ${size} bytes`);
	return sent.json;
}

/** The same chunks by n8n's own helper. */
const putByHelper = (url: string, path: string): INodeType =>
	helperNode(async ({ helpers }) => {
		const file = await open(path);
		for await (const body of createReadStream('', { fd: file.fd, autoClose: false, highWaterMark: CHUNK })) {
			await helpers.httpRequest({
				method: 'PUT',
				url: `${url}/sink`,
				body: body as Buffer,
				skipSslCertificateValidation: true,
			});
		}
		await file.close();
		return [];
	});

/** One upload against SHA1 of the same file plus the same chunks sent by undici alone, and by n8n's helper. */
export async function upload({ size, who, mode, rounds }: UploadTask, url: string): Promise<TransferResult> {
	const bench = await startBench(url, mode);
	const [path, small] = [await fileOf(size), await fileOf(SMALL)];
	const limit = async (file: string): Promise<void> => {
		await limits.sha1(file);
		await limits.put(file, `${url}/sink`, CHUNK);
	};
	const warm = await itemOf(bench, mode, SMALL);
	await uploadTo(bench, who, 'warm.bin', warm, SMALL);
	await limit(small);
	const item = await itemOf(bench, mode, size);
	const helper = putByHelper(url, path);
	return await compared(
		{ rounds, memory: true },
		{
			node: async () => await uploadTo(bench, who, 'file.bin', item, size),
			limit: async () => await limit(path),
			helper: async () => {
				await limits.sha1(path);
				await bench.runNode(helper, [{ json: {} }]);
			},
		},
	);
}

/** An instant upload against SHA1 of the same file. */
export async function instant({ size, rounds }: InstantTask, url: string): Promise<TransferResult> {
	const bench = await startBench(url);
	const path = await fileOf(size);
	const warm = await itemOf(bench, 'filesystem', SMALL);
	await uploadTo(bench, 'library', 'known.bin', warm, SMALL);
	const item = await itemOf(bench, 'filesystem', size);
	return await compared(
		{ rounds, memory: true },
		{
			node: async () => {
				const { instant: was, bytesSent } = await uploadTo(bench, 'library', 'known.bin', item, size);
				if (was !== true || bytesSent !== 0) throw new Error('the upload was not instant');
			},
			limit: async () => await limits.sha1(path),
		},
	);
}

/** What n8n's nodes do: a stream of the helper, stored by n8n. */
const getByHelper = (url: string, size: number): INodeType =>
	helperNode(async ({ helpers }) => {
		const body = (await helpers.httpRequest({
			method: 'GET',
			url: `${url}/content/${size}.bin`,
			encoding: 'stream',
			skipSslCertificateValidation: true,
		})) as Readable;
		return [
			{
				json: {},
				binary: { data: await helpers.prepareBinaryData(body, 'file.bin', 'application/octet-stream') },
			},
		];
	});

/** One verified download against undici alone into a file, and against a stream of n8n's helper. */
export async function download({ size, who, mode, rounds }: DownloadTask, url: string): Promise<TransferResult> {
	const bench = await startBench(url, mode);
	const place = await folder();
	const ours = async (bytes: number): Promise<void> => {
		const [got] = await bench.run(
			who,
			{ resource: 'file', operation: 'download', file: at(`${bytes}.bin`), binaryPropertyName: 'data' },
			[{ json: {} }],
		);
		if (got?.json['filesize'] !== bytes || !got.binary?.['data']) throw new Error(`nothing came of ${bytes} bytes`);
	};
	const limit = async (bytes: number): Promise<void> => {
		const file = join(place, 'file.bin');
		await limits.get(`${url}/content/${bytes}.bin`, file);
		if ((await stat(file)).size !== bytes) throw new Error('the file is not whole');
	};
	await ours(SMALL);
	await limit(SMALL);
	// The service knows the checksum before: it is not what is measured.
	await bench.run(who, { resource: 'file', operation: 'get', file: at(`${size}.bin`) }, [{ json: {} }]);
	const helper = getByHelper(url, size);
	return await compared(
		{ rounds, memory: true },
		{
			node: async () => await ours(size),
			limit: async () => await limit(size),
			helper: async () => await bench.runNode(helper, [{ json: {} }]),
		},
	);
}
