import { makeBudget } from '../../../src/client/async/tasks';
import { textAnswer } from '../../../src/client/http/httpAnswer';
import { call } from '../../../src/client/service/call';
import { createFolder } from '../../../src/protocol/catalogue/libraryFiles';
import { mac } from './callFixtures';
import { callerWith, errorOf, fakeClock, fieldsOf, type Reply, scriptedHttp } from '../../support/ports';

/* Requests of a run pause together when the service wants fewer of them. */

const REFUSED: Reply = { status: 429, body: { error_code: 42900, error_msg: 'slow down' } };

test('what was refused is sent again, a change too, after pauses that grow with refusals in a row', async () => {
	const clock = fakeClock();
	const http = scriptedHttp(REFUSED, REFUSED, { ...REFUSED, headers: { 'retry-after': '7' } }, { body: {} });
	await call(callerWith(http, { clock }), createFolder, { fullpath: 'a' });
	expect(clock.slept).toEqual([500, 1000, 7000]);
	expect(http.sent).toHaveLength(4);
});

test('each try has a new signature: a service that is overloaded for two minutes refuses no old one', async () => {
	const clock = fakeClock();
	const start = clock.time;
	const ages: number[] = [];
	const http = scriptedHttp((request) => {
		const { dateline, sign, fullpath } = fieldsOf(request);
		ages.push(clock.time / 1000 - Number(dateline));
		if (clock.time < start + 120_000) return REFUSED;
		const isFresh = (ages.at(-1) ?? 0) < 30 && sign === mac([dateline, fullpath, 'lib1'].map(String));
		return isFresh ? { body: { fullpath } } : { status: 401, body: { error_code: 401041, error_msg: 'sign' } };
	});
	const made = await call(callerWith(http, { clock }), createFolder, { fullpath: 'a' });
	expect(made).toEqual({ fullpath: 'a' });
	expect(clock.time).toBeGreaterThanOrEqual(start + 120_000);
	expect(Math.max(...ages)).toBeLessThan(1);
});

test('all calls to one service pause, and each refusal of one moment counts once', async () => {
	const clock = fakeClock();
	const sentAt: number[] = [];
	const http = scriptedHttp((request) => {
		sentAt.push(clock.time - 1_700_000_000_000);
		return sentAt.length <= 3 ? REFUSED : { body: { fullpath: fieldsOf(request).fullpath } };
	});
	const [one, other] = [0, 1].map(() => callerWith(http, { clock }));
	await Promise.all(
		['a', 'b', 'c'].map(async (fullpath, at) => await call(at % 2 ? other! : one!, createFolder, { fullpath })),
	);
	expect(sentAt.slice(0, 3)).toEqual([0, 0, 0]);
	expect(sentAt).toHaveLength(6);
	expect(Math.min(...sentAt.slice(3))).toBe(500);
	await call(other!, createFolder, { fullpath: 'd' });
	expect(sentAt).toHaveLength(7);
});

test('a service that refuses everything is asked for five minutes, and the error says so', async () => {
	const [clock, http] = [fakeClock(), scriptedHttp(REFUSED)];
	const start = clock.time;
	const failed = await errorOf(call(callerWith(http, { clock }), createFolder, { fullpath: 'a' }));
	const seconds = (clock.time - start) / 1000;
	expect(failed).toMatchObject({ kind: 'busy', status: 429 });
	expect(failed.message).toContain(`waited ${Math.round(seconds)} seconds`);
	expect(seconds).toBeGreaterThan(300);
	expect(seconds).toBeLessThan(312);
	// One request every ten seconds once the pauses have grown.
	expect(http.sent.length).toBeLessThan(40);
});

test('a pause of more than a minute is not made', async () => {
	const [clock, http] = [fakeClock(), scriptedHttp({ ...REFUSED, headers: { 'retry-after': '61' } })];
	const failed = await errorOf(call(callerWith(http, { clock }), createFolder, { fullpath: 'a' }));
	expect([failed.status, failed.message, http.sent.length]).toEqual([429, expect.not.stringContaining('waited'), 1]);
});

test('no pause has no length: half of it is certain', async () => {
	const [clock, http] = [fakeClock(), scriptedHttp(REFUSED, REFUSED, { body: {} })];
	clock.random = () => 0;
	await call(callerWith(http, { clock }), createFolder, { fullpath: 'a' });
	expect(clock.slept).toEqual([250, 500]);
});

test('callers with the same budget share the number of requests under way, until their answers are read', async () => {
	let [underWay, most] = [0, 0];
	const turn = async () => await new Promise((resolve) => setImmediate(resolve));
	const http = {
		...scriptedHttp(),
		request: async () => {
			most = Math.max(most, ++underWay);
			await turn();
			const text = async () => {
				await turn();
				underWay--;
				return '{}';
			};
			return { ...textAnswer(200, {}, ''), text };
		},
	};
	const shared = makeBudget(2);
	const callers = [callerWith(http, { underWay: shared }), callerWith(http, { underWay: shared })];
	await Promise.all(
		[1, 2, 3].flatMap(() => callers.map(async (caller) => await call(caller, createFolder, { fullpath: 'a' }))),
	);
	expect([most, underWay]).toEqual([2, 0]);
});
