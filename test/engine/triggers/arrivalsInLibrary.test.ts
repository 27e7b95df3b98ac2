import { deleteEntry } from '../../emulator/store/library/write';
import { arrivalsOf, EVENTS } from '../support/arrivals';
import { Triggers, useTriggers } from '../support/triggers';

/* What arrives in a whole library and leaves it, through the node in the real engine. */

const t = useTriggers(new Triggers());

const { library, told } = arrivalsOf(t);

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
