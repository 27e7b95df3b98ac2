import { fromRows, toRows } from '../../emulator/persistence/objectTable';

class Box {
	constructor(public content: unknown) {}
	get shown(): string {
		return `a box of ${String(this.content)}`;
	}
}
const compare = (a: number, b: number): number => a - b;
const clock = { now: () => 7 };
const vocabulary = { classes: { Box }, externals: { compare, clock } };
const copyOf = (root: object): unknown => fromRows(JSON.parse(JSON.stringify(toRows(root, vocabulary))), vocabulary);

test('values of all kinds, in their order', () => {
	const root = {
		plain: ['a', 1.5, true, null, [], {}],
		map: new Map<unknown, unknown>([
			['b', [1, 2]],
			[3, new Set(['x', 4])],
		]),
		bytes: Buffer.from([0, 255, 10]),
		left: undefined,
	};
	const { left: _left, ...rest } = root;
	expect(copyOf(root)).toStrictEqual(rest);
	expect(Object.keys(copyOf({ z: 1, a: 2 }) as object)).toEqual(['z', 'a']);
});

test('objects that are shared stay shared, and cycles close', () => {
	const shared = { name: 's' };
	const box = new Box(shared);
	const root = { shared, box, keys: new Map([[shared, box]]), self: {} };
	root.self = root;
	const copy = copyOf(root) as typeof root;
	expect(copy.self).toBe(copy);
	expect(copy.box.content).toBe(copy.shared);
	expect(copy.keys.get(copy.shared)).toBe(copy.box);
	expect(copy.shared).not.toBe(shared);
});

test('objects of a class keep their methods; what is outside is taken from this start', () => {
	const copy = copyOf({ box: new Box('tea'), compare, clock }) as { box: Box; compare: unknown; clock: unknown };
	expect(copy.box).toBeInstanceOf(Box);
	expect(copy.box.shown).toBe('a box of tea');
	expect([copy.compare, copy.clock]).toEqual([compare, clock]);
});

test('a chain of 100,000 objects, and a list as long', () => {
	let chain: { next: unknown } = { next: null };
	for (let length = 0; length < 100_000; length++) chain = { next: chain };
	const numbers = Array.from({ length: 200_000 }, (_, at) => at);
	const copy = copyOf({ chain, numbers }) as { chain: unknown; numbers: unknown[] };
	expect(copy.numbers).toHaveLength(200_000);
	let length = 0;
	for (let at = copy.chain as typeof chain | null; at; at = at.next as typeof chain | null) length++;
	expect(length).toBe(100_001);
});

test('what cannot be saved is an error, not a hole', () => {
	class Unknown {}
	expect(() => toRows({ a: new Unknown() }, vocabulary)).toThrow('Unknown');
	expect(() => toRows({ a: () => 1 }, vocabulary)).toThrow('cannot save');
	expect(() => toRows({ a: [undefined] }, vocabulary)).toThrow('undefined');
	expect(() => fromRows([['external', 'nothing']], vocabulary)).toThrow("'nothing'");
	expect(() => fromRows([['Unknown', {}]], vocabulary)).toThrow("'Unknown'");
});
