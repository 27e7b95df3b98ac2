import type { Reading } from './encodings';

/* Bytes that a text contains in Base64, in the middle of other characters or not. */

/** Fewer characters of Base64 are no piece of a secret. */
const LEAST = 11;
/** So many characters of Base64 are not by chance all hexadecimal digits, as in the SHA1 of each file. */
const NEVER_HEX = 20;

/** The contents of what may be Base64 in a reading, from each of the four characters at which its bytes may begin. */
export type Base64Search = (reading: Reading) => Reading[];

/** Makes a search for contents with `leastBytes` and more in a row that `character`, a part of a pattern, allows. */
export function base64SearchOf(leastBytes: number, character: string): Base64Search {
	const least = Math.max(LEAST, Math.floor((leastBytes * 4) / 3));
	// Perhaps in lines.
	const runs = new RegExp(`[\\w+/-](?:[\\w+/-]|[\\r\\n]+[ \\t]*(?=[\\w+/-])){${least - 1},}`, 'g');
	const mayHaveOne = new RegExp(`[\\w+/-]{${least}}|[\\r\\n]`);
	const enough = new RegExp(`${character}{${Math.min(leastBytes, 1000)},}`);
	return (reading) => {
		// Almost no text has one: to look for all of them takes longer.
		if (reading.bytes.length < least || !mayHaveOne.test(reading.bytes)) return [];
		return [...reading.bytes.matchAll(runs)].flatMap(({ 0: run, index }) => {
			if (least >= NEVER_HEX && /^[\da-f]*$/i.test(run)) return [];
			const characters = run.replace(/\s+/g, '');
			return [0, 1, 2, 3]
				.map((shift) => ({ shift, bytes: Buffer.from(characters.slice(shift), 'base64').toString('latin1') }))
				.filter(({ bytes }) => enough.test(bytes))
				.map(({ shift, bytes }) => ({ bytes, placeOf: placesIn(reading, { run, index, shift }) }));
		});
	};
}

/** Where the bytes of Base64 are that begins `shift` characters after the start of a run. */
function placesIn(
	{ placeOf }: Reading,
	{ run, index, shift }: { readonly run: string; readonly index: number; readonly shift: number },
): Reading['placeOf'] {
	// Three bytes are in four characters.
	const first = (byte: number): number => index + placeIn(run, shift + Math.floor((byte * 4) / 3));
	const last = (byte: number): number => index + placeIn(run, shift + Math.ceil(((byte + 1) * 4) / 3) - 1);
	return ([start, end]) => placeOf([first(start), last(end - 1) + 1]);
}

/** The place in a run of its character number `at`, blanks not counted. */
function placeIn(run: string, at: number): number {
	if (!/\s/.test(run)) return at;
	let left = at;
	for (let place = 0; place < run.length; place++) if (!/\s/.test(run.charAt(place)) && left-- === 0) return place;
	return run.length - 1;
}
