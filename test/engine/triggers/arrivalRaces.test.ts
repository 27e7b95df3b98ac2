import { deleteEntry } from '../../emulator/store/library/write';
import { arrivalsOf, EVENTS } from '../support/arrivals';
import { by } from '../support/library';
import { Triggers, useTriggers } from '../support/triggers';

/* What moves or goes between two requests of a poll, in folders whose arrivals and departures are told. */

const t = useTriggers(new Triggers());

const { library, inFolder, told, polls, happen } = arrivalsOf(t);

const lib = () => t.client.emulator.libraries.get(t.client.emulator.library.mountId)!;
const hashOf = (path: string): string => lib().tree.get(path).hash;

/** Does something just before the request of that number which ends so is answered; returns how many there were. */
function atRequest(end: string, nth: number, act: () => Promise<void> | void): () => number {
	let asked = 0;
	t.client.emulator.faults.choose = async ({ path }) => {
		if (path.endsWith(end) && ++asked === nth) await act();
		return undefined;
	};
	return () => asked;
}

test('a file that is deleted between the feed and the request for its history has left, and that is all', async () => {
	await library();
	const trigger = t.activate({ events: EVENTS });
	await told(trigger);
	await happen('+60000 edit Out/a.txt');
	const asked = atRequest('/file/history', 1, () =>
		deleteEntry(lib(), lib().tree.get('Out/a.txt'), false, { id: 0, name: 'ann' }),
	);
	expect([await polls(trigger, 2), asked() > 0]).toEqual([['left deleted Out/a.txt'], true]);
});

test.each(['before the poll', 'just before its files are listed'])(
	'a folder that moves away and is deleted with the folder that it moved to has left: %s',
	async (when) => {
		await library('folder In/Big, file In/Big/1.txt');
		const trigger = inFolder('In', { filters: { type: 'folders' } });
		t.clock.advance(60_000);
		await told(trigger);
		await happen('move In/Big Up/Big');
		const remove = async () => await happen('del Up');
		if (when === 'before the poll') await remove();
		else atRequest('/file/ls', 1, remove);
		const [left, ...others] = [...((await trigger.poll()) ?? []), ...((await trigger.poll()) ?? [])];
		expect(left?.json).toMatchObject({ event: 'left', how: 'deleted', type: 'folder', fullpath: 'Up/Big' });
		expect([left?.json.from_fullpath, others]).toEqual([undefined, []]);
	},
);

test.each([
	['the folder above it is renamed', 'move Up Renamed'],
	['a folder in it moves too', 'move Up Renamed, move Renamed/Watched/Kept Renamed/Watched/Other/Kept'],
])('watched by ID, with a deletion in it, and while a poll lists it %s: nothing arrives again', async (_, moves) => {
	await library(['Gone', 'Kept', 'Other'].map((name) => `folder Up/Watched/${name}`).join());
	await happen(['Gone/1.txt', 'Kept/2.txt', '3.txt'].map((file) => `file Up/Watched/${file}`).join());
	const trigger = inFolder('Up/Watched', { folder: by('id', hashOf('Up/Watched')) });
	t.clock.advance(60_000);
	await told(trigger);
	await happen('+60000 del Up/Watched/Gone');
	atRequest('/file/ls', 1, async () => await happen(moves));
	const gone = 'left deleted Up/Watched/Gone';
	expect(await polls(trigger, 3)).toEqual([gone, `${gone}/1.txt`]);
});

test.each([
	[EVENTS, 'arrived created Renamed/Watched/new.txt'],
	[['fileCreated'], 'created undefined Renamed/Watched/new.txt'],
])('watched by ID, and renamed between the feed and the look-up of its path: %j', async (events, expected) => {
	await library();
	const trigger = inFolder('Up/Watched', { events, folder: by('id', hashOf('Up/Watched')) });
	t.clock.advance(60_000);
	await told(trigger);
	await happen('file Up/Watched/new.txt');
	atRequest('/file/info', 1, async () => await happen('move Up Renamed'));
	expect(await polls(trigger, 2)).toEqual([expected]);
});

test.each([
	['is renamed', 'Big', 'S2', ['left 0', 'left 1', 'left 2']],
	['moves on', 'Up', 'S', ['left 0', 'left 1', 'left 2']],
	['moves back', 'In', 'S', ['left 0']],
])('a folder in one that left %s just before it is listed: each file is told once', async (_, parent, name, all) => {
	await library('folder In/Big, folder In/Big/S, folder In/Big/S/T');
	await happen('file In/Big/0.txt, file In/Big/S/1.txt, file In/Big/S/T/2.txt');
	const trigger = inFolder('In');
	await told(trigger);
	await happen('move In/Big Big');
	const lists = atRequest('/file/ls', 2, () => {
		const { tree } = lib();
		const folder = tree.get('Big/S');
		tree.detach(folder);
		tree.attach(folder, tree.get(parent), name);
		lib().record(folder, 4, { id: 0, name: '' });
	});
	const found = await polls(trigger, 3);
	expect(lists()).toBeGreaterThan(2);
	expect(found.map((text) => text.replace(/ .*\/(\w+)\.txt/, ' $1')).sort()).toEqual(all);
});
