/* jest compares 25 kB byte by byte in 100 ms. Buffers compare themselves; a difference is shown as before. */

type EqualityTester = (one: unknown, other: unknown) => boolean | undefined;
/** What @types/jest leaves out. */
interface Extensible {
	addEqualityTesters(testers: EqualityTester[]): void;
}

(expect as unknown as Extensible).addEqualityTesters([
	(one, other) => (Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined),
]);
