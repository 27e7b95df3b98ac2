/*
 * What the build gives compress-commons in the place of streams, checksums and what else of Node.js it asks for: only
 * its records are used (records.ts), and n8n's scanner forbids these modules in the lean edition.
 */

/** The base class of its archive, of which nothing is called. */
export function Transform(): void {
	// Nothing: records.ts replaces `write`.
}
export { Transform as PassThrough, Transform as Stream, Transform as CRC32Stream, Transform as DeflateCRC32Stream };

/** As `util.inherits` of Node.js. */
export function inherits(made: { prototype: object }, base: { prototype: object }): void {
	Object.setPrototypeOf(made.prototype, base.prototype);
}
