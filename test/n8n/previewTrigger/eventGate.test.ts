import { makeEventGate, type GateRules } from '#preview';
import type { ViewerEvent } from '#preview/plan';

/* Which events start the workflow. Each test counts by hand. */

let now = 0;
let lastTime = 0;
beforeEach(() => void ([now, lastTime] = [1_000_000, 0]));

/** An event unlike every other one; page 9 is the last. */
const event = (current = 1, time = (lastTime += 1)): ViewerEvent => ({
	event: 'page',
	finished: current === 9,
	extent: { current, total: 9 },
	time,
});
const LOAD = { loadId: 'l', issued: 100, key: 'k' };
const RULES: GateRules = { onlyFinished: false, throttleMs: 0, maxEvents: 1000 };

/** A gate that says how many of some events pass; `forgotten` for a load that may have been forgotten. */
function gateWith(remembered?: { loads: number; events: number }) {
	const gate = makeEventGate({ now: () => now }, remembered);
	const count = (events: ViewerEvent[], rules: Partial<GateRules> = {}, load: Partial<typeof LOAD> = {}) =>
		gate.pass({ ...LOAD, ...load }, events, { ...RULES, ...rules })?.events.length ?? 'forgotten';
	return { gate, count };
}

test('without limits every event passes, also the end again', () => {
	const { count } = gateWith();
	expect(count([event(), event(), event(9), event(9), event(1)])).toBe(5);
});

test('an event that was throttled may be posted again', () => {
	const { count } = gateWith();
	const late = event();
	expect(count([event(), late], { throttleMs: 1000 })).toBe(1);
	now += 1000;
	expect([count([late], { throttleMs: 1000 }), count([late], { throttleMs: 1000 })]).toEqual([1, 0]);
});

test('only finished: the end passes once per load', () => {
	const { count } = gateWith();
	const only = (page: number, loadId = 'l') => count([event(page)], { onlyFinished: true }, { loadId });
	expect([only(1), only(9), only(9), only(9, 'm')]).toEqual([0, 1, 0, 1]);
});

test('what is taken back may pass again; an end that passed before it has passed', () => {
	const { gate, count } = gateWith();
	const [end, later] = [event(9), event(9)];
	gate.pass(LOAD, [end], RULES)?.undo();
	expect(count([end], { onlyFinished: true })).toBe(1);
	gate.pass(LOAD, [later], RULES)?.undo();
	expect(count([later], { onlyFinished: true })).toBe(0);
});

test('throttle: one event per interval and key, up to a tenth of it early; the end always passes once', () => {
	const { count } = gateWith();
	const at = (ms: number, page = 1, key = 'k') => {
		now = ms;
		return count([event(page)], { throttleMs: 10_000 }, { key });
	};
	expect([at(0), at(8999), at(9000), at(9001, 1, 'other')]).toEqual([1, 0, 1, 1]);
	expect([at(9002, 9), at(9003, 9), at(18_001), at(18_002)]).toEqual([1, 0, 0, 1]);
});

test.each([
	['the end comes last', [1, 2, 3, 4, 5, 9, 9], 4],
	['the end comes first', [9, 1, 2, 3, 4, 5], 4],
	['there is no end', [1, 2, 3, 4, 5], 3],
])('at most four events of a load, one of which is kept for the end: %s', (_name, pages, expected) => {
	const { gate, count } = gateWith();
	const passed = gate.pass(
		LOAD,
		pages.map((page) => event(page)),
		{ ...RULES, maxEvents: 4 },
	);
	expect([passed?.events.length, passed?.isFull]).toEqual([expected, true]);
	// A renewed token raises nothing; a new load begins anew.
	expect(count([event()], { maxEvents: 4 }, { issued: 200 })).toBe(0);
	expect(count([event()], { maxEvents: 4 }, { loadId: 'm' })).toBe(1);
});

describe('its memory is limited', () => {
	test('a load that was forgotten does not begin anew; one that was opened later does', () => {
		const { gate, count } = gateWith({ loads: 3, events: 100 });
		const first = event();
		const of = (n: number) => ({ loadId: `l${n}`, issued: 100 + n });
		for (let n = 0; n < 4; n++) expect(count([first], {}, of(n))).toBe(1);
		expect(count([first], {}, of(0))).toBe('forgotten');
		expect([1, 2, 3].map((n) => count([first], {}, of(n)))).toEqual([0, 0, 0]);
		expect([0, 1, 9].map((n) => gate.isForgotten(of(n)))).toEqual([true, false, false]);
		expect(count([first], {}, { loadId: 'new', issued: 101 })).toBe(1);
	});

	test('the newest token of a forgotten load counts, and the loads used last are kept', () => {
		const { count } = gateWith({ loads: 2, events: 100 });
		const first = event();
		count([first], {}, { loadId: 'a', issued: 100 });
		count([first], {}, { loadId: 'b', issued: 101 });
		count([first], {}, { loadId: 'a', issued: 500 });
		count([first], {}, { loadId: 'c', issued: 102 });
		expect(count([first], {}, { loadId: 'b', issued: 101 })).toBe('forgotten');
		expect(count([first], {}, { loadId: 'a', issued: 100 })).toBe(0);
		count([first], {}, { loadId: 'd', issued: 600 });
		count([first], {}, { loadId: 'e', issued: 601 });
		expect(count([first], {}, { loadId: 'a', issued: 500 })).toBe('forgotten');
	});

	test('the events of all loads together are counted too', () => {
		const { count } = gateWith({ loads: 100, events: 10 });
		const six = Array.from({ length: 6 }, () => event());
		expect(count(six)).toBe(6);
		expect(count(six, {}, { loadId: 'm', issued: 101 })).toBe(6);
		expect(count(six)).toBe('forgotten');
		expect(count(six, {}, { loadId: 'm', issued: 101 })).toBe(0);
	});
});
