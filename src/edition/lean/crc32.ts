/* CRC-32 as in zip (IEEE 802.3, reflected), eight bytes at a time by as many tables: four times as fast as by bytes. */

const POLYNOMIAL = 0xedb88320;
const WIDTH = 8;

/** `TABLE[n * 256 + byte]`: what a byte adds that n bytes follow. */
const TABLE = new Int32Array(WIDTH * 256);
for (let byte = 0; byte < 256; byte++) {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
	TABLE[byte] = crc;
}
for (let at = 256; at < TABLE.length; at++) {
	const before = TABLE[at - 256]!;
	TABLE[at] = (before >>> 8) ^ TABLE[before & 255]!;
}

/** The CRC-32 of some bytes, unsigned; `before` is that of the bytes in front of them. */
export function crc32(bytes: Uint8Array, before = 0): number {
	const [t, b] = [TABLE, bytes];
	let crc = ~before;
	let at = 0;
	for (const end = b.length - (b.length % WIDTH); at < end; at += WIDTH) {
		const low = crc ^ (b[at]! | (b[at + 1]! << 8) | (b[at + 2]! << 16) | (b[at + 3]! << 24));
		const first = t[1792 + (low & 255)]! ^ t[1536 + ((low >>> 8) & 255)]!;
		const second = t[1280 + ((low >>> 16) & 255)]! ^ t[1024 + (low >>> 24)]!;
		const third = t[768 + b[at + 4]!]! ^ t[512 + b[at + 5]!]!;
		crc = first ^ second ^ third ^ t[256 + b[at + 6]!]! ^ t[b[at + 7]!]!;
	}
	for (; at < b.length; at++) crc = (crc >>> 8) ^ t[(crc ^ b[at]!) & 255]!;
	return ~crc >>> 0;
}
