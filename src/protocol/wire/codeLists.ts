import { latinBytesOf, type Reading } from './encodings';

/* Bytes that a text contains as a list of codes, e.g. `45:78:70`, or `[69,120,112]`, as Node.js shows a buffer. */

/** Eight codes and more: so many are in the shortest piece of a secret. */
const LIST = /(?:0x)?[\da-f]{1,3}(?:[\s:,;-]{1,3}(?:0x)?[\da-f]{1,3}){7,}/gi;

/** What the lists of codes in a reading mean, in hexadecimal and in decimal; each is written with all of its list. */
export function codeListsIn({ bytes, placeOf }: Reading): Reading[] {
	return [...bytes.matchAll(LIST)].flatMap(({ 0: list, index }) => {
		const codes = list.replace(/0x/gi, '').split(/[\s:,;-]+/);
		const place = placeOf([index, index + list.length]);
		return [16, 10].map((base) => ({
			bytes: latinBytesOf(codes.map(charIn(base)).join('')),
			placeOf: () => place,
		}));
	});
}

const charIn =
	(base: number) =>
	(code: string): string =>
		/^\d+$/.test(code) || base === 16 ? String.fromCharCode(Number.parseInt(code, base)) : '';
