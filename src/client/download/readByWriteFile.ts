/** The function of Node.js that writes what it iterates over, as a line of a stack shows it. */
const WRITE_FILE = /^\s+at (?:async )?writeFileHandle \(node:internal\/fs\/promises:/;

/**
 * Whether `caller` was called by `fs.promises.writeFile`, which has written each piece to its end before it asks for
 * the next one. Anything else, and any Node.js where it looks different, is no.
 */
export function isReadByWriteFile(caller: (...values: never[]) => unknown): boolean {
	const held: { stack?: string } = {};
	Error.captureStackTrace(held, caller);
	return WRITE_FILE.test(held.stack?.split('\n')[1] ?? '');
}
