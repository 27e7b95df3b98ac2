import { straightLine } from './fit';

const points = (of: (x: number) => number) => [1, 10, 100, 1000, 10_000].map((x) => ({ x, seconds: of(x) }));

test('points on a straight line', () => {
	const { fixed, each, r2 } = straightLine(points((x) => 3 + 2 * x));
	expect([fixed, each, r2].map((value) => Number(value.toFixed(6)))).toEqual([3, 2, 1]);
});

// The check of growth must be able to fail.
test.each<[string, (x: number) => number]>([
	['square', (x) => x * x],
	['root', (x) => Math.sqrt(x)],
	['a step at the end', (x) => (x > 1000 ? 4 * x : x)],
])('%s is not a straight line', (_name, of) => expect(straightLine(points(of)).r2).toBeLessThan(0.9));
