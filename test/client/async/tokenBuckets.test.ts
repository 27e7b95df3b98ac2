import { tokenBuckets } from '../../../src/client/async/tokenBuckets';

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
	const many = buckets(10);
	for (let n = 0; n < 1000; n++) many.take(String(n));
	expect(many.size).toBe(10);
});
