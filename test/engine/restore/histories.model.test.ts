import fc from 'fast-check';
import { property } from '../../support/property';
import { EVERY } from '../../support/runs';
import { quickTime } from '../support/quickTime';
import { by } from '../../support/nodeParameters';
import { type Filtered, wrongIn } from './filterOracle';
import { act, histories, play, someDeeds } from './histories';
import { inShort, RestoreLab, type State } from './restoreLab';

/* Any folder becomes what it was, whatever happened since. FEED_RUNS=7 plays 10,000 histories of each kind. */

quickTime();
const lab = new RestoreLab();
beforeAll(async () => await lab.begin());
afterAll(async () => await lab.close());
/** Each history runs a node three times: half of the usual share in `npm test`. */
const COUNT = EVERY === 1 ? 1_500 : 750;
const WHOLE = { newFiles: 'recycle' };

/** What is not as planned; empty for a run that made all. */
const notDone = (items: ReadonlyArray<Record<string, unknown>>): string[] =>
	inShort(items).filter((row) => !row.endsWith('done'));
const planned = (items: ReadonlyArray<Record<string, unknown>>): string[] =>
	inShort(items).filter((row) => !row.endsWith('skipped'));
/** The part of a state that another one has, too. */
const sharedBy = (state: State, other: State): State =>
	Object.fromEntries(Object.entries(state).filter(([path]) => path in other));

/** A restoration makes all of it what it was then, and the next one plans nothing. */
async function becomesWhatItWas({ time, then }: Pick<ReturnType<typeof play>, 'time' | 'then'>): Promise<void> {
	const { error, items } = await lab.restore(time, WHOLE);
	expect(error).toBeUndefined();
	expect([notDone(items), lab.state()]).toEqual([[], then]);
	expect(inShort((await lab.restore(time, WHOLE)).items)).toEqual([]);
}

for (const ignoresCase of [false, true])
	property({
		promise: `a library becomes what it was, and a second run plans nothing; ignores case: ${ignoresCase}`,
		count: COUNT,
		cases: histories(ignoresCase ? ['a', 'A', 'b', 'D.txt', 'd.TXT'] : undefined),
		keeps: async (history) => {
			lab.newLibrary(ignoresCase);
			await becomesWhatItWas(play(lab, history));
		},
	});

property({
	promise: 'what came since stays, and everything else is as it was',
	count: COUNT,
	cases: histories(),
	keeps: async (history) => {
		lab.newLibrary();
		const { time, then } = play(lab, history);
		const { error, items } = await lab.restore(time);
		expect(error).toBeUndefined();
		expect([notDone(items), sharedBy(lab.state(), then)]).toEqual([[], then]);
		expect(planned((await lab.restore(time)).items)).toEqual([]);
	},
});

property({
	promise: 'a folder of the library has what it had, unless that was deleted from another one',
	count: COUNT,
	cases: fc.tuple(histories(), fc.constantFrom('a', 'b', 'c')),
	keeps: async ([history, name]) => {
		lab.newLibrary();
		const { time, then } = play(lab, history);
		const more = { ...WHOLE, folder: by('path', name) };
		const { error, items } = await lab.restore(time, { ...more, planOutput: 'summary' });
		expect(error).toBeUndefined();
		const inFolder = ([path]: readonly [string, unknown]): boolean => path === name || path.startsWith(`${name}/`);
		const was = Object.fromEntries(Object.entries(then).filter(inFolder));
		const isDoubtful = JSON.stringify(items[0]?.notes).includes('outside of the folder');
		if (!isDoubtful) expect(sharedBy(lab.state(), was)).toEqual(was);
		expect(planned((await lab.restore(time, more)).items)).toEqual([]);
	},
});

property({
	promise: 'a run that ends at any request is finished by the next one',
	count: COUNT,
	cases: fc.tuple(histories(), fc.nat(60), fc.constantFrom('refused', 'reset', 'resetAfter')),
	keeps: async ([history, at, how]) => {
		lab.newLibrary();
		const { time, then } = play(lab, history);
		const action = how === 'refused' ? { status: 403 } : (how as 'reset');
		await lab.restoreFailing((number) => number >= at, action, time, WHOLE);
		await becomesWhatItWas({ time, then });
	},
});

property({
	promise: 'a request whose answer is lost, or that is to come later, is no failure',
	count: COUNT,
	cases: fc.tuple(histories(), fc.nat(40), fc.constantFrom<'reset' | 'resetAfter' | 429>('reset', 'resetAfter', 429)),
	keeps: async ([history, at, how]) => {
		lab.newLibrary();
		const { time, then } = play(lab, history);
		const action = how === 429 ? { status: 429 } : how;
		const { error, items } = await lab.restoreFailing((number) => number % 41 === at, action, time, WHOLE);
		expect(error).toBeUndefined();
		expect([notDone(items), lab.state()]).toEqual([[], then]);
	},
});

property({
	promise: 'what people do meanwhile is not lost, and the next run makes all as it was',
	count: COUNT / 3,
	cases: fc.tuple(histories(), fc.nat(60), someDeeds),
	keeps: async ([history, at, deeds]) => {
		lab.newLibrary();
		const { time, then } = play(lab, history);
		let requests = 0;
		lab.emulator.faults.choose = () => {
			if (requests++ === at) for (const deed of deeds) act(lab, deed);
			return undefined;
		};
		const { error } = await lab.restore(time, WHOLE, true);
		lab.emulator.faults.clear();
		expect(error).toBeUndefined();
		expect([...lab.known().values()].filter(({ is }) => is === 'lost')).toEqual([]);
		lab.tick();
		await becomesWhatItWas({ time, then });
	},
});

/** Filters in a few names. */
const filters = fc.record({
	folder: fc.constantFrom('', '', 'a', 'c'),
	people: fc.subarray(['Kim', 'Lee', 'Ada'], { maxLength: 2 }),
	patterns: fc.subarray(['a', 'b', '*.txt', 'a/b', 'b/c', 'c/a'], { maxLength: 2 }),
	recycles: fc.boolean(),
});
type Filters = Pick<Filtered, 'folder' | 'people' | 'patterns' | 'recycles'>;

const parametersOf = ({ folder, people, patterns, recycles }: Filters) => ({
	folder: by('path', folder === '' ? '/' : folder),
	newFiles: recycles ? 'recycle' : 'keep',
	filters: { changedBy: people, patterns },
});

/** IDs of what a run says that it cannot or must not do. */
const told = (items: ReadonlyArray<Record<string, unknown>>): ReadonlySet<string> =>
	new Set(items.filter(({ status }) => status !== 'done').map(({ hash }) => String(hash)));

/** A restoration by filters makes what they mean, touches nothing else, and the next one plans nothing. */
async function becomesAsMeant(
	time: number,
	chosen: Filters,
	entries: Omit<Filtered, keyof Filters | 'after' | 'told'>,
): Promise<void> {
	const dry = inShort((await lab.restore(time, { ...parametersOf(chosen), dryRun: true })).items);
	const { error, items } = await lab.restore(time, parametersOf(chosen));
	expect(error).toBeUndefined();
	expect(inShort(items).filter((row) => row.endsWith('failed'))).toEqual([]);
	expect(inShort(items).some((row) => row.endsWith('done'))).toBe(dry.some((row) => row.endsWith('planned')));
	expect(wrongIn({ ...chosen, ...entries, after: lab.known(), told: told(items) })).toEqual([]);
	expect(planned((await lab.restore(time, parametersOf(chosen))).items)).toEqual([]);
}

property({
	promise: 'people and patterns say what goes back, and nothing else is touched',
	count: COUNT,
	cases: fc.tuple(histories(), filters),
	keeps: async ([history, chosen]) => {
		lab.newLibrary();
		const { time, known: then, passed } = play(lab, history);
		await becomesAsMeant(time, chosen, { then, passed, now: lab.known() });
	},
});

property({
	promise: 'such a run that ends at any request is finished by the next one',
	count: COUNT,
	cases: fc.tuple(histories(), filters, fc.nat(40)),
	keeps: async ([history, chosen, at]) => {
		lab.newLibrary();
		const { time, known: then, passed } = play(lab, history);
		const now = lab.known();
		await lab.restoreFailing((number) => number >= at, { status: 403 }, time, parametersOf(chosen));
		await becomesAsMeant(time, chosen, { then, passed, now, wasStopped: true });
	},
});
