import { deleteEntry } from '../../emulator/store/library/write';
import type { Activation } from '../support/engine';
import { arrivalsOf, EVENTS } from '../support/arrivals';
import { by } from '../support/library';
import { paths, Triggers, useTriggers } from '../support/triggers';

/* Files that arrive in watched folders and leave them, in the real engine; and which folders are watched. */

const t = useTriggers(new Triggers());

const { library, inFolder, told } = arrivalsOf(t);
const requestsOf = async (trigger: Activation): Promise<[string[], number]> => {
	const before = t.client.emulator.requests.length;
	const found = await told(trigger);
	return [found, t.client.emulator.requests.length - before];
};

test('in, out and in again; an upload over a file is no arrival', async () => {
	await library();
	const trigger = inFolder('In');
	expect(await told(trigger)).toEqual([]);
	await t.file('In/new.txt');
	await t.file('In/old.txt', 'other content');
	expect(await told(trigger)).toEqual(['arrived created In/new.txt']);
	await t.do('move', { fullpath: 'In/new.txt', dest_fullpath: 'Out/new.txt' }, 5000);
	expect(await told(trigger)).toEqual(['left moved Out/new.txt']);
	await t.do('move', { fullpath: 'Out/new.txt', dest_fullpath: 'In/new.txt' }, 5000);
	expect(await told(trigger)).toEqual(['arrived moved In/new.txt']);
	await t.do('move', { fullpath: 'In/new.txt', dest_fullpath: 'In/renamed.txt' }, 5000);
	expect(await told(trigger)).toEqual([]);
	await t.do('del', { fullpath: 'In/renamed.txt' }, 5000);
	const [left] = (await trigger.poll()) ?? [];
	expect(left?.json).toMatchObject({ event: 'left', how: 'deleted', from_fullpath: 'In/renamed.txt' });
	await t.do('recover', { fullpaths: 'In/renamed.txt' }, 5000);
	expect(await told(trigger)).toEqual(['arrived restored In/renamed.txt']);
	expect(await told(trigger)).toEqual([]);
});

test('a folder with files: dragged in, dragged out, deleted and restored', async () => {
	await library();
	const trigger = inFolder('In');
	await told(trigger);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub' }, 5000);
	expect(await told(trigger)).toEqual(['arrived moved In/Sub/b.txt', 'arrived moved In/Sub/c.txt']);
	await t.do('move', { fullpath: 'In/Sub', dest_fullpath: 'Out/Sub' }, 5000);
	expect(await told(trigger)).toEqual(['left moved Out/Sub/b.txt', 'left moved Out/Sub/c.txt']);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub' }, 40_000);
	await told(trigger);
	await t.do('del', { fullpath: 'In/Sub' }, 40_000);
	expect(await told(trigger)).toContain('left deleted In/Sub');
	await t.do('recover', { fullpaths: 'In/Sub' }, 40_000);
	expect(await told(trigger)).toEqual(['arrived restored In/Sub/b.txt', 'arrived restored In/Sub/c.txt']);
});

test.each([
	[5000, 20_000],
	[60_000, 20_000],
	[5000, 800_000],
])('a file that was moved %i ms before its folder was deleted is restored with it, %i ms later', async (gap, later) => {
	await library();
	await t.folder('In/Sub');
	const trigger = inFolder('In');
	await told(trigger);
	await t.do('move', { fullpath: 'In/old.txt', dest_fullpath: 'In/Sub/old.txt' }, 5000);
	expect(await told(trigger)).toEqual([]);
	await t.do('del', { fullpath: 'In/Sub' }, gap);
	expect(await told(trigger)).toContain('left deleted In/Sub');
	await t.do('recover', { fullpaths: 'In/Sub' }, later);
	expect(await told(trigger)).toEqual(['arrived restored In/Sub/old.txt']);
	expect(await told(trigger)).toEqual([]);
});

test('of more files than Maximum Items per Run, the remaining ones follow at the next polls', async () => {
	await library();
	for (let n = 0; n < 5; n++) await t.file(`Out/Sub/${n}.txt`);
	const trigger = inFolder('In', { options: { maximumItems: 3 } });
	await told(trigger);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub' }, 5000);
	await t.file('In/last.txt');
	const polls = [await told(trigger), await told(trigger), await told(trigger), await told(trigger)];
	expect(polls.map(({ length }) => length)).toEqual([3, 3, 2, 0]);
	const names = ['0', '1', '2', '3', '4', 'b', 'c'].map((name) => `arrived moved In/Sub/${name}.txt`);
	expect(polls.flat().sort()).toEqual(['arrived created In/last.txt', ...names]);
});

test.each(['In/old.txt', 'In/A'])('what leaves last, after more than one poll takes, is told: %s', async (last) => {
	await library();
	for (const folder of ['In/A', ...[1, 2, 3, 4].map((n) => `Out/D${n}`)]) await t.folder(folder);
	for (const file of ['In/A/a.txt', 'Out/D1/d.txt']) await t.file(file);
	const trigger = inFolder('In', { options: { maximumItems: 2 } });
	await told(trigger);
	t.clock.advance(5000);
	for (const n of [1, 2, 3, 4]) await t.do('move', { fullpath: `Out/D${n}`, dest_fullpath: `In/D${n}` }, 100);
	await t.do('move', { fullpath: last, dest_fullpath: last.replace('In', 'Out') }, 5000);
	const all: string[] = [];
	for (let polls = 0; polls < 8; polls++) all.push(...(await told(trigger)));
	const left = last === 'In/A' ? 'left moved Out/A/a.txt' : 'left moved Out/old.txt';
	expect(all).toEqual(['arrived moved In/D1/d.txt', left]);
});

test('a watched folder that vanishes with the one above fails no poll; when it is back, its files arrive', async () => {
	await library();
	await t.file('Up/Watched/x.txt');
	const trigger = inFolder('Up/Watched');
	await told(trigger);
	await t.do('move', { fullpath: 'Up', dest_fullpath: 'Elsewhere' }, 5000);
	expect(await told(trigger)).toEqual([]);
	await t.do('move', { fullpath: 'Elsewhere', dest_fullpath: 'Up' }, 5000);
	expect(await told(trigger)).toEqual(['arrived undefined Up/Watched/x.txt']);
});

test('a quiet poll takes at most 4 requests, forty new files at most 15', async () => {
	await library();
	const trigger = inFolder('In');
	await told(trigger);
	expect((await requestsOf(trigger))[1]).toBeLessThanOrEqual(4);
	for (let n = 0; n < 40; n++) await t.file(`In/${n}.txt`);
	const [found, requests] = await requestsOf(trigger);
	expect([found.length, requests <= 15]).toEqual([40, true]);
	expect((await requestsOf(trigger))[1]).toBeLessThanOrEqual(4);
});

test('several folders, without those that are excluded; from one into another is no arrival', async () => {
	await library();
	const folders = { rows: [{ folder: by('path', 'In') }, { folder: by('path', 'Out') }] };
	const watched = { scope: 'folders', folders, filters: { excludeFolders: ['/Out/Sub/'] } };
	const changes = t.activate({ ...watched, events: ['any'] });
	const arrivals = t.activate({ ...watched, events: EVENTS });
	expect([await changes.poll(), await arrivals.poll()]).toEqual([null, null]);
	for (const file of ['In/1.txt', 'Out/2.txt', 'Out/Sub/3.txt', '4.txt']) await t.file(file);
	await t.do('move', { fullpath: 'In/old.txt', dest_fullpath: 'Out/old.txt' }, 5000);
	expect(paths(await changes.poll())).toEqual(['In/1.txt', 'Out/2.txt', 'Out/old.txt']);
	expect(await told(arrivals)).toEqual(['arrived created In/1.txt', 'arrived created Out/2.txt']);
	await t.do('move', { fullpath: 'Out/Sub/b.txt', dest_fullpath: 'In/b.txt' }, 5000);
	expect(await told(arrivals)).toEqual(['arrived moved In/b.txt']);
});

test('an empty row of Several Folders is not the whole library', async () => {
	const rows = ['/', ''].map((path) => ({ folder: by('path', path) }));
	const [root, empty] = rows.map((row) => t.activate({ events: EVENTS, scope: 'folders', folders: { rows: [row] } }));
	expect(await root?.poll()).toBeNull();
	await expect(empty?.poll()).rejects.toThrow(/Folder/);
});

test('the root is no folder to exclude', async () => {
	await expect(t.activate({ filters: { excludeFolders: ['/'] } }).poll()).rejects.toThrow(/Exclude Folders contain/);
});

test('in a whole library what is created or restored arrives, and what is deleted leaves', async () => {
	await library();
	const trigger = t.activate({ events: EVENTS });
	await told(trigger);
	await t.file('new.txt');
	await t.do('move', { fullpath: 'Out/a.txt', dest_fullpath: 'In/a.txt' }, 5000);
	await t.do('del', { fullpath: 'In/old.txt' }, 5000);
	expect(await told(trigger)).toEqual(['arrived created new.txt', 'left deleted In/old.txt']);
	await t.do('del', { fullpath: 'Out/Sub' }, 60_000);
	expect(await told(trigger)).toContain('left deleted Out/Sub');
});

test.each<[string, number, () => Promise<void>, string]>([
	['edited', 60_000, async () => await t.file('Out/a.txt', 'other content', { ms: 2000 }), 'Out/a.txt'],
	['edited at once', 5000, async () => await t.file('Out/a.txt', 'other content', { ms: 5 }), 'Out/a.txt'],
	[
		'renamed',
		60_000,
		async () => await t.do('move', { fullpath: 'Out/a.txt', dest_fullpath: 'Out/z.txt' }, 2000),
		'Out/z.txt',
	],
	['left as it is', 60_000, async () => await Promise.resolve(), 'Out/a.txt'],
])('a file that is restored and %s before the next poll has been restored', async (_, ms, change, path) => {
	await library();
	const trigger = t.activate({ events: EVENTS });
	await told(trigger);
	await t.do('del', { fullpath: 'Out/a.txt' }, 5000);
	expect(await told(trigger)).toEqual(['left deleted Out/a.txt']);
	await t.do('recover', { fullpaths: 'Out/a.txt' }, ms);
	await change();
	expect(await told(trigger)).toEqual([`arrived restored ${path}`]);
	await t.file(path, 'third content', { ms: 5 });
	expect(await told(trigger)).toEqual([]);
});

test('a file that is deleted between the feed and the request for its history has left, and that is all', async () => {
	await library();
	const trigger = t.activate({ events: EVENTS });
	await told(trigger);
	await t.file('Out/a.txt', 'other content', { ms: 60_000 });
	const { library: access, libraries, faults } = t.client.emulator;
	const lib = libraries.get(access.mountId);
	let asked = 0;
	faults.choose = ({ path }) => {
		if (!path.endsWith('/file/history')) return undefined;
		if (lib && asked++ === 0) deleteEntry(lib, lib.tree.get('Out/a.txt'), false, { id: 0, name: 'ann' });
		return undefined;
	};
	const polls = [...(await told(trigger)), ...(await told(trigger))];
	expect([asked > 0, polls]).toEqual([true, ['left deleted Out/a.txt']]);
});

test.each(['before the poll', 'just before its files are listed'])(
	'a folder that moves away and is deleted with the folder that it moved to has left: %s',
	async (when) => {
		await library();
		await t.folder('In/Big');
		await t.file('In/Big/1.txt');
		const trigger = inFolder('In', { filters: { type: 'folders' } });
		t.clock.advance(60_000);
		await told(trigger);
		await t.do('move', { fullpath: 'In/Big', dest_fullpath: 'Up/Big' }, 5000);
		const { faults } = t.client.emulator;
		const remove = async (): Promise<undefined> => {
			faults.choose = undefined;
			await t.do('del', { fullpath: 'Up' }, 5000);
			return undefined;
		};
		if (when === 'before the poll') await remove();
		else faults.choose = async ({ path }) => (path.endsWith('/file/ls') ? await remove() : undefined);
		const [left, ...others] = [...((await trigger.poll()) ?? []), ...((await trigger.poll()) ?? [])];
		expect(left?.json).toMatchObject({ event: 'left', how: 'deleted', type: 'folder', fullpath: 'Up/Big' });
		expect([left?.json.from_fullpath, others]).toEqual([undefined, []]);
	},
);
