import { recentMap } from '../../../src/client/async/recentMap';

test('stores, replaces and deletes', () => {
	const map = recentMap<string, number>(3);
	expect(map.get('a')).toBeUndefined();
	map.set('a', 1);
	map.set('b', 2);
	map.set('a', 3);
	expect([map.get('a'), map.get('b'), map.size]).toEqual([3, 2, 2]);
	map.delete('a');
	map.delete('unknown');
	expect([map.get('a'), map.get('b'), map.size]).toEqual([undefined, 2, 1]);
});

test.each<[string, (map: ReturnType<typeof recentMap<string, number>>) => unknown, string[]]>([
	['nothing: the oldest goes', () => undefined, ['b', 'c', 'd']],
	['reading the oldest: the next one goes', (map) => map.get('a'), ['a', 'c', 'd']],
	['storing the oldest again: the next one goes', (map) => map.set('a', 0), ['a', 'c', 'd']],
	['reading an unknown key: the oldest goes', (map) => map.get('x'), ['b', 'c', 'd']],
	['deleting one: there is room for all', (map) => map.delete('b'), ['a', 'c', 'd']],
])('a full map forgets the key not used for the longest time, after %s', (_name, use, kept) => {
	const map = recentMap<string, number>(3);
	for (const key of ['a', 'b', 'c']) map.set(key, 1);
	use(map);
	map.set('d', 1);
	expect(map.size).toBe(3);
	expect(['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined)).toEqual(kept);
});

test('a map of one key keeps the newest', () => {
	const map = recentMap<number, string>(1);
	for (const key of [1, 2, 3]) map.set(key, `value ${key}`);
	expect([map.get(1), map.get(2), map.get(3), map.size]).toEqual([undefined, undefined, 'value 3', 1]);
});
