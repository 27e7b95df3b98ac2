import { arrivalsOf, EVENTS } from '../support/arrivals';
import { by } from '../support/library';
import { errorOf, Triggers, useTriggers } from '../support/triggers';

/* Which files arrive and leave where folders overlap, are excluded or vanish, whose they are, and what a test shows. */

const t = useTriggers(new Triggers());

const { library, inFolder, told } = arrivalsOf(t);

test('a folder that is chosen twice, or in another chosen one: each file arrives once', async () => {
	await library();
	await t.folder('In/Sub');
	const rows = ['In', 'In/Sub', '/In/'].map((path) => ({ folder: by('path', path) }));
	const trigger = t.activate({ events: EVENTS, scope: 'folders', folders: { rows } });
	await told(trigger);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub/X' }, 5000);
	expect(await told(trigger)).toEqual(['arrived moved In/Sub/X/b.txt', 'arrived moved In/Sub/X/c.txt']);
});

test('a folder is renamed so that what is in it is excluded: that has left', async () => {
	await library();
	for (const folder of ['In/Z', 'In/Z/Y']) await t.folder(folder);
	for (const file of ['In/Z/Y/q.txt', 'In/Z/k.txt']) await t.file(file);
	const trigger = inFolder('In', { filters: { excludeFolders: ['In/X/Y'] } });
	await told(trigger);
	await t.do('move', { fullpath: 'In/Z', dest_fullpath: 'In/X' }, 40_000);
	expect(await told(trigger)).toEqual(['left moved In/X/Y/q.txt']);
});

test('an excluded folder of a library: what is moved out of it arrives, what is moved into it leaves', async () => {
	await library();
	const trigger = t.activate({ events: EVENTS, filters: { excludeFolders: ['Out'] } });
	await told(trigger);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub' }, 5000);
	await t.do('move', { fullpath: 'In/old.txt', dest_fullpath: 'Out/old.txt' }, 5000);
	const arrived = ['arrived moved In/Sub/b.txt', 'arrived moved In/Sub/c.txt'];
	expect(await told(trigger)).toEqual([...arrived, 'left moved Out/old.txt']);
});

test('where a file has taken the path of the watched folder, a poll does not fail', async () => {
	await library();
	const trigger = inFolder('Up/Watched');
	await told(trigger);
	await t.do('move', { fullpath: 'Up/Watched', dest_fullpath: 'Elsewhere' }, 5000);
	await t.file('Up/Watched');
	expect(await told(trigger)).toEqual([]);
});

test('what was moved away and deleted there has no previous path', async () => {
	await library();
	const trigger = inFolder('In');
	await told(trigger);
	await t.do('move', { fullpath: 'In/old.txt', dest_fullpath: 'Out/old.txt' }, 5000);
	await t.do('del', { fullpath: 'Out/old.txt' }, 5000);
	const [left] = (await trigger.poll()) ?? [];
	expect(left?.json).toMatchObject({ event: 'left', fullpath: 'Out/old.txt' });
	expect(left?.json).not.toHaveProperty('from_fullpath');
});

test.each([
	[{}, true],
	[{ type: 'folders' }, true],
	[{ type: 'files' }, false],
	[{ extensions: ['txt'] }, false],
])('a deleted folder has left where folders are wanted: filters %j: %s', async (filters, isTold) => {
	await library();
	await t.folder('In/Sub');
	const left = { events: ['fileLeft'], filters };
	for (const trigger of [t.activate(left), t.activate({ ...left, scope: 'folder', folder: by('path', 'In') })]) {
		await told(trigger);
		await t.do('del', { fullpath: 'In/Sub' }, 5000);
		expect(await told(trigger)).toEqual(isTold ? ['left deleted In/Sub'] : []);
		await t.folder('In/Sub');
	}
});

test.each<[string, Record<string, unknown>, RegExp]>([
	['what is excluded that is nothing', { filters: { excludeFolders: '={{ null }}' } }, /^Exclude Folders/],
	['people that are nothing', { filters: { notChangedBy: '={{ null }}' } }, /^Not Changed By/],
	['a size that is nothing', { filters: { minimumSize: '={{ "" }}' } }, /^Minimum Size/],
	['a time that is nothing', { startFrom: 'date', startDate: '={{ "" }}' }, /^Start Date/],
	['a number that is nothing', { options: { overlap: '={{ null }}' } }, /^Overlap/],
	['a folder that is nothing', { folder: by('path', '={{ undefined }}') }, /^Folder/],
])('%s is refused', async (_, parameters, message) => {
	await library();
	const trigger = inFolder('In', parameters);
	expect((await errorOf(trigger.poll())).message).toMatch(message);
});

test('files are moved with their folder by whoever moves the folder', async () => {
	await library();
	const trigger = inFolder('In', { filters: { notChangedBy: ['n8n'] } });
	await told(trigger);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub', op_name: 'n8n' }, 5000);
	expect(await told(trigger)).toEqual([]);
	await t.do('move', { fullpath: 'In/Sub', dest_fullpath: 'Out/Sub', op_name: 'ann' }, 5000);
	expect(await told(trigger)).toHaveLength(2);
});

test('Fetch Test Event shows what was moved in, with its folder too, in a library with older changes', async () => {
	await library();
	t.clock.advance(60_000);
	t.client.emulator.seed(120);
	t.clock.advance(60_000);
	const trigger = inFolder('In');
	const shown = async (): Promise<string[]> =>
		((await trigger.poll({ mode: 'manual' })) ?? []).map(
			({ json }) => `${String(json.event)} ${String(json.how)} ${String(json.fullpath)}`,
		);
	await t.do('move', { fullpath: 'Out/a.txt', dest_fullpath: 'In/a.txt' });
	expect(await shown()).toEqual(['arrived moved In/a.txt']);
	const { description } = await errorOf(inFolder('Up', { events: ['fileLeft'] }).poll({ mode: 'manual' }));
	expect(description).toMatch(/A file that is moved away is told only by a published workflow\.$/);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub' }, 5000);
	await t.do('del', { fullpath: 'In/old.txt' }, 5000);
	const files = ['arrived moved In/Sub/b.txt', 'arrived moved In/Sub/c.txt'];
	expect(await shown()).toEqual(['arrived moved In/a.txt', ...files, 'left deleted In/old.txt']);
});

test.each([
	['the folder above it is renamed', 'Up', ''],
	['a folder in it moves too', 'Up', 'Up/Watched/Kept'],
])(
	'watched by ID, with a deletion in it, and while a poll lists it %s: nothing arrives again',
	async (_, above, inside) => {
		await library();
		for (const folder of ['Up/Watched/Gone', 'Up/Watched/Kept', 'Up/Watched/Other']) await t.folder(folder);
		for (const file of ['Gone/1.txt', 'Kept/2.txt', '3.txt']) await t.file(`Up/Watched/${file}`);
		const hash = t.client.emulator.libraries.get(t.client.emulator.library.mountId)?.tree.find('Up/Watched')?.hash;
		const trigger = inFolder('Up/Watched', { folder: by('id', hash ?? '') });
		t.clock.advance(60_000);
		await told(trigger);
		await t.do('del', { fullpath: 'Up/Watched/Gone' }, 60_000);
		const { faults } = t.client.emulator;
		faults.choose = async ({ path }) => {
			if (!path.endsWith('/file/ls')) return undefined;
			faults.choose = undefined;
			await t.do('move', { fullpath: above, dest_fullpath: 'Renamed' }, 1000);
			const target = 'Renamed/Watched/Other/Kept';
			if (inside) await t.do('move', { fullpath: inside.replace('Up', 'Renamed'), dest_fullpath: target }, 1000);
			return undefined;
		};
		const polls = [...(await told(trigger)), ...(await told(trigger)), ...(await told(trigger))];
		const gone = 'left deleted Up/Watched/Gone';
		expect(polls).toEqual([gone, `${gone}/1.txt`]);
	},
);

test.each([
	[['fileArrived', 'fileLeft'], ['arrived created Renamed/Watched/new.txt']],
	[['fileCreated'], ['created undefined Renamed/Watched/new.txt']],
])('watched by ID, and renamed between the feed and the look-up of its path: %j', async (events, expected) => {
	await library();
	const { emulator } = t.client;
	const hash = emulator.libraries.get(emulator.library.mountId)?.tree.find('Up/Watched')?.hash;
	const trigger = inFolder('Up/Watched', { events, folder: by('id', hash ?? '') });
	t.clock.advance(60_000);
	await told(trigger);
	await t.file('Up/Watched/new.txt');
	emulator.faults.choose = async ({ path }) => {
		if (!path.endsWith('/file/info')) return undefined;
		emulator.faults.choose = undefined;
		await t.do('move', { fullpath: 'Up', dest_fullpath: 'Renamed' }, 1000);
		return undefined;
	};
	expect([...(await told(trigger)), ...(await told(trigger))]).toEqual(expected);
});

/** Moves a folder just before the list of that number is answered; returns how many lists there were. */
function moveAtList(nth: number, path: string, parent: string, name: string): () => number {
	const { library: access, libraries, faults } = t.client.emulator;
	const lib = libraries.get(access.mountId);
	const folder = lib?.tree.find(path);
	if (!lib || !folder) throw new Error(`no ${path}`);
	let lists = 0;
	faults.choose = (request) => {
		if (!request.path.endsWith('/file/ls') || ++lists !== nth) return undefined;
		lib.tree.detach(folder);
		lib.tree.attach(folder, lib.tree.get(parent), name);
		lib.record(folder, 4, { id: 0, name: '' });
		return undefined;
	};
	return () => lists;
}

test.each([
	['is renamed', 'Big', 'S2', ['left 0', 'left 1', 'left 2']],
	['moves on', 'Up', 'S', ['left 0', 'left 1', 'left 2']],
	['moves back', 'In', 'S', ['left 0']],
])('a folder in one that left %s just before it is listed: each file is told once', async (_, parent, name, all) => {
	await library();
	for (const folder of ['In/Big', 'In/Big/S', 'In/Big/S/T']) await t.folder(folder);
	for (const file of ['In/Big/0.txt', 'In/Big/S/1.txt', 'In/Big/S/T/2.txt']) await t.file(file);
	const trigger = inFolder('In');
	await told(trigger);
	await t.do('move', { fullpath: 'In/Big', dest_fullpath: 'Big' }, 5000);
	const lists = moveAtList(2, 'Big/S', parent, name);
	const polls = [await told(trigger), await told(trigger), await told(trigger)].flat();
	expect(lists()).toBeGreaterThan(2);
	expect(polls.map((text) => text.replace(/ .*\/(\w+)\.txt/, ' $1')).sort()).toEqual(all);
});
