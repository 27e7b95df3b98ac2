/*
 * The escapes in which a server may repeat a text: percent codes, those of JSON and JavaScript, entities of HTML.
 * Undone on bytes, because a percent code is a byte and the bytes of one character may come in several codes. Texts are
 * decoded often and almost never contain what is looked for: places in the original text are computed when needed.
 */

/** Stretch of a text, end not included. */
export type Range = readonly [start: number, end: number];

/** What a text reads like: bytes as a text of one character each. */
export interface Reading {
	readonly bytes: string;
	/** The stretch of the original text that a stretch of the bytes, of one byte at least, was written with. */
	readonly placeOf: (range: Range) => Range;
}

/** One escape of any kind; the groups are in the order of `decoded`. */
const ESCAPE = new RegExp(
	[
		String.raw`\\u([\da-f]{4})(?:\\u(d[c-f][\da-f]{2}))?`,
		String.raw`\\u\{0*([\da-f]{1,6})\}`,
		String.raw`\\x([\da-f]{2})`,
		String.raw`\\([\\/"'nr])`,
		'%u([\\da-f]{4})(?:%u(d[c-f][\\da-f]{2}))?',
		'%([\\da-f]{2})',
		// Browsers read these without a semicolon too.
		'&#x0*([\\da-f]{1,6});?',
		'&#0*(\\d{1,7});?',
		'&([a-z][a-z\\d]{1,7});',
		'&(amp|lt|gt|quot)',
	].join('|'),
	'gi',
);

/** Names in HTML of characters of ASCII, each followed by its character. */
const ASCII_NAMES =
	'amp & lt < gt > quot " apos \' sol / bsol \\ plus + equals = num # percnt % commat @ colon : semi ; ' +
	'excl ! dollar $';
/** Names in HTML of the characters from 161 to 255. */
const LATIN_NAMES =
	'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
	'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring ' +
	'AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml ' +
	'times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ' +
	'ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml ' +
	'divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const NAMED: ReadonlyMap<string, string> = new Map([
	...[...ASCII_NAMES.matchAll(/(\S{1,8}) (\S)/g)].map(([, name = '', char = '']): [string, string] => [name, char]),
	...LATIN_NAMES.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(161 + at)]),
]);

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** The bytes of a text in UTF-8, one character for each. */
export const bytesOf = (text: string): string => (isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1'));

/** The same where a character up to 255 is one byte, as in `escape()` of JavaScript and in old pages. */
export const latinBytesOf = (text: string): string =>
	isAscii(text)
		? text
		: Array.from(text, (char) => ((char.codePointAt(0) ?? 0) <= 0xff ? char : bytesOf(char))).join('');

/** A text as it came. */
export function plainReading(text: string): Reading {
	if (isAscii(text)) return { bytes: text, placeOf: (range) => range };
	let places: Range[] | undefined;
	return {
		bytes: bytesOf(text),
		placeOf: ([start, end]) => {
			places ??= placesOfBytes(text);
			return [places[start]?.[0] ?? 0, places[end - 1]?.[1] ?? text.length];
		},
	};
}

/** For each byte of a text in UTF-8 the place of its character. */
function placesOfBytes(text: string): Range[] {
	const places: Range[] = [];
	let at = 0;
	for (const char of text) {
		const place: Range = [at, at + char.length];
		for (let byte = bytesOf(char).length; byte > 0; byte--) places.push(place);
		at += char.length;
	}
	return places;
}

/** An escape that was undone: where it was, and where its meaning is. */
interface Undone {
	readonly from: Range;
	readonly to: Range;
}

/** A reading with its escapes undone once; undefined without any. What is escaped twice is escaped once then. */
export function decodedOnce({ bytes, placeOf }: Reading): Reading | undefined {
	if (!/[\\%&]/.test(bytes)) return undefined;
	const escapes: Undone[] = [];
	const parts: string[] = [];
	let [done, length] = [0, 0];
	for (const match of bytes.matchAll(ESCAPE)) {
		const meant = decoded(match);
		if (meant === undefined) continue;
		parts.push(bytes.slice(done, match.index), meant);
		length += match.index - done + meant.length;
		done = match.index + match[0].length;
		escapes.push({ from: [match.index, done], to: [length - meant.length, length] });
	}
	if (escapes.length === 0) return undefined;
	parts.push(bytes.slice(done));
	return {
		bytes: parts.join(''),
		placeOf: ([start, end]) => placeOf([sourceOf(start, escapes)[0], sourceOf(end - 1, escapes)[1]]),
	};
}

/** What a byte was written with, before the escapes were undone. */
function sourceOf(byte: number, escapes: readonly Undone[]): Range {
	// The escapes before `low` mean something up to this byte, those from `high` on something behind it.
	let [low, high] = [0, escapes.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((escapes[middle]?.to[0] ?? 0) <= byte) low = middle + 1;
		else high = middle;
	}
	const { from, to } = escapes[low - 1] ?? { from: [0, 0], to: [0, 0] };
	const at = byte - to[1] + from[1];
	return byte < to[1] ? from : [at, at + 1];
}

/** The bytes that an escape means; undefined for an unknown name and a number that is no character. */
function decoded(match: ReadonlyArray<string | undefined>): string | undefined {
	const [, unit, low, point, code, char, percentUnit, percentLow, byte, hex, decimal, name, bareName] = match;
	if (unit !== undefined) return pair(unit, low);
	if (percentUnit !== undefined) return pair(percentUnit, percentLow);
	if (byte !== undefined) return String.fromCharCode(fromHex(byte));
	if (char !== undefined) return LINE_BREAKS[char] ?? char;
	const named = name ?? bareName;
	if (named !== undefined) return entity(NAMED.get(named) ?? NAMED.get(named.toLowerCase()));
	const number = decimal === undefined ? fromHex(point ?? code ?? hex ?? '') : Number(decimal);
	return number <= 0x10ffff ? bytesOf(String.fromCodePoint(number)) : undefined;
}

/** In JSON the escapes of a line break, which may be within Base64. */
const LINE_BREAKS: Readonly<Record<string, string>> = { n: '\n', r: '\r' };
const fromHex = (digits: string): number => Number.parseInt(digits, 16);
/** A character beyond 65,535 is two units. */
const pair = (unit: string, low = ''): string =>
	bytesOf(String.fromCharCode(...[unit, low].filter(Boolean).map(fromHex)));
const entity = (text: string | undefined): string | undefined => (text === undefined ? undefined : bytesOf(text));

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
