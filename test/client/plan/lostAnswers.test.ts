import { call, type Caller } from '../../../src/client/service/call';
import { createFolder, libraryFileInfo as getInfo } from '../../../src/protocol/catalogue/libraryFiles';
import { callerWith, fieldsOf, scriptedHttp } from '../../support/ports';
import { apply, chain, ends, noting, refused, stage, type Change } from './planBench';
import { until } from '../../support/until';

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
	expect(ends(await apply([stage('abc'), stage('d')], { ...making, findMade }))).toEqual({
		a: 'ok',
		b: 'failed: refused',
		c: 'ok',
		d: 'ok',
	});
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
