import { applyPlan, type Applied } from '../../../src/client/plan/applyPlan';
import type { ApplyOptions, Making } from '../../../src/client/plan/planRun';
import { call, type Caller } from '../../../src/client/service/call';
import { createFolder } from '../../../src/protocol/catalogue/libraryFolder';
import { get as getInfo } from '../../../src/protocol/catalogue/libraryFile';
import { eachAlone, sharing, type Step } from '../../../src/protocol/plan/plan';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fakeClock, fieldsOf, scriptedHttp, type Reply } from '../../support/ports';

/* The order of changes, and what the failure of one means for the others. */

interface Change {
	readonly name: string;
}
const changesOf = (names: string): Change[] => [...names].map((name) => ({ name }));
const step = (names: string): Step<Change> => eachAlone(changesOf(names));
const chain = (names: string): Step<Change> => [changesOf(names).map((change) => [change])];

const refused = (kind: ErrorKind = 'conflict', status?: number): LibraryError =>
	new LibraryError(kind, 'refused', { retryable: false, ...(status === undefined ? {} : { status }) });

/** Makes changes by noting them; those of `failures` fail. */
function noting(failures: Readonly<Record<string, Error>> = {}, more: Partial<Making<Change>> = {}) {
	const [asked, seen] = [[] as string[], { active: 0, most: 0 }];
	const making: Making<Change> = {
		make: async (changes) => {
			asked.push(changes.map(({ name }) => name).join('+'));
			seen.most = Math.max(seen.most, ++seen.active);
			await new Promise((resolve) => setImmediate(resolve));
			seen.active--;
			for (const { name } of changes) if (failures[name]) throw failures[name];
			return { sent: changes.length };
		},
		...more,
	};
	return { asked, seen, making };
}

const caller = callerWith(scriptedHttp());
const apply = async (
	steps: ReadonlyArray<Step<Change>>,
	making: Making<Change>,
	options: Partial<ApplyOptions> = {},
): Promise<Applied<Change>> => await applyPlan(steps, making, { caller, width: 1, continueOnFail: true, ...options });

/** What became of each change: `ok`, or why it was not made. */
const ends = ({ outcomes }: Applied<Change>): Record<string, string> =>
	Object.fromEntries(
		[...outcomes.values()].map(({ change, status, failure }) => [
			change.name,
			failure ? `${status}: ${failure.message}` : 'ok',
		]),
	);

test('a step begins when the one before has ended, and at most so many groups are made at once', async () => {
	const { asked, seen, making } = noting();
	const counts: number[] = [];
	const result = await apply([step('a'), step('bcdefghij'), step('k')], making, {
		width: 3,
		onProgress: (count) => counts.push(count),
	});
	expect([seen.most, asked.at(0), asked.at(-1)]).toEqual([3, 'a', 'k']);
	expect(Object.values(ends(result))).toEqual(Array(11).fill('ok'));
	expect(counts.at(-1)).toBe(11);
	expect(result).not.toHaveProperty('stoppedBy');
});

test('changes of a group share what makes them, and its failure', async () => {
	const { asked, making } = noting({ c: refused() });
	const shared = sharing(changesOf('abcd'), ({ name }) => (name < 'c' ? 'one' : 'two'));
	const result = await apply([shared], making);
	expect(asked).toEqual(['a+b', 'c+d']);
	expect(ends(result)).toEqual({ a: 'ok', b: 'ok', c: 'failed: refused', d: 'failed: refused' });
	expect([...result.outcomes.values()][0]).toMatchObject({ status: 'done', details: { sent: 2 } });
});

test('what an earlier failure stands in the way of is skipped, and stands in the way itself', async () => {
	const inTheWay = new Set<string>();
	const { asked, making } = noting(
		{ a: refused() },
		{
			obstacles: {
				add: ({ name }) => inTheWay.add(name),
				to: ({ name }) => (name === 'c' && inTheWay.has('a') ? '"a" was not made' : undefined),
			},
		},
	);
	const result = await apply([step('ab'), sharing(changesOf('cd'), () => 'one')], making);
	expect(asked).toEqual(['a', 'b', 'd']);
	expect(ends(result)).toEqual({
		a: 'failed: refused',
		b: 'ok',
		c: 'skipped: not attempted: "a" was not made',
		d: 'ok',
	});
	expect([...inTheWay]).toEqual(['a', 'c']);
});

test('a failure names what the change was to do, and the item that asked for it', async () => {
	const { making } = noting({ a: refused() }, { describe: ({ name }) => `make ${name}`, itemOf: () => 7 });
	const result = await apply([step('a')], making);
	expect([...result.outcomes.values()][0]?.failure).toMatchObject({ message: 'refused; failed to make a', item: 7 });
});

test('unless it continues, the first failure ends the run, and what was made is kept', async () => {
	const { asked, making } = noting({ b: refused('quota') });
	const result = await apply([step('abcde'), step('f')], making, { width: 2, continueOnFail: false });
	expect(result.stoppedBy).toMatchObject({ kind: 'quota', message: 'refused' });
	expect(asked).not.toContain('f');
	expect(ends(result)).toEqual(
		Object.fromEntries(asked.map((name) => [name, name === 'b' ? 'failed: refused' : 'ok'])),
	);
});

test('a cancellation ends the run even where it continues after failures', async () => {
	const stop = new AbortController();
	const { making } = noting(
		{},
		{ obstacles: { add: () => undefined, to: ({ name }) => void (name === 'c' && stop.abort()) } },
	);
	const cancelled = await apply([step('abcde')], making, { caller: { ...caller, signal: stop.signal } });
	expect([cancelled.stoppedBy?.kind, ends(cancelled)]).toEqual(['aborted', { a: 'ok', b: 'ok', c: 'ok' }]);
	const none = await apply([step('ab')], making, { caller: { ...caller, signal: stop.signal } });
	expect([none.stoppedBy?.kind, ends(none)]).toEqual(['aborted', {}]);
	const inside = await apply([step('ab')], noting({ a: refused('aborted') }).making);
	expect([inside.stoppedBy?.kind, Object.keys(ends(inside))]).toEqual(['aborted', ['a']]);
});

const MANY = Array.from({ length: 39 }, (_, at) => String.fromCharCode(0x100 + at)).join('');
test.each<[ErrorKind, number]>([
	...(['network', 'timeout', 'busy', 'auth'] as const).map((kind): [ErrorKind, number] => [kind, 20]),
	...(['input', 'notFound', 'conflict', 'quota', 'protocol', 'upload'] as const).map((kind): [ErrorKind, number] => [
		kind,
		39,
	]),
])('failures of kind %s in a row: %i of 39 are attempted', async (kind, attempted) => {
	const failures = Object.fromEntries([...MANY].map((name) => [name, refused(kind)]));
	const { asked, making } = noting(failures);
	const result = Object.values(ends(await apply([step(MANY)], making)));
	expect(asked).toHaveLength(attempted);
	const skipped = 'skipped: not attempted: 20 changes in a row had failed, the last one because: refused';
	expect(result).toEqual([...Array(attempted).fill('failed: refused'), ...Array(39 - attempted).fill(skipped)]);
	const between = noting({ ...failures, [MANY[19]!]: undefined as never });
	await apply([step(MANY)], between.making);
	expect(between.asked).toHaveLength(39);
});

describe('a chain', () => {
	const undone = (failures: Readonly<Record<string, Error>>) => {
		const taken: string[] = [];
		return { taken, ...noting(failures, { undo: async ({ name }) => taken.push(name) }) };
	};

	test.each([
		['a refusal takes back what was made just before', refused('auth', 403), ['a']],
		['after a lost answer it may have been made: nothing is taken back', refused('network'), []],
		['nor after a failure of the service', refused('busy', 503), []],
	])('%s', async (_, failure, expected) => {
		const { taken, making, asked } = undone({ b: failure });
		const result = await apply([chain('abc')], making);
		expect([taken, asked]).toEqual([expected, ['a', 'b']]);
		expect(ends(result)).toMatchObject({
			a: 'ok',
			b: 'failed: refused',
			c: 'skipped: not attempted: the change that has to come before it was not made',
		});
	});

	test('an attempt whose answer was lost counts, also when a later one is refused', async () => {
		const answers: Array<Reply | Error> = [
			{ status: 503, body: {} },
			{ status: 403, body: { error_code: 40310 } },
		];
		const sending = callerWith(scriptedHttp(...answers), { clock: fakeClock() });
		const { taken, making } = undone({});
		const make: Making<Change>['make'] = async ([change], by) => {
			if (change?.name === 'b') await call(by, getInfo, { fullpath: 'x' });
			return undefined;
		};
		await apply([chain('ab')], { ...making, make }, { caller: sending });
		expect(taken).toEqual([]);
	});

	test('where taking back fails too, the failure stays the one of the change', async () => {
		const { making } = undone({ b: refused('auth', 403) });
		const undo = async (): Promise<never> => {
			throw refused('network');
		};
		const result = await apply([chain('ab')], { ...making, undo }, { continueOnFail: false });
		expect(result.stoppedBy).toMatchObject({ kind: 'auth' });
	});
});

describe('reading back', () => {
	test('what is confirmed shows more; what has had no effect has failed', async () => {
		const order: string[] = [];
		const { making, asked } = noting({ c: refused() });
		const confirm = async ({ name }: Change) => {
			order.push(`${asked.length} ${name}`);
			if (name === 'b') throw refused('conflict');
			return { warning: `look at ${name}` };
		};
		const result = await apply([step('abc'), step('d')], { ...making, confirm });
		expect(order).toEqual(['3 a', '3 b', '4 d']);
		expect(ends(result)).toEqual({ a: 'ok', b: 'failed: refused', c: 'failed: refused', d: 'ok' });
		expect([...result.outcomes.values()][0]?.details).toEqual({ sent: 1, warning: 'look at a' });
		const ended = await apply([step('ab'), step('d')], { ...making, confirm }, { continueOnFail: false });
		expect([ended.stoppedBy?.message, ends(ended).d]).toEqual(['refused', undefined]);
	});

	test('changes that failed are looked for once in a step, and may have been made', async () => {
		const looked: string[][] = [];
		const { making } = noting({ a: refused('network'), b: refused() });
		const madeAfterAll = async (failed: readonly Change[]) => {
			looked.push(failed.map(({ name }) => name));
			return failed.slice(0, 1);
		};
		expect(ends(await apply([step('abc'), step('d')], { ...making, madeAfterAll }))).toEqual({
			...{ a: 'ok', b: 'failed: refused', c: 'ok', d: 'ok' },
		});
		expect(looked).toEqual([['a', 'b']]);
		const blind = { ...making, madeAfterAll: async () => await Promise.reject(refused('network')) };
		expect(ends(await apply([step('ac')], blind))).toEqual({ a: 'failed: refused', c: 'ok' });
		const ended = { ...making, madeAfterAll: async () => await Promise.reject(refused('aborted')) };
		expect((await apply([step('ac')], ended)).stoppedBy).toMatchObject({ kind: 'aborted' });
	});
});

test('when a failure has ended the run, nothing that has failed is tried again', async () => {
	const sent: string[] = [];
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		sent.push(fullpath);
		return fullpath === 'refused' ? { status: 403, body: { error_code: 40310 } } : { status: 503, body: {} };
	});
	let wakeUp = (): void => undefined;
	const slow = {
		now: () => 0,
		sleep: async (_: number, signal?: AbortSignal) =>
			await new Promise<void>((resolve, reject) => {
				wakeUp = resolve;
				signal?.addEventListener('abort', () => reject(signal.reason));
			}),
	};
	const make = async ([change]: readonly Change[], by: Caller) => {
		const isBusy = change?.name === 'a';
		// The other one is refused while this one waits for its second attempt.
		if (!isBusy) while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
		await call(by, isBusy ? getInfo : createFolder, { fullpath: isBusy ? 'busy' : 'refused' });
		return undefined;
	};
	const sending = callerWith(http, { clock: slow });
	const result = await apply([step('ab')], { make }, { caller: sending, width: 2, continueOnFail: false });
	wakeUp();
	expect(result.stoppedBy).toMatchObject({ kind: 'auth' });
	expect(ends(result).a).toMatch(/^failed: /);
	expect(sent).toEqual(['busy', 'refused']);
});

test('a mistake of ours is thrown', async () => {
	const { making } = noting({ a: new TypeError('a mistake of ours') });
	expect(await errorOf(apply([step('a')], making))).toMatchObject({ message: 'a mistake of ours' });
	expect(await apply([], making)).toEqual({ outcomes: new Map() });
});
