import { deleteEntry } from '../../emulator/store/library/write';
import { hintsOf } from '../support/engine';
import { on } from '../support/library';
import { EmulatedLibrary, useWorld } from '../support/world';

/* Recycle Bin: Delete Many Permanently, in the real engine. */

const library = useWorld(new EmulatedLibrary(), { options: { seedDemo: true } });
beforeEach(async () => {
	await library.run(on('recycleBin', 'empty', { allEntries: true, dryRun: false }));
	for (const path of ['Old/a.tmp', 'Old/b.txt', 'Old/In/c.tmp', 'd.tmp', 'Old.tmp']) remove(path);
});

function remove(path: string, name = 'Kim'): void {
	library.emulator.seedFile(path, path);
	const owner = library.libraryAt();
	deleteEntry(owner, owner.tree.get(path), false, { id: 1, name });
}
const left = async (): Promise<unknown[]> => {
	const { items } = await library.run(on('recycleBin', 'getMany', { returnAll: true }));
	return items.map(({ json }) => json.fullpath).sort();
};
const empty = async (more: object) => {
	const run = await library.run(on('recycleBin', 'empty', { dryRun: false, ...more }));
	return { error: run.error, items: run.items.map(({ json }) => json), hints: hintsOf(run) };
};
const ALL = ['Old.tmp', 'Old/In/c.tmp', 'Old/a.tmp', 'Old/b.txt', 'd.tmp'];

test('a dry run is the default, and shows what would be deleted', async () => {
	const { items } = await library.run(on('recycleBin', 'empty', { filters: { folder: 'Old' } }));
	expect(items.map(({ json }) => [json.action, json.type, json.status, json.fullpath])).toEqual([
		['delete', 'file', 'planned', 'Old/In/c.tmp'],
		['delete', 'file', 'planned', 'Old/b.txt'],
		['delete', 'file', 'planned', 'Old/a.tmp'],
	]);
	expect(items[0]?.json).toMatchObject({ deleted_by: 'Kim', reason: 'passes the filters' });
	const all = await library.run(on('recycleBin', 'empty', { allEntries: true }));
	expect(all.items[0]?.json).toMatchObject({ status: 'planned', reason: 'all entries are to be deleted' });
	expect(await left()).toEqual(ALL);
});

test.each<[string, object, string[]]>([
	['a folder means what was below it', { folder: 'Old' }, ['Old.tmp', 'd.tmp']],
	['a pattern of names', { namePattern: '*.TMP' }, ['Old/b.txt']],
	['a pattern of paths', { namePattern: 'Old/*' }, ['Old.tmp', 'Old/In/c.tmp', 'd.tmp']],
	['who deleted it', { deletedBy: 'Lee' }, ALL],
	['days', { deletedBefore: '1' }, ALL],
	['a time to come, with another filter', { deletedBefore: '2999-01-01', namePattern: 'd*' }, ALL.slice(0, 4)],
])('%s', async (_, filters, expected) => {
	expect((await empty({ filters })).error).toBeUndefined();
	expect(await left()).toEqual(expected);
});

test('of two with one path of which one is meant neither is deleted; both are where both are', async () => {
	remove('d.tmp', 'Lee');
	const { items } = await empty({ filters: { deletedBy: 'Lee' } });
	expect(items).toMatchObject([
		{ status: 'skipped', fullpath: 'd.tmp', reason: expect.stringMatching(/same path/) as string },
	]);
	expect(await left()).toHaveLength(6);
	const both = await empty({ filters: { namePattern: 'd.tmp' }, planOutput: 'summary' });
	expect(both.hints).toContain('Deleted permanently: this cannot be undone');
	expect(both.items).toMatchObject([{ status: 'done', changes: 2, done: 2, deletions: 2, entries: 6 }]);
	expect(await left()).toEqual(ALL.slice(0, 4));
	const nothing = await empty({ filters: { namePattern: 'd.tmp' } });
	expect([nothing.items, nothing.hints.join()]).toEqual([[], expect.not.stringContaining('permanently')]);
});

test.each<[string, object, RegExp]>([
	['blanks', { filters: { namePattern: '  ' } }, /can't be empty/],
	['nothing', { filters: { deletedBy: '' } }, /empty/],
	['no filter', {}, /[Ss]et at least one/],
	['a pattern without a name', { filters: { namePattern: ' {/,//}' } }, /^Name Pattern: .* matches nothing/],
	['all, and a filter', { allEntries: true, filters: { folder: 'Old' } }, /can't be combined/],
	[
		'more than a share',
		{ allEntries: true, options: { deletionLimit: 99 } },
		/delete 5 of 5 entries; the limit is 99%/,
	],
	[
		'more than a number',
		{ filters: { folder: 'Old' }, options: { deletionLimitCount: 2 } },
		/3 of 5 entries; the limit is 2/,
	],
])('refuses %s', async (_, more, message) => {
	expect((await empty(more)).error?.message).toMatch(message);
	expect(await left()).toEqual(ALL);
});

test('what is deleted meanwhile at a path of the plan is not taken along', async () => {
	let looks = 0;
	library.emulator.faults.choose = ({ path }) => {
		if (!path.endsWith('/file/recycle') || ++looks !== 2) return undefined;
		return {
			match: '',
			action: {
				rewrite: (text) => text.replace('"list":[', '"list":[{"hash":"new","dir":0,"fullpath":"d.tmp"},'),
			},
		};
	};
	const { items } = await empty({ filters: { namePattern: '{d,Old,a,c}.tmp' } });
	expect(items.filter(({ status }) => status === 'failed')).toMatchObject([
		{ fullpath: 'd.tmp', error: expect.stringMatching(/was deleted meanwhile/) as string },
	]);
	expect(await left()).toEqual(['Old/b.txt', 'd.tmp']);
});

describe('a service that ignores case', () => {
	/** As it would be: what one path names goes with all that differ from it in case only. */
	beforeEach(() => {
		const { recycleBin } = library.libraryAt();
		const at = recycleBin.at.bind(recycleBin);
		recycleBin.at = (path) =>
			recycleBin
				.page(0, recycleBin.count)
				.map(({ fullpath }) => fullpath)
				.filter((other, nth, all) => all.indexOf(other) === nth && other.toLowerCase() === path.toLowerCase())
				.flatMap(at);
	});

	test('does not delete with one entry another one that was not selected', async () => {
		remove('OLD/A.TMP', 'Lee');
		const { items } = await empty({ filters: { deletedBy: 'Lee' } });
		expect(items).toMatchObject([
			{
				status: 'skipped',
				fullpath: 'OLD/A.TMP',
				reason: expect.stringMatching(/differs in case only/) as string,
			},
		]);
		expect(await left()).toEqual(['OLD/A.TMP', ...ALL]);
	});

	test('deletes both where both were selected', async () => {
		remove('OLD/A.TMP', 'Lee');
		const { items, error } = await empty({ filters: { namePattern: 'a.tmp' } });
		expect([error, items.map(({ status }) => status)]).toEqual([undefined, ['done', 'done']]);
		expect(await left()).toEqual(ALL.filter((path) => path !== 'Old/a.tmp'));
	});
});
