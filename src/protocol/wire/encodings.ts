/*
 * The encodings in which a server may repeat a text: percent codes, the escapes of JSON and JavaScript, entities of
 * HTML, Base64, lists of codes. Undone on bytes, a text of one character for each, because a percent code is a byte and
 * the bytes of one character may come in several codes.
 */

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

/** Bytes with their escapes undone once; undefined without any. What is escaped twice is escaped once then. */
export function decodedOnce(bytes: string): string | undefined {
	if (!/[\\%&]/.test(bytes)) return undefined;
	const undone = bytes.replace(ESCAPE, (...match: string[]) => decoded(match) ?? match[0] ?? '');
	return undone === bytes ? undefined : undone;
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

/** Fewer characters of Base64 are no piece of a secret. */
const LEAST = 11;
/** So many characters of Base64 are not by chance all hexadecimal digits, as in the SHA1 of each file. */
const NEVER_HEX = 20;

/**
 * Makes a search for what may be Base64 in bytes: its contents of `leastBytes` and more in a row that `character`, a
 * part of a pattern, allows, from each of the four characters at which they may begin.
 */
export function base64SearchOf(leastBytes: number, character: string): (bytes: string) => string[] {
	const least = Math.max(LEAST, Math.floor((leastBytes * 4) / 3));
	// Perhaps in lines.
	const runs = new RegExp(`[\\w+/-](?:[\\w+/-]|[\\r\\n]+[ \\t]*(?=[\\w+/-])){${least - 1},}`, 'g');
	const mayHaveOne = new RegExp(`[\\w+/-]{${least}}|[\\r\\n]`);
	const enough = new RegExp(`${character}{${Math.min(leastBytes, 1000)},}`);
	return (bytes) => {
		// Almost no text has one: to look for all of them takes longer.
		if (bytes.length < least || !mayHaveOne.test(bytes)) return [];
		return (bytes.match(runs) ?? []).flatMap((run) => {
			if (least >= NEVER_HEX && /^[\da-f]*$/i.test(run)) return [];
			const characters = run.replace(/\s+/g, '');
			return [0, 1, 2, 3]
				.map((shift) => Buffer.from(characters.slice(shift), 'base64').toString('latin1'))
				.filter((content) => enough.test(content));
		});
	};
}

/** Eight codes and more, as in the shortest piece: `45:78:70`, or `[69,120,112]`, as Node.js shows a buffer. */
const LIST = /(?:0x)?[\da-f]{1,3}(?:[\s:,;-]{1,3}(?:0x)?[\da-f]{1,3}){7,}/gi;

/** What the lists of codes in bytes mean, in hexadecimal and in decimal. */
export const codeListsIn = (bytes: string): string[] =>
	(bytes.match(LIST) ?? []).flatMap((list) => {
		const codes = list.replace(/0x/gi, '').split(/[\s:,;-]+/);
		return [16, 10].map((base) => latinBytesOf(codes.map(charIn(base)).join('')));
	});

const charIn =
	(base: number) =>
	(code: string): string =>
		/^\d+$/.test(code) || base === 16 ? String.fromCharCode(Number.parseInt(code, base)) : '';
