import { EventEmitter } from 'node:events';
import { startEmulator, type Emulator } from '../emulator';
import { endpoints, isReading } from './endpoints';
import { FaultPlan, missingFaults } from './faultPlan';
import { kindsAt } from './kinds';
import type { FaultEvent } from './messages';
import { Random } from './random';

/* The fault plan: every fault at every endpoint as often as wanted, and never twice in a row. */

type Exchange = Parameters<FaultPlan['choose']>[2];
/** As much of a request as the plan looks at. */
const requestTo = (path: string): Exchange =>
	Object.assign(Object.create(null) as Exchange, { path, req: Object.assign(new EventEmitter(), { headers: {} }) });

let emulator: Emulator;
beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.close());
afterEach(() => jest.useRealTimers());

/** Requests of one second each to an endpoint, and the faults that they have. */
function faultsAt(path: string, requests: number, target: number): { plan: FaultPlan; events: FaultEvent[] } {
	jest.useFakeTimers({ now: 0 });
	const events: FaultEvent[] = [];
	const plan = new FaultPlan(new Random(1), target, (event) => events.push(event));
	for (let n = 0; n < requests; n++) {
		jest.setSystemTime(n * 1_000);
		plan.choose(1, emulator, requestTo(path), () => undefined);
	}
	return { plan, events };
}

test('every kind comes as often as wanted before any comes more often', () => {
	const { plan, events } = faultsAt('/m-open/1/file/ls', 600, 3);
	const counts = kindsAt('/m-open/1/file/ls').map(
		({ name }) => events.slice(0, 3 * 13).filter(({ kind }) => kind === name).length,
	);
	expect(counts).toEqual(Array.from({ length: 13 }, () => 3));
	expect(missingFaults(plan.coverage(), 3)).not.toHaveProperty(['/m-open/1/file/ls']);
	expect(missingFaults(plan.coverage(), 3)).toHaveProperty(['/m-open/1/file/info'], 39);
});

test('after a fault, an endpoint is left alone for the time that a repetition needs', () => {
	const { events } = faultsAt('/m-open/1/file/ls', 300, 20);
	const gaps = events.slice(1).map(({ at }, n) => at - (events[n]?.at ?? 0));
	expect(Math.min(...gaps)).toBe(10_000);
});

test('a fault that has nothing to change is not counted', () => {
	const { events } = faultsAt('/upload_finish', 200, 5);
	expect(events.map(({ kind }) => kind)).not.toContain('session gone');
});

test('the endpoints are those of the reference, and the downloads', () => {
	expect(endpoints()).toEqual(expect.arrayContaining(['/upload_abort', '/m-api/oauth2/token2', '/download/*']));
	expect(endpoints().filter(isReading)).toContain('/m-open/1/file/updates');
	expect(endpoints().filter(isReading)).not.toContain('/m-open/1/file/del');
});
