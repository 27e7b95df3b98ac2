import { arrivalsOf, type Chapter, EVENTS, inWords } from '../support/arrivals';
import { by } from '../support/library';
import { errorOf, paths, Triggers, useTriggers } from '../support/triggers';

/* Files that arrive in watched folders and leave them, in the real engine; and which folders are watched. */

const t = useTriggers(new Triggers());

const { library, inFolder, told, polls, happen, story } = arrivalsOf(t);

type Form = Readonly<Record<string, unknown>>;
const one = (path: string): Form => ({ scope: 'folder', folder: by('path', path) });
const several = (...folders: string[]): Form => ({
	scope: 'folders',
	folders: { rows: folders.map((path) => ({ folder: by('path', path) })) },
});
const without = (...excludeFolders: string[]): Form => ({ filters: { excludeFolders } });

/** What is there before, the form of the trigger, and what happens. */
type Story = [before: string, Form, ...Chapter[]];
/** What was moved before its folder was deleted. */
const restored = (gap: number, later: number): Story => [
	'folder In/Sub',
	one('In'),
	['move In/old.txt In/Sub/old.txt'],
	[`+${gap} del In/Sub`, 'left deleted In/Sub', 'left deleted In/Sub/old.txt'],
	[`+${later} recover In/Sub`, 'arrived restored In/Sub/old.txt'],
	[''],
];
/** A file of a whole library that is restored, and what happens to it before the next poll. */
const back = (happens: string, path = 'Out/a.txt'): Story => [
	'',
	{},
	['del Out/a.txt', 'left deleted Out/a.txt'],
	[happens, `arrived restored ${path}`],
	[`+5 edit ${path}`],
];

test.each<[string, Story]>([
	[
		'in, out and in again; an upload over a file is no arrival',
		[
			'',
			one('In'),
			['file In/new.txt, edit In/old.txt', 'arrived created In/new.txt'],
			['move In/new.txt Out/new.txt', 'left moved Out/new.txt'],
			['move Out/new.txt In/new.txt', 'arrived moved In/new.txt'],
			['move In/new.txt In/renamed.txt'],
			['del In/renamed.txt', 'left deleted In/renamed.txt'],
			['recover In/renamed.txt', 'arrived restored In/renamed.txt'],
			[''],
		],
	],
	[
		'a folder with files: dragged in, dragged out, deleted and restored',
		[
			'',
			one('In'),
			['move Out/Sub In/Sub', 'arrived moved In/Sub/b.txt', 'arrived moved In/Sub/c.txt'],
			['move In/Sub Out/Sub', 'left moved Out/Sub/b.txt', 'left moved Out/Sub/c.txt'],
			['+40000 move Out/Sub In/Sub', 'arrived moved In/Sub/b.txt', 'arrived moved In/Sub/c.txt'],
			['+40000 del In/Sub', 'left deleted In/Sub'],
			['+40000 recover In/Sub', 'arrived restored In/Sub/b.txt', 'arrived restored In/Sub/c.txt'],
		],
	],
	['a file moved just before its folder is deleted comes back with it', restored(5000, 20_000)],
	['a file moved before its folder is deleted comes back with it', restored(60_000, 20_000)],
	['a file in a folder that is deleted for long comes back with it', restored(5000, 800_000)],
	[
		'a watched folder that vanishes with the one above fails no poll; when it is back, its files arrive',
		[
			'file Up/Watched/x.txt',
			one('Up/Watched'),
			['move Up Elsewhere'],
			['move Elsewhere Up', 'arrived undefined Up/Watched/x.txt'],
		],
	],
	[
		'a file takes the path of the watched folder: no poll fails',
		['', one('Up/Watched'), ['move Up/Watched Elsewhere, file Up/Watched']],
	],
	[
		'several folders, without those that are excluded; from one into another is no arrival',
		[
			'',
			{ ...several('In', 'Out'), ...without('/Out/Sub/') },
			['file In/1.txt, file Out/2.txt', 'arrived created In/1.txt', 'arrived created Out/2.txt'],
			['file Out/Sub/3.txt, file 4.txt, move In/old.txt Out/old.txt'],
			['move Out/Sub/b.txt In/b.txt', 'arrived moved In/b.txt'],
		],
	],
	[
		'a folder that is chosen twice, or in another chosen one: each file arrives once',
		[
			'folder In/Sub',
			several('In', 'In/Sub', '/In/'),
			['move Out/Sub In/Sub/X', 'arrived moved In/Sub/X/b.txt', 'arrived moved In/Sub/X/c.txt'],
		],
	],
	[
		'a folder is renamed so that what is in it is excluded: that has left',
		[
			'folder In/Z, folder In/Z/Y, file In/Z/Y/q.txt, file In/Z/k.txt',
			{ ...one('In'), ...without('In/X/Y') },
			['+40000 move In/Z In/X', 'left moved In/X/Y/q.txt'],
		],
	],
	[
		'an excluded folder of a library: what is moved out of it arrives, what is moved into it leaves',
		[
			'',
			without('Out'),
			['move Out/Sub In/Sub', 'arrived moved In/Sub/b.txt', 'arrived moved In/Sub/c.txt'],
			['move In/old.txt Out/old.txt', 'left moved Out/old.txt'],
		],
	],
	[
		'in a whole library what is created or restored arrives, and what is deleted leaves',
		[
			'',
			{},
			['file new.txt, move Out/a.txt In/a.txt', 'arrived created new.txt'],
			['del In/old.txt', 'left deleted In/old.txt'],
			['+60000 del Out/Sub', ...['', '/b.txt', '/c.txt'].map((end) => `left deleted Out/Sub${end}`)],
		],
	],
	['a file is restored and edited', back('+60000 recover Out/a.txt, +2000 edit Out/a.txt')],
	['a file is restored and edited at once', back('recover Out/a.txt, +5 edit Out/a.txt')],
	['a file is restored and renamed', back('+60000 recover Out/a.txt, +2000 move Out/a.txt Out/z.txt', 'Out/z.txt')],
	['a file is restored', back('+60000 recover Out/a.txt')],
])('%s', async (_, [before, form, ...chapters]) => {
	await library(before);
	const trigger = t.activate({ events: EVENTS, ...form });
	await story(trigger, [[''], ...chapters]);
});

test('from the beginning what is there arrives; other events are told beside arrivals', async () => {
	await library();
	const trigger = inFolder('In', { events: ['fileArrived', 'fileDeleted'], startFrom: 'beginning' });
	await story(trigger, [
		['', 'arrived created In/old.txt'],
		['file In/new.txt, del In/old.txt', 'arrived created In/new.txt', 'deleted null In/old.txt'],
	]);
});

test('whose files are moved with their folder, and where they were', async () => {
	await library();
	const trigger = inFolder('In', { filters: { notChangedBy: ['n8n'] } });
	await told(trigger);
	await t.do('move', { fullpath: 'Out/Sub', dest_fullpath: 'In/Sub', op_name: 'n8n' }, 5000);
	expect(await told(trigger)).toEqual([]);
	await t.do('move', { fullpath: 'In/Sub', dest_fullpath: 'Out/Sub', op_name: 'ann' }, 5000);
	expect(await told(trigger)).toHaveLength(2);
	await happen('del In/old.txt');
	expect((await trigger.poll())?.[0]?.json).toMatchObject({ how: 'deleted', from_fullpath: 'In/old.txt' });
	await happen('recover In/old.txt');
	await told(trigger);
	// What was deleted elsewhere was not there.
	await happen('move In/old.txt Out/old.txt, del Out/old.txt');
	const [left] = (await trigger.poll()) ?? [];
	expect(left?.json).toMatchObject({ event: 'left', fullpath: 'Out/old.txt' });
	expect(left?.json).not.toHaveProperty('from_fullpath');
});

test('of more files than Maximum Items per Run, the remaining ones follow at the next polls', async () => {
	await library([0, 1, 2, 3, 4].map((n) => `file Out/Sub/${n}.txt`).join());
	const trigger = inFolder('In', { options: { maximumItems: 3 } });
	await told(trigger);
	await happen('move Out/Sub In/Sub, file In/last.txt');
	const found = [await told(trigger), await told(trigger), await told(trigger), await told(trigger)];
	expect(found.map(({ length }) => length)).toEqual([3, 3, 2, 0]);
	const names = ['0', '1', '2', '3', '4', 'b', 'c'].map((name) => `arrived moved In/Sub/${name}.txt`);
	expect(found.flat().sort()).toEqual(['arrived created In/last.txt', ...names]);
});

test.each(['In/old.txt', 'In/A'])('what leaves last, after more than one poll takes, is told: %s', async (last) => {
	const folders = [1, 2, 3, 4].map((n) => `folder Out/D${n}`).join();
	await library(`folder In/A, ${folders}, file In/A/a.txt, file Out/D1/d.txt`);
	const trigger = inFolder('In', { options: { maximumItems: 2 } });
	await told(trigger);
	await happen([1, 2, 3, 4].map((n) => `+100 move Out/D${n} In/D${n}`).join());
	await happen(`move ${last} ${last.replace('In', 'Out')}`);
	const left = last === 'In/A' ? 'left moved Out/A/a.txt' : 'left moved Out/old.txt';
	expect(await polls(trigger, 8)).toEqual(['arrived moved In/D1/d.txt', left]);
});

test('a quiet poll takes at most 4 requests, forty new files at most 15', async () => {
	await library();
	const trigger = inFolder('In');
	const requests = async (files: number): Promise<number> => {
		const before = t.client.emulator.requests.length;
		expect(await told(trigger)).toHaveLength(files);
		return t.client.emulator.requests.length - before;
	};
	await told(trigger);
	expect(await requests(0)).toBeLessThanOrEqual(4);
	for (let n = 0; n < 40; n++) await t.file(`In/${n}.txt`);
	expect(await requests(40)).toBeLessThanOrEqual(15);
	expect(await requests(0)).toBeLessThanOrEqual(4);
});

test.each<[string, Form, string]>([
	['one folder', one('In'), '[[{"by":"path","value":"In"}],true,[]]'],
	[
		'one of several, and what is excluded',
		{ ...several('In'), ...without('In/Sub') },
		'[[{"by":"path","value":"In"}],true,["In/Sub"]]',
	],
])('%s is saved as by the first version: a workflow goes on with what it has saved', async (_, form, places) => {
	await library();
	const trigger = t.activate({ events: EVENTS, ...form });
	await trigger.poll();
	expect(trigger.staticData().state).toMatchObject({
		arrivals: { places, roots: 'MV7XPqponzAg', ids: '.9KiTNRv', missing: '' },
		watched: '[{"by":"path","value":"In"}]',
	});
});

test('any change in several folders, without those that are excluded', async () => {
	await library();
	const trigger = t.activate({ ...several('In', 'Out'), ...without('/Out/Sub/'), events: ['any'] });
	expect(await trigger.poll()).toBeNull();
	await happen('file In/1.txt, file Out/2.txt, file Out/Sub/3.txt, file 4.txt, move In/old.txt Out/old.txt');
	expect(paths(await trigger.poll())).toEqual(['In/1.txt', 'Out/2.txt', 'Out/old.txt']);
});

test.each([
	[{}, true],
	[{ type: 'folders' }, true],
	[{ type: 'files' }, false],
	[{ extensions: ['txt'] }, false],
])('a deleted folder has left where folders are wanted: filters %j: %s', async (filters, isTold) => {
	await library('folder In/Sub');
	const left = { events: ['fileLeft'], filters };
	for (const trigger of [t.activate(left), t.activate({ ...left, ...one('In') })]) {
		await told(trigger);
		await story(trigger, [['del In/Sub', ...(isTold ? ['left deleted In/Sub'] : [])]]);
		await happen('folder In/Sub');
	}
});

test.each<[string, Form, RegExp]>([
	['what is excluded that is nothing', { filters: { excludeFolders: '={{ null }}' } }, /^Exclude Folders/],
	['the root as a folder to exclude', without('/'), /Exclude Folders can't contain/],
	// It is not the whole library.
	['an empty row of Several Folders', several(''), /Folder/],
])('%s is refused', async (_, parameters, message) => {
	await library();
	expect((await errorOf(inFolder('In', parameters).poll())).message).toMatch(message);
});

test('Fetch Test Event shows what was moved in, with its folder too, in a library with older changes', async () => {
	await library();
	t.clock.advance(60_000);
	t.client.emulator.seed(120);
	t.clock.advance(60_000);
	const trigger = inFolder('In');
	const shown = async (): Promise<string[]> => inWords(await trigger.poll({ mode: 'manual' }));
	await happen('move Out/a.txt In/a.txt');
	expect(await shown()).toEqual(['arrived moved In/a.txt']);
	const { description } = await errorOf(inFolder('Up', { events: ['fileLeft'] }).poll({ mode: 'manual' }));
	expect(description).toMatch(/A file that is moved away is told only by a published workflow\.$/);
	await happen('move Out/Sub In/Sub, del In/old.txt');
	const files = ['arrived moved In/Sub/b.txt', 'arrived moved In/Sub/c.txt'];
	expect(await shown()).toEqual(['arrived moved In/a.txt', ...files, 'left deleted In/old.txt']);
});
