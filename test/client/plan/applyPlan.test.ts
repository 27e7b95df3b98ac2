import { applyPlan, type Applied, type ApplyOptions, type ChangeMaker } from '../../../src/client/plan/applyPlan';
import { call, type Caller } from '../../../src/client/service/call';
import { createFolder, libraryFileInfo as getInfo } from '../../../src/protocol/catalogue/libraryFiles';
import { eachAlone, type Stage, sharing } from '../../../src/protocol/plan/plan';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';
import { callerWith, scriptedHttp, fieldsOf, clockOf } from '../../support/ports';
import { until } from '../../support/until';

/** A change that has only a name. */
interface Change {
	readonly name: string;
}
const changesOf = (names: string): Change[] => [...names].map((name) => ({ name }));
/** A stage of changes that may be made at the same time. */
const stage = (names: string): Stage<Change> => eachAlone(changesOf(names));
/** A stage of changes that are made one after another. */
const chain = (names: string): Stage<Change> => [changesOf(names).map((change) => [change])];

/** A failure that will not pass. */
const refused = (kind: ErrorKind = 'conflict', status?: number): LibraryError =>
	new LibraryError(kind, 'refused', { retryable: false, ...(status === undefined ? {} : { status }) });

/** Makes changes by noting them; those of `failures` fail. */
function noting(failures: Readonly<Record<string, Error>> = {}, more: Partial<ChangeMaker<Change>> = {}) {
	const [asked, seen] = [[] as string[], { active: 0, most: 0 }];
	const making: ChangeMaker<Change> = {
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
/** Carries out stages, one group at a time, going on after failures. */
const apply = async (
	stages: ReadonlyArray<Stage<Change>>,
	making: ChangeMaker<Change>,
	options: Partial<ApplyOptions> = {},
): Promise<Applied<Change>> =>
	await applyPlan({ stages }, making, { caller, width: 1, continueOnFail: true, ...options });

/** What became of each change: `ok`, or why it was not made. */
const ends = ({ outcomes }: Applied<Change>): Record<string, string> =>
	Object.fromEntries(
		[...outcomes.values()].map(({ change, status, failure }) => [
			change.name,
			failure ? `${status}: ${failure.message}` : 'ok',
		]),
	);

test('a stage begins when the one before has ended, and at most so many groups are made at once', async () => {
	const { asked, seen, making } = noting();
	const counts: number[] = [];
	const result = await apply([stage('a'), stage('bcdefghij'), stage('k')], making, {
		width: 3,
		onProgress: (count) => counts.push(count),
	});
	expect([seen.most, asked.at(0), asked.at(-1)]).toEqual([3, 'a', 'k']);
	expect(Object.values(ends(result))).toEqual(Array(11).fill('ok'));
	expect(counts.at(-1)).toBe(11);
	expect(result).not.toHaveProperty('stoppedBy');
});

test('what an earlier failure stands in the way of is skipped, and stands in the way itself', async () => {
	const inTheWay = new Set<string>();
	const obstacles: ChangeMaker<Change>['obstacles'] = {
		add: ({ name }) => inTheWay.add(name),
		to: ({ name }) => (name === 'c' && inTheWay.has('a') ? '"a" was not made' : undefined),
	};
	const { asked, making } = noting({ a: refused() }, { obstacles });
	const result = await apply([stage('ab'), sharing(changesOf('cd'), () => 'one')], making);
	expect(asked).toEqual(['a', 'b', 'd']);
	const found = ends(result);
	expect(found).toEqual({ a: 'failed: refused', b: 'ok', c: 'skipped: not attempted: "a" was not made', d: 'ok' });
	expect([...inTheWay]).toEqual(['a', 'c']);
});

test('unless it continues, the first failure ends the run, and what was made is kept', async () => {
	const { asked, making } = noting({ b: refused('quota') });
	const result = await apply([stage('abcde'), stage('f')], making, { width: 2, continueOnFail: false });
	expect(result.stoppedBy).toMatchObject({ kind: 'quota', message: 'refused' });
	expect(asked).not.toContain('f');
	expect(ends(result)).toEqual(
		Object.fromEntries(asked.map((name) => [name, name === 'b' ? 'failed: refused' : 'ok'])),
	);
});

test('a cancellation ends the run even where it continues after failures', async () => {
	const stop = new AbortController();
	const to = ({ name }: Change): undefined => void (name === 'c' && stop.abort());
	const { making } = noting({}, { obstacles: { add: () => undefined, to } });
	const cancelled = await apply([stage('abcde')], making, { caller: { ...caller, signal: stop.signal } });
	expect([cancelled.stoppedBy?.kind, ends(cancelled)]).toEqual(['aborted', { a: 'ok', b: 'ok', c: 'ok' }]);
	const none = await apply([stage('ab')], making, { caller: { ...caller, signal: stop.signal } });
	expect([none.stoppedBy?.kind, ends(none)]).toEqual(['aborted', {}]);
	const inside = await apply([stage('ab')], noting({ a: refused('aborted') }).making);
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
	const result = Object.values(ends(await apply([stage(MANY)], making)));
	expect(asked).toHaveLength(attempted);
	const skipped = 'skipped: not attempted: 20 changes in a row had failed, the last one because: refused';
	expect(result).toEqual([...Array(attempted).fill('failed: refused'), ...Array(39 - attempted).fill(skipped)]);
	const between = noting({ ...failures, [MANY[19]!]: undefined as never });
	await apply([stage(MANY)], between.making);
	expect(between.asked).toHaveLength(39);
});

/* What may have been made although it failed: chains that break, reading back, and attempts that come too late. */

test.each([
	['a refusal', refused('auth', 403)],
	['a lost answer', refused('network')],
	['a failure of the service', refused('busy', 503)],
])('after %s, the rest of a chain is not attempted', async (_, failure) => {
	const { making, asked } = noting({ b: failure });
	const result = await apply([chain('abc')], making);
	expect(asked).toEqual(['a', 'b']);
	expect(ends(result)).toEqual({
		a: 'ok',
		b: 'failed: refused',
		c: 'skipped: not attempted: the change that has to come before it was not made',
	});
});

test('reading back changes that failed are looked for once in a stage, and may have been made', async () => {
	const looked: string[][] = [];
	const { making } = noting({ a: refused('network'), b: refused() });
	const findMade = async (failed: readonly Change[]) => {
		looked.push(failed.map(({ name }) => name));
		return failed.slice(0, 1);
	};
	const found = ends(await apply([stage('abc'), stage('d')], { ...making, findMade }));
	expect(found).toEqual({ a: 'ok', b: 'failed: refused', c: 'ok', d: 'ok' });
	expect(looked).toEqual([['a', 'b']]);
	const blind = { ...making, findMade: async () => await Promise.reject(refused('network')) };
	expect(ends(await apply([stage('ac')], blind))).toEqual({ a: 'failed: refused', c: 'ok' });
	const ended = { ...making, findMade: async () => await Promise.reject(refused('aborted')) };
	expect((await apply([stage('ac')], ended)).stoppedBy).toMatchObject({ kind: 'aborted' });
});

test('when a failure has ended the run, nothing that has failed is tried again', async () => {
	const sent: string[] = [];
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		sent.push(fullpath);
		return fullpath === 'refused' ? { status: 403, body: { error_code: 40310 } } : { status: 503, body: {} };
	});
	let wakeUp = (): void => undefined;
	const slow = clockOf({
		now: () => 0,
		sleep: async (_: number, signal?: AbortSignal) =>
			await new Promise<void>((resolve, reject) => {
				wakeUp = resolve;
				signal?.addEventListener('abort', () => reject(signal.reason));
			}),
	});
	const make = async ([change]: readonly Change[], by: Caller) => {
		const isBusy = change?.name === 'a';
		// The other one is refused while this one waits for its second attempt.
		if (!isBusy) await until(() => sent.length > 0);
		await call<unknown>(by, isBusy ? getInfo : createFolder, { fullpath: isBusy ? 'busy' : 'refused' });
		return undefined;
	};
	const sending = callerWith(http, { clock: slow });
	const result = await apply([stage('ab')], { make }, { caller: sending, width: 2, continueOnFail: false });
	wakeUp();
	expect(result.stoppedBy).toMatchObject({ kind: 'auth' });
	expect(ends(result).a).toMatch(/^failed: /);
	expect(sent).toEqual(['busy', 'refused']);
});
