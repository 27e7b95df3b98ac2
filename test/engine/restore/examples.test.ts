import { by } from '../../support/nodeParameters';
import { quickTime } from '../support/quickTime';
import { inShort, RestoreLab } from './restoreLab';

/* Single histories that random ones have found. */

quickTime();
const lab = new RestoreLab();
beforeEach(async () => await lab.begin());
afterEach(async () => await lab.close());

/** Does what a text says, e.g. `folder a/b, Lee: write a/f text, move a b`: by Kim unless it says by whom. */
function happens(text: string): void {
	for (const one of text.split(', ')) {
		const [, who = 'Kim', deed, path = '', other = ''] = /^(?:(\w+): )?(\w+) (\S+)(?: (\S+))?$/.exec(one) ?? [];
		if (deed === 'folder') lab.folder(path, who);
		else if (deed === 'write') lab.write(path, other, who);
		else if (deed === 'move') lab.move(path, other, who);
		else if (deed === 'remove') lab.remove(path, who);
		else if (deed === 'recover') lab.bringBack(path, who);
		else throw new Error(`nothing happens by "${one}"`);
	}
}

const RECYCLE = { newFiles: 'recycle' };

/** What happened before the time, and since; how it is restored; what is done and told; and what is there then. */
type Example = readonly [before: string, after: string, restore: object, rows: readonly string[], paths: string];

const EXAMPLES: Readonly<Record<string, Example>> = {
	'what came into a folder that stays is recycled when the folder around it goes back': [
		'folder a, folder c/a',
		'move a c/a/a, write c/a/a/new new, move c b',
		{ ...RECYCLE, folder: by('path', 'c') },
		['move b -> c done', 'recycle b/a/a/new done', 'keep b/a/a -> a skipped'],
		'c c/a c/a/a',
	],
	'what came since fits a pattern by the path that it gets, and only then': [
		'folder x, folder y, folder z',
		'move x y/x, write y/x/new new, move z y/z, write y/z/new new',
		{ ...RECYCLE, filters: { patterns: ['x', 'x/*', 'z/*'] } },
		['move y/x -> x done', 'recycle y/x/new done'],
		'x y y/z y/z/new',
	],
	'what is in a folder that goes back fits a pattern there, too': [
		'write x/f f, write x/z/g g',
		'move x/z/g x/g, move x y',
		{ filters: { patterns: ['x', 'x/g'] } },
		['move y -> x done', 'move y/g -> x/z/g done'],
		'x x/f x/z x/z/g',
	],
	'a folder whose folder of then is in it by now, and is left alone, stays': [
		'folder a/b',
		'move a/b b, Lee: move a b/a',
		{ filters: { changedBy: ['Kim'] } },
		['keep b -> a/b skipped'],
		'b b/a',
	],
	'what no pattern fits keeps its name, and what needs it is told': [
		'write b first',
		'move b a, write b new',
		{ filters: { patterns: ['a'] } },
		['keep a -> b skipped'],
		'a b',
	],
	'a folder of then that no pattern fits is made anew once': [
		'write c/a a',
		'move c/a a, remove c',
		{ filters: { patterns: ['a'] } },
		['move a -> c/a done'],
		'c c/a',
	],
	'what came back beside its name of then goes on to it, whatever pattern its name fits': [
		'folder c',
		'move c a, remove a, write a new',
		{ filters: { patterns: ['a'] } },
		['recover a done', 'move a(2) -> c done'],
		'a c',
	],
	'a new folder in which something stays makes way for the folder that had its name': [
		'folder c, folder x',
		'move c old, folder c, move old c/old, move x c/x',
		{ ...RECYCLE, folder: by('path', 'c') },
		['move c done', 'move c/old -> c done', 'keep c/x -> x skipped', 'keep c skipped'],
		'c c(2) c(2)/x',
	],
	'what was changed in a folder that was moved into a new one, and left it then': [
		'write b/a one, write b/c one',
		'folder new, move b new/b, write new/b/a two, write new/b/c two, move new/b/a x, remove new/b/c',
		RECYCLE,
		[
			'recover new/b/c done',
			'move new/b -> b done',
			'move x -> b/a done',
			'restore_version new/b/c -> b/c done',
			'restore_version x -> b/a done',
			'recycle new done',
		],
		'b b/a b/c',
	],
	'a folder that had another name before the time is not one that was deleted since under that name': [
		'write a/f f, move a b',
		'folder a, remove a, move b/f a',
		RECYCLE,
		['move a -> b/f done'],
		'b b/f',
	],
	'what is in one of several folders that were deleted at one path comes back with all of them': [
		'write c/a a',
		'write c/new new, remove c/a, remove c, recover c/a, remove c, write c new',
		RECYCLE,
		[
			'recover c done',
			'recover c done',
			'recycle c done',
			'move c(2)/a -> c/a done',
			'move c(3) -> c done',
			'recycle c(2) done',
			'recycle c(3)/new done',
		],
		'c c/a',
	],
	'what was in a folder that comes back when the folder around it is back goes into that one': [
		'folder d/e/a',
		'folder b, move d/e/a b/a, remove d/e, move d b/a/d',
		{},
		['move b/a/d -> d done', 'recover d/e done', 'move b/a -> d/e/a done'],
		'b d d/e d/e/a',
	],
	'what was deleted in a folder that was moved out of a deleted one comes back last': [
		'write d/e/a/f f',
		'remove d/e/a/f, move d/e/a a, remove d/e, Lee: remove d',
		{ filters: { changedBy: ['Kim'] } },
		['recover d/e done', 'move a -> d/e/a done', 'recover d/e/a/f done'],
		'd d/e d/e/a d/e/a/f',
	],
	'a folder whose name nothing has any more was the one that had it then': [
		'folder a, write a/b/f f',
		'remove a/b/f, move a d, move d/b d/c, write a new',
		RECYCLE,
		['recycle a done', 'move d -> a done', 'move d/c -> a/b done', 'recover a/b/f done'],
		'a a/b a/b/f',
	],
	'two names that were swapped are swapped back by two moves': [
		'write a first, write b second',
		'move a c, move b a, move c b',
		{},
		['move a -> b done', 'move b -> a done'],
		'a b',
	],
	'a folder that came since and was deleted since stays in the recycle bin': [
		'write a a',
		'folder b, remove b, remove a',
		RECYCLE,
		['recover a done'],
		'a',
	],
	'what was in a folder that is back in the recycle bin is known by the path that this one had': [
		'write a/f f, folder d, remove d',
		'recover d, move a d/a, write d/a/f edited, remove d/a/f',
		RECYCLE,
		['recover d/a/f done', 'move d/a -> a done', 'restore_version d/a/f -> a/f done', 'recycle d done'],
		'a a/f',
	],
};

test.each(Object.entries(EXAMPLES))('%s', async (_, [before, after, restore, rows, paths]) => {
	happens(before);
	const time = lab.clock.now();
	happens(after);
	lab.tick();
	expect(inShort((await lab.restore(time, restore)).items)).toEqual(rows);
	expect(Object.keys(lab.state()).join(' ')).toBe(paths);
	const again = inShort((await lab.restore(time, restore)).items);
	// Only what was kept may be told again.
	expect(again.filter((row) => !row.endsWith('skipped'))).toEqual([]);
	expect(again.length).toBeLessThanOrEqual(rows.filter((row) => row.startsWith('keep')).length);
});
