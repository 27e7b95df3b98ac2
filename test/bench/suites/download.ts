import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { byPath, startBench } from '../engine';
import { newFolder, removeBinaryData, type Transfer, WARM_UP_SIZE } from '../files';
import { startN8nNode, type N8nNode } from '../n8nNodes';
import { downloadByTools } from '../nativeTools';
import type { Address, Contestants, Cost, Task } from '../types';

/* A download into n8n's binary data; ours is the only one that checks it, but for the limit. */

const contentOf = (size: number): string => `content/${size}.bin`;

/** Downloads once what is so small that memory stays as it is, then again and again. */
async function task(
	{ size }: Transfer,
	download: (size: number) => Promise<Partial<Cost> | undefined>,
	after: () => Promise<void>,
): Promise<Task> {
	await download(WARM_UP_SIZE);
	await after();
	return { run: async () => await download(size), after };
}

/** Throws unless the file is there as a whole. */
function checked([item]: readonly INodeExecutionData[], size: number): undefined {
	if (!item?.binary?.data) throw new Error(`${size} bytes were not downloaded`);
	return undefined;
}

async function ours(transfer: Transfer, { url }: Address): Promise<Task> {
	const { node, mode, size } = transfer;
	const bench = await startBench(url, mode);
	// The server computes the checksum of a size once; that is not part of the measurement.
	await bench.run(node, { resource: 'file', operation: 'get', file: byPath(`${size}.bin`) }, [{ json: {} }]);
	const download = async (bytes: number): Promise<undefined> => {
		const file = byPath(`${bytes}.bin`);
		const parameters = { resource: 'file', operation: 'download', file, binaryPropertyName: 'data' };
		const items = await bench.run(node, parameters, [{ json: {} }]);
		if (items[0]?.json.filesize !== bytes) throw new Error(`${bytes} bytes were not downloaded`);
		return checked(items, bytes);
	};
	return await task(transfer, download, removeBinaryData);
}

/** Downloads into a file of its own, outside of n8n. */
async function intoFile(
	transfer: Transfer,
	get: (path: string, file: string) => Promise<Partial<Cost> | undefined>,
): Promise<Task> {
	const file = join(await newFolder(), 'file.bin');
	const download = async (bytes: number): Promise<Partial<Cost> | undefined> => {
		const cost = await get(`/${contentOf(bytes)}`, file);
		if ((await stat(file)).size !== bytes) throw new Error('the file is incomplete');
		return cost;
	};
	return await task(transfer, download, async () => await rm(file));
}

const PARAMETERS: Readonly<Record<N8nNode, (size: number) => Record<string, unknown>>> = {
	nextcloud: (size) => ({
		authentication: 'accessToken',
		resource: 'file',
		operation: 'download',
		path: contentOf(size),
		binaryPropertyName: 'data',
	}),
	s3: (size) => ({
		resource: 'file',
		operation: 'download',
		bucketName: 'content',
		fileKey: `${size}.bin`,
		binaryPropertyName: 'data',
	}),
};

const byN8n =
	(kind: N8nNode) =>
	async (transfer: Transfer, { url }: Address): Promise<Task> => {
		const bench = await startN8nNode(kind, url, transfer.mode);
		const download = async (bytes: number): Promise<undefined> =>
			checked(await bench.run(PARAMETERS[kind](bytes), [{ json: {} }]), bytes);
		return await task(transfer, download, removeBinaryData);
	};

/** A verified download. The limit checks it as well; n8n's nodes do not. */
export const contestants: Contestants<Transfer> = {
	node: ours,
	limit: async (transfer, server) =>
		await intoFile(transfer, async (path, file) => await downloadByTools(server, path, file)),
	nextcloud: byN8n('nextcloud'),
	s3: byN8n('s3'),
};
