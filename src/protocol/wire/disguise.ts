/*
 * The clothes in which a server may repeat a text: percent codes, escapes of JSON and JavaScript, entities of HTML,
 * Base64. Undone on bytes, because a percent code is a byte and the bytes of one character may come in several codes.
 */

/** Bytes as a text of one character each, and for each of them the place in the original text that it stands for. */
export interface View {
	readonly bytes: string;
	/** Index of its first character in the original. */
	readonly starts: readonly number[];
	/** Index after its last character in the original. */
	readonly ends: readonly number[];
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
	...[...ASCII_NAMES.matchAll(/(\S+) (\S)/g)].map(([, name = '', char = '']): [string, string] => [name, char]),
	...LATIN_NAMES.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(161 + at)]),
]);

/** The bytes of a text in UTF-8, one character for each. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The same where a character up to 255 is one byte, as in `escape()` of JavaScript and in old pages. */
export const latinBytesOf = (text: string): string =>
	Array.from(text, (char) => ((char.codePointAt(0) ?? 0) <= 0xff ? char : bytesOf(char))).join('');

/** A text as it came. */
export function plainView(text: string): View {
	const [bytes, starts, ends]: [string[], number[], number[]] = [[], [], []];
	let at = 0;
	for (const char of text) {
		for (const byte of bytesOf(char)) {
			bytes.push(byte);
			starts.push(at);
			ends.push(at + char.length);
		}
		at += char.length;
	}
	return { bytes: bytes.join(''), starts, ends };
}

/** The view with its escapes undone once; undefined without any. What is escaped twice is escaped once then. */
export function undressed(view: View): View | undefined {
	const [bytes, starts, ends]: [string[], number[], number[]] = [[], [], []];
	let done = 0;
	const copyUpTo = (end: number): void => {
		bytes.push(view.bytes.slice(done, end));
		for (; done < end; done++) {
			starts.push(view.starts[done] ?? 0);
			ends.push(view.ends[done] ?? 0);
		}
	};
	for (const match of view.bytes.matchAll(ESCAPE)) {
		const meant = decoded(match);
		if (meant === undefined) continue;
		copyUpTo(match.index);
		const end = match.index + match[0].length;
		bytes.push(meant);
		for (let n = 0; n < meant.length; n++) {
			starts.push(view.starts[match.index] ?? 0);
			ends.push(view.ends[end - 1] ?? 0);
		}
		done = end;
	}
	if (done === 0) return undefined;
	copyUpTo(view.bytes.length);
	return { bytes: bytes.join(''), starts, ends };
}

/** The bytes of `undressed` alone; undefined without an escape. */
export function undressedBytes(bytes: string): string | undefined {
	let isDressed = false;
	const undone = bytes.replace(ESCAPE, (...match: unknown[]) => {
		const meant = decoded(match as string[]);
		isDressed ||= meant !== undefined;
		return meant ?? String(match[0]);
	});
	return isDressed ? undone : undefined;
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

/** Characters of Base64, perhaps in lines; fewer are no piece of a secret. */
const BASE64 = /[\w+/-](?:[\w+/-]|[\r\n]+[ \t]*(?=[\w+/-])){5,}/g;

/** The contents of what may be Base64 in a view: each run from all four characters at which its bytes may begin. */
export function base64Contents({ bytes, starts, ends }: View): View[] {
	return [...bytes.matchAll(BASE64)].flatMap(({ 0: run, index }) => {
		// Where each character is, without line breaks.
		const places = Array.from(run, (char, at) => (/\s/.test(char) ? -1 : index + at)).filter((at) => at >= 0);
		const characters = places.map((at) => bytes[at]).join('');
		return [0, 1, 2, 3].map((shift): View => {
			const content = Buffer.from(characters.slice(shift), 'base64').toString('latin1');
			// Three bytes are in four characters.
			const first = (byte: number): number => places[shift + Math.floor((byte * 4) / 3)] ?? 0;
			const last = (byte: number): number => places[shift + Math.ceil(((byte + 1) * 4) / 3) - 1] ?? 0;
			const all = Array.from(content, (_, byte) => byte);
			return {
				bytes: content,
				starts: all.map((byte) => starts[first(byte)] ?? 0),
				ends: all.map((byte) => ends[last(byte)] ?? 0),
			};
		});
	});
}
