import { makeEventThrottle } from '../../../src/n8n/previewTrigger/throttle';

let now = 0;
const request = (more: object = {}) => ({
	key: 'k',
	loadId: 'l',
	finished: false,
	onlyFinished: false,
	throttleMs: 0,
	...more,
});

test('without limits every event passes, repeated ones too', () => {
	const passes = makeEventThrottle({ now: () => now });
	expect([request(), request(), request({ finished: true }), request({ finished: true })].map(passes)).toEqual([
		true,
		true,
		true,
		true,
	]);
});

test('only finished: the end passes once per load', () => {
	const passes = makeEventThrottle({ now: () => now });
	const only = (more: object) => passes(request({ onlyFinished: true, ...more }));
	expect([
		only({}),
		only({ finished: true }),
		only({ finished: true }),
		only({ finished: true, loadId: 'm' }),
	]).toEqual([false, true, false, true]);
});

test('throttle: one event per interval and key, up to a tenth of it early; the end always passes once', () => {
	const passes = makeEventThrottle({ now: () => now });
	const at = (ms: number, more: object = {}) => {
		now = ms;
		return passes(request({ throttleMs: 10_000, ...more }));
	};
	expect([
		at(0),
		at(8999),
		at(9000),
		at(9001, { key: 'other' }),
		at(9002, { finished: true }),
		at(9003, { finished: true }),
		at(18_001),
		at(18_002),
	]).toEqual([true, false, true, true, true, false, false, true]);
});

test('its memory is limited: the load that was not heard of for the longest time is forgotten', () => {
	const passes = makeEventThrottle({ now: () => 0 });
	const end = (n: number) => passes(request({ onlyFinished: true, finished: true, loadId: String(n) }));
	for (let n = 0; n < 2000; n++) expect(end(n)).toBe(true);
	expect(end(0)).toBe(false);
	expect(end(2000)).toBe(true);
	expect(end(1)).toBe(true);
	expect(end(0)).toBe(false);
});
