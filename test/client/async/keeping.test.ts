import { RecentMap } from '../../../src/client/async/once';
import { tokenBuckets } from '../../../src/client/async/tokenBuckets';

test.each<[string, (map: RecentMap<string, number>) => unknown, string[]]>([
	['nothing: the oldest goes', () => undefined, ['b', 'c', 'd']],
	['reading the oldest: the next one goes', (map) => map.get('a'), ['a', 'c', 'd']],
	['storing the oldest again: the next one goes', (map) => map.set('a', 0), ['a', 'c', 'd']],
	['reading an unknown key: the oldest goes', (map) => map.get('x'), ['b', 'c', 'd']],
	['deleting one: there is room for all', (map) => map.delete('b'), ['a', 'c', 'd']],
	['deleting an unknown key: the oldest goes', (map) => map.delete('x'), ['b', 'c', 'd']],
])('a full map forgets the key not used for the longest time, after %s', (_name, use, kept) => {
	const map = new RecentMap<string, number>(3);
	for (const key of ['a', 'b', 'c']) map.set(key, 1);
	use(map);
	map.set('d', 1);
	expect(map.size).toBe(3);
	expect(['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined)).toEqual(kept);
});

let now = 0;
beforeEach(() => void (now = 5000));
const buckets = (limit = 100) => tokenBuckets({ now: () => now }, { burst: 3, perSecond: 2 }, limit);

test('so many at once, then so many a second; a refusal says how long to wait and takes nothing', () => {
	const { take } = buckets();
	const many = (count: number) => Array.from({ length: count }, () => take('a'));
	expect(many(5)).toEqual([0, 0, 0, 500, 500]);
	now += 499;
	expect(many(1)).toEqual([1]);
	now += 1;
	expect(many(2)).toEqual([0, 500]);
	now += 60_000;
	expect(many(4)).toEqual([0, 0, 0, 500]);
});

test('keys have buckets of their own', () => {
	const { take } = buckets();
	expect(['a', 'a', 'a', 'a', 'b'].map(take)).toEqual([0, 0, 0, 500, 0]);
});

test('a clock that is set back refills nothing and does not lock for longer', () => {
	const { take } = buckets();
	for (let n = 0; n < 3; n++) take('a');
	now -= 3_600_000;
	expect(take('a')).toBe(500);
	now += 500;
	expect(take('a')).toBe(0);
});

test('the number of buckets is limited', () => {
	const { take } = buckets(10);
	for (let n = 0; n < 3; n++) take('a');
	expect(take('a')).toBe(500);
	for (let n = 0; n < 10; n++) take(String(n));
	expect(take('a')).toBe(0);
});
