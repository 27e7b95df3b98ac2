const table = Uint32Array.from({ length: 256 }, (_, index) => {
	let value = index;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

/** CRC-32 as in zip (IEEE 802.3, reflected), unsigned. The types of Node 20 have no zlib.crc32. */
export function crc32(bytes: Uint8Array): number {
	let value = 0xffffffff;
	for (let at = 0; at < bytes.length; at++) value = (value >>> 8) ^ (table[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
	return (value ^ 0xffffffff) >>> 0;
}
