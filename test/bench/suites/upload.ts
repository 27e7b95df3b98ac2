import type { INodeExecutionData } from 'n8n-workflow';
import { byPath, startBench, type NodeKind } from '../engine';
import { fileOf, itemOf, type Transfer, WARM_UP_SIZE } from '../files';
import { startN8nNode, type N8nNode } from '../n8nNodes';
import { uploadByTools } from '../nativeTools';
import type { Address, Contestants, Task } from '../types';

async function ours({ size, node, mode }: Transfer, { url }: Address): Promise<Task> {
	const bench = await startBench(url, mode);
	const upload = async (kind: NodeKind, item: INodeExecutionData, bytes: number): Promise<undefined> => {
		const parameters = {
			resource: 'file',
			operation: 'upload',
			binaryPropertyName: 'data',
			folder: byPath('Up'),
			fileName: 'file.bin',
		};
		const [uploaded] = await bench.run(kind, parameters, [item]);
		const { filesize } = uploaded?.json ?? {};
		if (filesize !== bytes) throw new Error(`uploaded ${String(filesize)} of ${bytes} bytes`);
		return undefined;
	};
	await upload(node, await itemOf(bench.engine, mode, WARM_UP_SIZE), WARM_UP_SIZE);
	const item = await itemOf(bench.engine, mode, size);
	return { run: async () => await upload(node, item, size) };
}

const PARAMETERS: Readonly<Record<N8nNode, Record<string, unknown>>> = {
	nextcloud: {
		authentication: 'accessToken',
		resource: 'file',
		operation: 'upload',
		path: 'sink/file.bin',
		binaryDataUpload: true,
		binaryPropertyName: 'data',
	},
	s3: {
		resource: 'file',
		operation: 'upload',
		bucketName: 'sink',
		fileName: 'file.bin',
		binaryData: true,
		binaryPropertyName: 'data',
		additionalFields: {},
		tagsUi: {},
	},
};

const byN8n =
	(kind: N8nNode) =>
	async ({ size, mode }: Transfer, { url }: Address): Promise<Task> => {
		const bench = await startN8nNode(kind, url, mode);
		const upload = async (item: INodeExecutionData): Promise<undefined> => {
			await bench.run(PARAMETERS[kind], [item]);
			return undefined;
		};
		await upload(await itemOf(bench.engine, mode, WARM_UP_SIZE));
		const item = await itemOf(bench.engine, mode, size);
		return { run: async () => await upload(item) };
	};

/** One upload. The limit computes the SHA1 of the same file and sends it; n8n's nodes send it without that SHA1. */
export const contestants: Contestants<Transfer> = {
	node: ours,
	limit: async ({ size }, server) => {
		const file = await fileOf(size);
		return { run: async () => await uploadByTools(server, '/sink', file) };
	},
	nextcloud: byN8n('nextcloud'),
	s3: byN8n('s3'),
};
