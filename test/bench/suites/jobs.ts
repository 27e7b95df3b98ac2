import type { INodeExecutionData } from 'n8n-workflow';
import { type Bench, byPath, startBench } from '../engine';
import type { Address, Contestants, Task } from '../types';
import { FILES_IN_FOLDER, folderOf, type LibraryWorld, memberIdOf, SOURCE } from '../worlds';

/** A job in such a library. */
export interface Job extends LibraryWorld {
	readonly job: 'mirror' | 'getTable' | 'applyTable';
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const options = { concurrency: 8 };

/** Throws unless there are so many items. */
function check(what: string, found: number, right: number): undefined {
	if (found !== right) throw new Error(`${found} ${what}, ${right} are right`);
	return undefined;
}

/** Into a folder that does not exist yet; the service has all the contents, so no byte is sent. */
async function mirror(bench: Bench, { folders }: LibraryWorld): Promise<() => Promise<undefined>> {
	let run = 0;
	const mirrored = async (sourceFolder: string, dryRun: boolean): Promise<number> => {
		const parameters = {
			resource: 'folder',
			operation: 'mirror',
			dryRun,
			options,
			sourceFolder: byPath(sourceFolder),
			targetFolder: byPath(`T${run++}`),
		};
		return (await bench.run('library', parameters, [{ json: {} }])).length;
	};
	await mirrored(folderOf(0), true);
	return async () => check('changes', await mirrored(SOURCE, false), 1 + folders * (1 + FILES_IN_FOLDER));
}

async function table(bench: Bench, { folders, people }: LibraryWorld): Promise<INodeExecutionData[]> {
	const rows = upTo(people).map((n) => ({
		type: 'member',
		member: { __rl: true, mode: 'id', value: String(memberIdOf(n)) },
	}));
	const parameters = {
		resource: 'permission',
		operation: 'getTable',
		options,
		folders: { rows: upTo(folders).map((n) => ({ folder: byPath(folderOf(n)) })) },
		people: { rows },
	};
	const items = await bench.run('library', parameters, [{ json: {} }]);
	check('rows', items.length, folders * people);
	return items;
}

/** Every row is changed in each run: two permissions, then one more, and so on. */
async function apply(bench: Bench, world: LibraryWorld): Promise<() => Promise<undefined>> {
	const rows = await table(bench, world);
	let run = 0;
	return async () => {
		const granted = run++ % 2 === 0 ? 'ls, cd' : 'ls, cd, pv';
		const parameters = { resource: 'permission', operation: 'applyTable', dryRun: false, options };
		const edited = rows.map(({ json }) => ({ json: { ...json, granted } }));
		const items = await bench.run('library', parameters, edited);
		return check('changes', items.length, world.folders * world.people);
	};
}

async function ours({ job, ...world }: Job, { url }: Address): Promise<Task> {
	const bench = await startBench(url);
	switch (job) {
		case 'mirror':
			return { run: await mirror(bench, world) };
		case 'getTable':
			await table(bench, { folders: 1, people: 1 });
			return { run: async () => check('rows', (await table(bench, world)).length, world.folders * world.people) };
		case 'applyTable':
			return { run: await apply(bench, world) };
	}
}

/** Jobs that consist of many requests. */
export const contestants: Contestants<Job> = { node: ours };
