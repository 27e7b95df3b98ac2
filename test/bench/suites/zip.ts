import type { INodeExecutionData } from 'n8n-workflow';
import { type Bench, byPath, startBench } from '../engine';
import { removeBinaryData } from '../files';
import type { Address, Contestants, Task } from '../types';
import { zipFile, zipFolder, type ZipWorld } from '../worlds';

type Download = (bench: Bench, world: ZipWorld) => Promise<INodeExecutionData[]>;

/** The folder as one archive. */
const asArchive: Download = async (bench, world) => {
	const parameters = { resource: 'folder', operation: 'downloadZip', folder: byPath(zipFolder(world)) };
	const items = await bench.run('library', parameters, [{ json: {} }]);
	const right = world.folders * world.files;
	if (items[0]?.json.file_count !== right)
		throw new Error(`${String(items[0]?.json.file_count)} files, ${right} are right`);
	return items;
};

/** The same files, each as one item. */
const asFiles: Download = async (bench, world) => {
	const parameters = { resource: 'file', operation: 'download', file: byPath('={{ $json.path }}') };
	const paths = Array.from({ length: world.folders * world.files }, (_, n) => zipFile(world, n));
	const inputs = paths.map((path) => ({ json: { path } }));
	const items = await bench.run('library', { ...parameters, binaryPropertyName: 'data' }, inputs);
	const wrong = items.findIndex(({ json, binary }) => json.filesize !== world.size || !binary?.data);
	if (wrong >= 0 || items.length !== paths.length) throw new Error(`${items.length} files; file ${wrong} is wrong`);
	return items;
};

const by =
	(download: Download) =>
	async (world: ZipWorld, { url }: Address): Promise<Task> => {
		const bench = await startBench(url);
		// The second one lets the server compute the checksum of the content, once.
		await download(bench, { folders: 1, files: 2, size: 1_000 });
		await bench.run('library', { resource: 'file', operation: 'get', file: byPath(zipFile(world, 0)) }, [
			{ json: {} },
		]);
		await removeBinaryData();
		return { run: async () => void (await download(bench, world)), after: removeBinaryData };
	};

/** Download as ZIP, and the downloads of the same files. */
export const contestants: Contestants<ZipWorld> = { node: by(asArchive), files: by(asFiles) };
