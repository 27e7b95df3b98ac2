import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { INodeType } from 'n8n-workflow';
import { byPath, startBench } from './engine';
import { newFolder, type Transfer, type TransferCosts, WARM_UP_SIZE } from './files';
import { helperNode } from './helper';
import { getFile } from './limits';
import { compare } from './meter';

/** A verified download. */
export interface DownloadBenchmark extends Transfer {
	readonly kind: 'download';
}

/** Does what n8n's nodes do: n8n stores a stream of its helper. */
const getByHelper = (url: string, size: number): INodeType =>
	helperNode(async ({ helpers }) => {
		const body = (await helpers.httpRequest({
			method: 'GET',
			url: `${url}/content/${size}.bin`,
			encoding: 'stream',
			skipSslCertificateValidation: true,
		})) as Readable;
		const data = await helpers.prepareBinaryData(body, 'file.bin', 'application/octet-stream');
		return [{ json: {}, binary: { data } }];
	});

/** One verified download, compared with undici alone into a file, and with a stream of n8n's helper. */
export async function measureDownload(
	{ size, node, mode, rounds }: DownloadBenchmark,
	url: string,
): Promise<TransferCosts> {
	const bench = await startBench(url, mode);
	const folder = await newFolder();
	const download = async (bytes: number): Promise<void> => {
		const file = byPath(`${bytes}.bin`);
		const parameters = { resource: 'file', operation: 'download', file, binaryPropertyName: 'data' };
		const [item] = await bench.run(node, parameters, [{ json: {} }]);
		if (item?.json.filesize !== bytes || !item.binary?.data) throw new Error(`${bytes} bytes were not downloaded`);
	};
	const limit = async (bytes: number): Promise<void> => {
		const file = join(folder, 'file.bin');
		await getFile(`${url}/content/${bytes}.bin`, file);
		if ((await stat(file)).size !== bytes) throw new Error('the file is incomplete');
	};
	await download(WARM_UP_SIZE);
	await limit(WARM_UP_SIZE);
	// The server computes the checksum of a size once; that is not part of the measurement.
	await bench.run(node, { resource: 'file', operation: 'get', file: byPath(`${size}.bin`) }, [{ json: {} }]);
	const helper = getByHelper(url, size);
	return await compare(
		{ rounds, memory: true },
		{
			node: async () => await download(size),
			limit: async () => await limit(size),
			helper: async () => await bench.runNode(helper, [{ json: {} }]),
		},
	);
}
