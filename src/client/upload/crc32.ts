import * as zlib from 'node:zlib';

let table: Uint32Array | undefined;

function crcTable(): Uint32Array {
	return Uint32Array.from({ length: 256 }, (_, n) => {
		let c = n;
		for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
		return c >>> 0;
	});
}

/** CRC-32 by table, for Node before 20.15, whose zlib has none. */
export function crc32ByTable(bytes: Buffer): number {
	table ??= crcTable();
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

/** CRC-32 as in zip, unsigned (client facts 7.7). */
export const crc32: (bytes: Buffer) => number =
	typeof zlib.crc32 === 'function' ? (bytes) => zlib.crc32(bytes) : crc32ByTable;
