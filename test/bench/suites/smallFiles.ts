import type { INodeExecutionData } from 'n8n-workflow';
import { byPath, startBench, type Bench } from '../engine';
import { itemOf, removeBinaryData } from '../files';
import type { Address, Contestants, Task } from '../types';

/** Files of `size` bytes, one for each item, in n8n's binary data in files. */
export interface SmallFiles {
	readonly kind: 'upload' | 'download';
	readonly files: number;
	readonly size: number;
}

type Work = (bench: Bench, size: number) => Promise<(files: number) => Promise<undefined>>;

/** Throws unless every item is about a file of this size. */
function check(items: readonly INodeExecutionData[], files: number, size: number): undefined {
	const right = items.filter(({ json }) => json.filesize === size).length;
	if (right !== files || items.length !== files) throw new Error(`${right} of ${files} files`);
	return undefined;
}

const uploads: Work = async (bench, size) => {
	const { binary = {} } = await itemOf(bench.engine, 'filesystem', size);
	const parameters = {
		resource: 'file',
		operation: 'upload',
		binaryPropertyName: 'data',
		folder: byPath('Up'),
		fileName: '={{ $json.name }}',
	};
	return async (files) => {
		const inputs = Array.from({ length: files }, (_, n) => ({ json: { name: `${n}.bin` }, binary }));
		return check(await bench.run('library', parameters, inputs), files, size);
	};
};

const downloads: Work = async (bench, size) => {
	const parameters = {
		resource: 'file',
		operation: 'download',
		binaryPropertyName: 'data',
		file: byPath('={{ $json.path }}'),
	};
	return async (files) => {
		const inputs = Array.from({ length: files }, (_, n) => ({ json: { path: `Docs/${n}/${size}.bin` } }));
		const items = await bench.run('library', parameters, inputs);
		if (!items.every(({ binary }) => binary?.data)) throw new Error('a file has no content');
		return check(items, files, size);
	};
};

async function ours({ kind, files, size }: SmallFiles, { url }: Address): Promise<Task> {
	const work = await (kind === 'upload' ? uploads : downloads)(await startBench(url), size);
	await work(200);
	return { run: async () => await work(files), ...(kind === 'download' ? { after: removeBinaryData } : {}) };
}

/** Uploads or downloads many small files. */
export const contestants: Contestants<SmallFiles> = { node: ours };
