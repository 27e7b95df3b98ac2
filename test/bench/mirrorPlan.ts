import { planMirror } from '../../src/protocol/mirror/planMirror';
import { atOnce } from '../../src/protocol/wire/parseJson';
import type { MirrorEntry } from '../../src/protocol/mirror/types';

/*
 * How the time of a plan grows with the number of files: `npx tsx test/bench/mirrorPlan.ts`. Seconds of the
 * processor, so that what else the machine does counts less.
 */

const FILES_PER_FOLDER = 100;

/** A tree of so many files; `contents` is the number of different ones. */
function treeOf(count: number, contents: number): MirrorEntry[] {
	const folder = (at: number) => `folder ${Math.floor(at / FILES_PER_FOLDER)}`;
	return Array.from({ length: count }, (_, at): MirrorEntry[] => {
		const filehash = String(at % contents).padStart(40, '0');
		const file = { path: `${folder(at)}/file ${at}`, dir: false, filesize: 1_000, filehash, hash: `${at}` };
		if (at % FILES_PER_FOLDER > 0) return [file];
		return [{ path: folder(at), dir: true, filesize: 0, filehash: '', hash: folder(at) }, file];
	}).flat();
}

const renamedFiles = (tree: readonly MirrorEntry[]) =>
	tree.map((entry) => (entry.dir ? entry : { ...entry, path: `${entry.path} (old)` }));
const renamedFolders = (tree: readonly MirrorEntry[]) =>
	tree.map((entry) => ({ ...entry, path: entry.path.replace('folder', 'old folder') }));

const CASES: Readonly<Record<string, (count: number) => [MirrorEntry[], MirrorEntry[]]>> = {
	'equal trees': (count) => [treeOf(count, count), treeOf(count, count)],
	'an empty target': (count) => [treeOf(count, count), []],
	'all files renamed': (count) => [treeOf(count, count), renamedFiles(treeOf(count, count))],
	'all folders renamed': (count) => [treeOf(count, count), renamedFolders(treeOf(count, count))],
	'all files renamed, of one content': (count) => [treeOf(count, 1), renamedFiles(treeOf(count, 1))],
};

for (const [name, make] of Object.entries(CASES))
	for (const count of [10_000, 100_000]) {
		const [source, target] = make(count);
		const before = process.cpuUsage();
		const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
		const { stages } = atOnce(planMirror({ ...input, source, target }));
		const seconds = process.cpuUsage(before).user / 1_000_000;
		process.stdout.write(`${name}, ${count} files: ${seconds.toFixed(2)} s, ${stages.flat().length} changes\n`);
	}
