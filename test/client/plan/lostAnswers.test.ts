import type { Making } from '../../../src/client/plan/planRun';
import { call, type Caller } from '../../../src/client/service/call';
import { createFolder, get as getInfo } from '../../../src/protocol/catalogue/libraryFiles';
import { callerWith, fakeClock, fieldsOf, scriptedHttp, type Reply } from '../../support/ports';
import { apply, chain, ends, noting, refused, step, type Change } from './planBench';

/* What may have been made although it failed: taking back, reading back, and attempts that come too late. */

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
		await call<unknown>(by, isBusy ? getInfo : createFolder, { fullpath: isBusy ? 'busy' : 'refused' });
		return undefined;
	};
	const sending = callerWith(http, { clock: slow });
	const result = await apply([step('ab')], { make }, { caller: sending, width: 2, continueOnFail: false });
	wakeUp();
	expect(result.stoppedBy).toMatchObject({ kind: 'auth' });
	expect(ends(result).a).toMatch(/^failed: /);
	expect(sent).toEqual(['busy', 'refused']);
});
