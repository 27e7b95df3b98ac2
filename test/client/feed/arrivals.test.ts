import { followArrivals, type ArrivalPort, startArrivals, entryId, idsIn } from '#changes/work';
import type { FeedChange, FeedEntry } from '#changes/plan';

/* Histories that random cases found (arrivals.model.test.ts), with a folder W that is watched. */

const folder = (fullpath: string): FeedEntry => ({ hash: 'f', dir: 1, fullpath, filename: 'f', cmd: 1 });
const file = (fullpath: string): FeedEntry => ({ hash: 'a', dir: 0, fullpath, filename: 'a', cmd: 1 });

/** W, in which nothing is left, and the places where the folder f was in the end; '' is nowhere. */
function portWith(places: readonly string[]) {
	let asked = 0;
	const listed: string[] = [];
	const port: ArrivalPort = {
		contains: (path) => path.startsWith('W/'),
		leadsTo: (path) => path === 'W',
		leadsToExcluded: () => false,
		list: async () => [],
		listBelow: async (path) => {
			listed.push(path);
			return path === places.at(-1) ? [{ ...folder(`${path}/s`), hash: 's' }, file(`${path}/a`)] : [];
		},
		pathOf: async () => places[Math.min(asked++, places.length - 1)] || undefined,
		roots: async () => {
			listed.push('roots');
			return 'w';
		},
	};
	return { ...port, listed };
}

async function leaving(places: readonly string[], ...seen: string[]) {
	const full = {
		...portWith(places),
		list: async () => [folder('W/f'), { ...folder('W/f/s'), hash: 's' }, file('W/f/a')],
	};
	const before = await startArrivals(full, 'W', () => true);
	const changes = seen.map((path) => ({ entry: folder(path), after: 1, isNew: false }));
	const port = portWith(places);
	return { ...(await followArrivals(port, before, changes)), listed: port.listed, before };
}

const told = ({ found }: Awaited<ReturnType<typeof followArrivals>>) =>
	found.map(({ entry, place }) => [entry.fullpath, place]);

test.each<[string, readonly string[], readonly string[]]>([
	['renamed while the poll read the feed', ['O/g'], ['O/f', 'O/g']],
	['moved on twice while it was listed', ['P/f', 'Q/f'], ['O/f']],
])('the files of a folder that leaves are told: %s', async (_what, places, seen) => {
	const left = await leaving(places, ...seen);
	expect([told(left), left.stateWithout([]).missing]).toEqual([[[`${places.at(-1)}/a`, 'left']], '']);
});

test('a folder that moves on whenever it is listed is given up after five lists', async () => {
	const { before } = await leaving([]);
	let moves = 0;
	const port = { ...portWith([]), pathOf: async () => `O/${moves++}` };
	const change = { entry: folder('O/f'), after: 1, isNew: false };
	expect((await followArrivals(port, before, [change])).found).toEqual([]);
	expect(port.listed).toEqual(['O/f', 'O/0', 'O/1', 'O/2', 'O/3', 'roots']);
});

test('a folder in which nothing is found that was watched is looked for again', async () => {
	const { before } = await leaving([]);
	const listBelow = async (path: string) => [{ ...file(`${path}/other`), hash: 'other' }];
	const change = { entry: folder('O/f'), after: 1, isNew: false };
	const { stateWithout, found } = await followArrivals({ ...portWith(['O/f']), listBelow }, before, [change]);
	expect([found, idsIn(stateWithout([]).missing).has(entryId(folder('O/f')))]).toEqual([[], true]);
});

test('a folder that is nowhere when it is listed was deleted, and stands for its files', async () => {
	const left = await leaving([''], 'O/f');
	expect([told(left), left.listed]).toEqual([[['O/f', 'left']], ['O/f', 'roots']]);
	const restored = [{ entry: folder('Q/f'), after: 2, isNew: false }];
	expect(told(await followArrivals(portWith(['Q/f']), left.stateWithout([]), restored))).toEqual([]);
});

describe('what is in the watched folder is listed once more', () => {
	/** Nothing was there before; `list` is there now. */
	async function arriving(list: FeedEntry[], ...changes: FeedChange[]) {
		const before = await startArrivals(portWith([]), 'W', () => true);
		const { found, others } = await followArrivals({ ...portWith([]), list: async () => list }, before, changes);
		return {
			found: found.map(({ entry, place, within, after }) =>
				within ? [entry.fullpath, place, within.fullpath, after] : [entry.fullpath, place],
			),
			others,
		};
	}
	const INSIDE = [folder('W/f'), file('W/f/a')];

	test('where a folder came that is no new one, since its files have no entries of their own', async () => {
		const came = { entry: folder('W/f'), after: 1, isNew: false };
		expect(await arriving(INSIDE, came)).toEqual({ found: [['W/f/a', 'arrived', 'W/f', 1]], others: [came] });
		const made = { ...came, isNew: true };
		expect(await arriving(INSIDE, made)).toEqual({ found: [], others: [made] });
	});

	test.each([
		['a folder inside was changed, which may have been elsewhere in between', folder('W/f')],
		['the watched folder, or one above it, was', folder('W')],
	])('where %s', async (_what, entry) => {
		const before = await startArrivals({ ...portWith([]), list: async () => [folder('W/f')] }, 'W', () => true);
		const changes = [{ entry: { ...entry, hash: entry.fullpath === 'W' ? 'w' : 'f' }, after: 1, isNew: false }];
		const { found } = await followArrivals({ ...portWith([]), list: async () => INSIDE }, before, changes);
		expect(found.map(({ entry: { fullpath }, place }) => [fullpath, place])).toEqual([['W/f/a', 'arrived']]);
	});
});

test.each<[string, FeedEntry, boolean, string[]]>([
	['a file elsewhere', file('O/a'), false, []],
	['a new folder elsewhere', folder('O/f'), true, []],
	// It may have had a watched folder in it.
	['a folder elsewhere that may have moved', folder('O/f'), false, ['roots']],
])('%s changes nothing in the watched folder', async (_what, entry, isNew, listed) => {
	const port = portWith([]);
	const before = await startArrivals(port, 'W', () => true);
	port.listed.length = 0;
	const list = async () => await Promise.reject(new Error('was listed'));
	const { found, others, stateWithout } = await followArrivals({ ...port, list }, before, [
		{ entry, after: 1, isNew },
	]);
	expect([found, others.length, stateWithout([]), port.listed]).toEqual([[], 1, before, listed]);
});

test('what a list does not show because it moves within the folders has not left, and does not arrive', async () => {
	const { before } = await leaving([]);
	const isMoved = { entry: { ...folder('W/g'), hash: 'g' }, after: 1, isNew: false };
	const missed = await followArrivals({ ...portWith([]), list: async () => [folder('W/f')] }, before, [isMoved]);
	expect([told(missed), idsIn(missed.stateWithout([]).missing).has(entryId(file('')))]).toEqual([[], true]);
	const shown = { entry: file('W/g/a'), after: 2, isNew: false };
	const full = { ...portWith([]), list: async () => [folder('W/f'), file('W/g/a')] };
	expect(told(await followArrivals(full, missed.stateWithout([]), [shown]))).toEqual([]);
	expect(told(await followArrivals(full, missed.stateWithout([]), [isMoved]))).toEqual([]);
	expect(
		told(await followArrivals({ ...full, roots: async () => 'v' }, missed.stateWithout([]), [isMoved])),
	).toHaveLength(1);
	const listedTwice = { ...full, list: async () => [file('W/g/new'), file('W/h/new')] };
	expect(told(await followArrivals(listedTwice, { ...before, ids: '' }, [isMoved]))).toHaveLength(1);
});

test('what leaves while a poll lists what is left of a deleted folder is told by the next poll', async () => {
	const { before } = await leaving([]);
	const deleted = { entry: { ...folder('W/f/s'), hash: 's', cmd: 0 }, after: 1, isNew: false };
	const listed = { ...portWith([]), list: async () => [folder('W/f')] };
	const state = (await followArrivals(listed, before, [deleted])).stateWithout([]);
	const moved = { entry: file('O/a'), after: 2, isNew: false };
	expect(told(await followArrivals(portWith([]), state, [moved]))).toEqual([['O/a', 'left']]);
	const restored = { ...deleted, entry: { ...deleted.entry, cmd: 1 } };
	const list = async () => [folder('W/f'), restored.entry, file('W/f/s/a')];
	expect(told(await followArrivals({ ...portWith([]), list }, state, [restored]))).toEqual([['W/f/s/a', 'arrived']]);
});
