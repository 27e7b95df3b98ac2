import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { byPath, startBench, type Bench, type NodeKind } from './engine';
import { fileOf, itemOf, type Transfer, type TransferCosts, WARM_UP_SIZE } from './files';
import { helperNode } from './helper';
import { hashFile, putFile } from './limits';
import { compare } from './meter';

/** An upload in chunks. */
export interface UploadBenchmark extends Transfer {
	readonly kind: 'upload';
}

/** An upload of content that the service already has. */
export interface InstantBenchmark {
	readonly kind: 'instant';
	readonly size: number;
	readonly rounds: number;
}

/** In bytes; the chunk size of the nodes. */
const CHUNK = 10_000_000;

async function uploadItem(
	bench: Bench,
	node: NodeKind,
	fileName: string,
	item: INodeExecutionData,
	size: number,
): Promise<INodeExecutionData['json']> {
	const parameters = {
		resource: 'file',
		operation: 'upload',
		binaryPropertyName: 'data',
		folder: byPath('Up'),
		fileName,
	};
	const [uploaded] = await bench.run(node, parameters, [item]);
	const { filesize } = uploaded?.json ?? {};
	if (!uploaded || filesize !== size) throw new Error(`uploaded ${String(filesize)} of ${size} bytes`);
	return uploaded.json;
}

/** Sends the same chunks with n8n's own helper. */
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

/** One upload, compared with the SHA1 of the same file plus the same chunks sent by undici alone or by n8n's helper. */
export async function measureUpload(
	{ size, node, mode, rounds }: UploadBenchmark,
	url: string,
): Promise<TransferCosts> {
	const bench = await startBench(url, mode);
	const [path, small] = [await fileOf(size), await fileOf(WARM_UP_SIZE)];
	const limit = async (file: string): Promise<void> => {
		await hashFile(file);
		await putFile(file, `${url}/sink`, CHUNK);
	};
	await uploadItem(bench, node, 'warm.bin', await itemOf(bench, mode, WARM_UP_SIZE), WARM_UP_SIZE);
	await limit(small);
	const item = await itemOf(bench, mode, size);
	const helper = putByHelper(url, path);
	return await compare(
		{ rounds, memory: true },
		{
			node: async () => await uploadItem(bench, node, 'file.bin', item, size),
			limit: async () => await limit(path),
			helper: async () => {
				await hashFile(path);
				await bench.runNode(helper, [{ json: {} }]);
			},
		},
	);
}

/** An instant upload, compared with the SHA1 of the same file. */
export async function measureInstant({ size, rounds }: InstantBenchmark, url: string): Promise<TransferCosts> {
	const bench = await startBench(url);
	const path = await fileOf(size);
	await uploadItem(bench, 'library', 'known.bin', await itemOf(bench, 'filesystem', WARM_UP_SIZE), WARM_UP_SIZE);
	const item = await itemOf(bench, 'filesystem', size);
	return await compare(
		{ rounds, memory: true },
		{
			node: async () => {
				const { instant, bytes_sent: bytesSent } = await uploadItem(bench, 'library', 'known.bin', item, size);
				if (instant !== true || bytesSent !== 0) throw new Error('the upload was not instant');
			},
			limit: async () => await hashFile(path),
		},
	);
}
