import { fromRows, toRows } from '../../emulator/persistence/objectTable';
import { sized } from '../../support/runs';

/* What a restart of the whole state (restart.test.ts) does not meet. */

const vocabulary = { classes: {}, externals: {} };
const copyOf = (root: object): unknown => fromRows(JSON.parse(JSON.stringify(toRows(root, vocabulary))), vocabulary);

/** Objects in each other: more than calls have room for in each other. */
const LENGTH = sized(100_000, 30_000);

test('a long chain of objects, and a longer list', () => {
	let chain: { next: unknown } = { next: null };
	for (let length = 0; length < LENGTH; length++) chain = { next: chain };
	const numbers = Array.from({ length: 2 * LENGTH }, (_, at) => at);
	const copy = copyOf({ chain, numbers }) as { chain: unknown; numbers: unknown[] };
	expect(copy.numbers).toHaveLength(2 * LENGTH);
	let length = 0;
	for (let at = copy.chain as typeof chain | null; at; at = at.next as typeof chain | null) length++;
	expect(length).toBe(LENGTH + 1);
});

test('what cannot be saved is an error, not a hole', () => {
	class Unknown {}
	expect(() => toRows({ a: new Unknown() }, vocabulary)).toThrow('Unknown');
	expect(() => toRows({ a: () => 1 }, vocabulary)).toThrow('cannot save');
	expect(() => toRows({ a: [undefined] }, vocabulary)).toThrow('undefined');
	expect(() => fromRows([['external', 'nothing']], vocabulary)).toThrow("'nothing'");
	expect(() => fromRows([['Unknown', {}]], vocabulary)).toThrow("'Unknown'");
});
