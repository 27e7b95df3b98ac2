import { by } from '../../support/nodeParameters';
import { quickTime } from '../support/quickTime';
import { inShort, RestoreLab } from './restoreLab';

/* Single histories that random ones have found. */

quickTime();
const lab = new RestoreLab();
beforeEach(async () => await lab.begin());
afterEach(async () => await lab.close());

interface Example {
	readonly before: () => void;
	readonly after: () => void;
	readonly restore: object;
	/** What is done and told. */
	readonly rows: readonly string[];
	/** What is there then, files and folders. */
	readonly paths: readonly string[];
}

test.each<[string, Example]>([
	[
		'what came into a folder that stays is recycled when the folder around it goes back',
		{
			before: () => ['a', 'c/a'].forEach((path) => lab.folder(path)),
			after: () => {
				lab.move('a', 'c/a/a');
				lab.write('c/a/a/new', 'new');
				lab.move('c', 'b');
			},
			restore: { folder: by('path', 'c'), newFiles: 'recycle' },
			rows: ['move b -> c done', 'recycle b/a/a/new done', 'keep b/a/a -> a skipped'],
			paths: ['c', 'c/a', 'c/a/a'],
		},
	],
	[
		'what came since fits a pattern by the path that it gets, and only then',
		{
			before: () => ['x', 'y', 'z'].forEach((path) => lab.folder(path)),
			after: () => {
				lab.move('x', 'y/x', 'Kim');
				lab.write('y/x/new', 'new', 'Kim');
				lab.move('z', 'y/z', 'Kim');
				lab.write('y/z/new', 'new', 'Kim');
			},
			restore: { newFiles: 'recycle', filters: { patterns: ['x', 'x/*', 'z/*'] } },
			rows: ['move y/x -> x done', 'recycle y/x/new done'],
			paths: ['x', 'y', 'y/z', 'y/z/new'],
		},
	],
	[
		'what is in a folder that goes back fits a pattern there, too',
		{
			before: () => {
				lab.write('x/f', 'f');
				lab.write('x/z/g', 'g');
			},
			after: () => {
				lab.move('x/z/g', 'x/g');
				lab.move('x', 'y');
			},
			restore: { filters: { patterns: ['x', 'x/g'] } },
			rows: ['move y -> x done', 'move y/g -> x/z/g done'],
			paths: ['x', 'x/f', 'x/z', 'x/z/g'],
		},
	],
	[
		'a folder whose folder of then is in it by now, and is left alone, stays',
		{
			before: () => lab.folder('a/b'),
			after: () => {
				lab.move('a/b', 'b', 'Kim');
				lab.move('a', 'b/a', 'Lee');
			},
			restore: { filters: { changedBy: ['Kim'] } },
			rows: ['keep b -> a/b skipped'],
			paths: ['b', 'b/a'],
		},
	],
	[
		'what no pattern fits keeps its name, and what needs it is told',
		{
			before: () => lab.write('b', 'first'),
			after: () => {
				lab.move('b', 'a');
				lab.write('b', 'new');
			},
			restore: { filters: { patterns: ['a'] } },
			rows: ['keep a -> b skipped'],
			paths: ['a', 'b'],
		},
	],
	[
		'a folder of then that no pattern fits is made anew once',
		{
			before: () => lab.write('c/a', 'a'),
			after: () => {
				lab.move('c/a', 'a');
				lab.remove('c');
			},
			restore: { filters: { patterns: ['a'] } },
			rows: ['move a -> c/a done'],
			paths: ['c', 'c/a'],
		},
	],
	[
		'what came back beside its name of then goes on to it, whatever pattern its name fits',
		{
			before: () => lab.folder('c'),
			after: () => {
				lab.move('c', 'a');
				lab.remove('a');
				lab.write('a', 'new');
			},
			restore: { filters: { patterns: ['a'] } },
			rows: ['recover a done', 'move a(2) -> c done'],
			paths: ['a', 'c'],
		},
	],
	[
		'a new folder in which something stays makes way for the folder that had its name',
		{
			before: () => ['c', 'x'].forEach((path) => lab.folder(path)),
			after: () => {
				lab.move('c', 'old');
				lab.folder('c');
				lab.move('old', 'c/old');
				lab.move('x', 'c/x');
			},
			restore: { folder: by('path', 'c'), newFiles: 'recycle' },
			rows: ['move c done', 'move c/old -> c done', 'keep c/x -> x skipped', 'keep c skipped'],
			paths: ['c', 'c(2)', 'c(2)/x'],
		},
	],
	[
		'what was changed in a folder that was moved into a new one, and left it then',
		{
			before: () => ['b/a', 'b/c'].forEach((path) => lab.write(path, 'one')),
			after: () => {
				lab.folder('new');
				lab.move('b', 'new/b');
				for (const path of ['new/b/a', 'new/b/c']) lab.write(path, 'two');
				lab.move('new/b/a', 'x');
				lab.remove('new/b/c');
			},
			restore: { newFiles: 'recycle' },
			rows: [
				'recover new/b/c done',
				'move new/b -> b done',
				'move x -> b/a done',
				'restore_version new/b/c -> b/c done',
				'restore_version x -> b/a done',
				'recycle new done',
			],
			paths: ['b', 'b/a', 'b/c'],
		},
	],
	[
		'a folder that had another name before the time is not one that was deleted since under that name',
		{
			before: () => {
				lab.write('a/f', 'f');
				lab.move('a', 'b');
			},
			after: () => {
				lab.folder('a');
				lab.remove('a');
				lab.move('b/f', 'a');
			},
			restore: { newFiles: 'recycle' },
			rows: ['move a -> b/f done'],
			paths: ['b', 'b/f'],
		},
	],
	[
		'what is in one of several folders that were deleted at one path comes back with all of them',
		{
			before: () => lab.write('c/a', 'a'),
			after: () => {
				lab.write('c/new', 'new');
				lab.remove('c/a');
				lab.remove('c');
				lab.bringBack('c/a');
				lab.remove('c');
				lab.write('c', 'new');
			},
			restore: { newFiles: 'recycle' },
			rows: [
				'recover c done',
				'recover c done',
				'recycle c done',
				'move c(2)/a -> c/a done',
				'move c(3) -> c done',
				'recycle c(2) done',
				'recycle c(3)/new done',
			],
			paths: ['c', 'c/a'],
		},
	],
	[
		'what was in a folder that comes back when the folder around it is back goes into that one',
		{
			before: () => lab.folder('d/e/a'),
			after: () => {
				lab.folder('b');
				lab.move('d/e/a', 'b/a');
				lab.remove('d/e');
				lab.move('d', 'b/a/d');
			},
			restore: {},
			rows: ['move b/a/d -> d done', 'recover d/e done', 'move b/a -> d/e/a done'],
			paths: ['b', 'd', 'd/e', 'd/e/a'],
		},
	],
	[
		'what was deleted in a folder that was moved out of a deleted one comes back last',
		{
			before: () => lab.write('d/e/a/f', 'f'),
			after: () => {
				lab.remove('d/e/a/f', 'Kim');
				lab.move('d/e/a', 'a', 'Kim');
				lab.remove('d/e', 'Kim');
				lab.remove('d', 'Lee');
			},
			restore: { filters: { changedBy: ['Kim'] } },
			rows: ['recover d/e done', 'move a -> d/e/a done', 'recover d/e/a/f done'],
			paths: ['d', 'd/e', 'd/e/a', 'd/e/a/f'],
		},
	],
	[
		'a folder whose name nothing has any more was the one that had it then',
		{
			before: () => {
				lab.folder('a');
				lab.write('a/b/f', 'f');
			},
			after: () => {
				lab.remove('a/b/f');
				lab.move('a', 'd');
				lab.move('d/b', 'd/c');
				lab.write('a', 'new');
			},
			restore: { newFiles: 'recycle' },
			rows: ['recycle a done', 'move d -> a done', 'move d/c -> a/b done', 'recover a/b/f done'],
			paths: ['a', 'a/b', 'a/b/f'],
		},
	],
	[
		'what was in a folder that is back in the recycle bin is known by the path that this one had',
		{
			before: () => {
				lab.write('a/f', 'f');
				lab.folder('d');
				lab.remove('d');
			},
			after: () => {
				lab.bringBack('d');
				lab.move('a', 'd/a');
				lab.write('d/a/f', 'edited');
				lab.remove('d/a/f');
			},
			restore: { newFiles: 'recycle' },
			rows: ['recover d/a/f done', 'move d/a -> a done', 'restore_version d/a/f -> a/f done', 'recycle d done'],
			paths: ['a', 'a/f'],
		},
	],
])('%s', async (_, { before, after, restore, rows, paths }) => {
	before();
	const time = lab.clock.now();
	after();
	lab.tick();
	expect(inShort((await lab.restore(time, restore)).items)).toEqual(rows);
	expect(Object.keys(lab.state())).toEqual(paths);
	const again = inShort((await lab.restore(time, restore)).items);
	// Only what was kept may be told again.
	expect(again.filter((row) => !row.endsWith('skipped'))).toEqual([]);
	expect(again.length).toBeLessThanOrEqual(rows.filter((row) => row.startsWith('keep')).length);
});
