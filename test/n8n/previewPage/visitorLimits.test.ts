import { requestsUnderWay, visitorLimits } from '#preview';

/* How often visitors may ask. The numbers are those of docs/security.md. */

let now = 1_000_000;
/** How many of so many requests at once are allowed. */
const allowed = (count: number, ask: (n: number) => number): number =>
	Array.from({ length: count }, (_, n) => ask(n)).filter((waitMs) => waitMs === 0).length;

test('one load takes nothing from the others of its node', () => {
	const { post } = visitorLimits({ now: () => now });
	expect(allowed(1000, () => post({ who: 'flood', node: 'n' }))).toBe(60);
	expect(allowed(1000, (n) => post({ who: `l${n}`, node: 'n' }))).toBe(240);
	expect(allowed(1, () => post({ who: 'l', node: 'other' }))).toBe(1);
	now += 1000;
	expect(allowed(100, () => post({ who: 'flood', node: 'n' }))).toBe(5);
	expect(allowed(100, (n) => post({ who: `m${n}`, node: 'n' }))).toBe(45);
});

test('one personal link takes nothing from the others, and pages nothing from posts', () => {
	const { page, post } = visitorLimits({ now: () => now });
	expect(allowed(1000, () => page({ who: 'flood', node: 'n' }))).toBe(60);
	expect(allowed(1000, () => page({ node: 'n' }))).toBe(140);
	expect(page({ who: 'v', node: 'n' })).toBe(50);
	expect(post({ who: 'l', node: 'n' })).toBe(0);
	now += 60_000;
	expect(allowed(100, () => page({ who: 'flood', node: 'n' }))).toBe(60);
});

test('of each node 200 requests are under way at most; one that has ended makes room for another', () => {
	const begin = requestsUnderWay();
	const begun = Array.from({ length: 300 }, () => begin('n'));
	expect(begun.filter((end) => end !== undefined)).toHaveLength(200);
	expect(begin('other')).toBeDefined();
	begun[0]?.();
	expect([begin('n') !== undefined, begin('n')]).toEqual([true, undefined]);
});
