import { fromRows, toRows } from '../../emulator/persistence/objectTable';

/* What a restart of the whole state (restart.test.ts) does not meet. */

const vocabulary = { classes: {}, externals: {} };
const copyOf = (root: object): unknown => fromRows(JSON.parse(JSON.stringify(toRows(root, vocabulary))), vocabulary);

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
