/* The oracle of what a text gives away, without code of src: it undoes every escape again and again, and looks. */

/** Characters of a secret that are as bad as all of it. */
const PIECE = 8;
/** How many escapes around each other are undone. */
const DEPTH = 4;

const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	sol: '/',
	bsol: '\\',
	plus: '+',
	equals: '=',
	eacute: 'é',
	szlig: 'ß',
	uuml: 'ü',
	ntilde: 'ñ',
	pound: '£',
	num: '#',
	percnt: '%',
	nbsp: ' ',
};

const character = (digits: string, base: number): string => {
	const point = Number.parseInt(digits, base);
	return point <= 0x10ffff ? String.fromCodePoint(point) : '';
};

const bytesOf = (codes: string): Buffer => Buffer.from(codes.replaceAll('%', ''), 'hex');

type Undo = (text: string) => string;

const UNDO: readonly Undo[] = [
	(text) => text.replace(/(?:%[\da-f]{2})+/gi, (codes) => bytesOf(codes).toString('utf8')),
	(text) =>
		text
			.replace(/%u([\da-f]{4})/gi, (_, digits: string) => character(digits, 16))
			.replace(/(?:%[\da-f]{2})+/gi, (codes) => bytesOf(codes).toString('latin1')),
	(text) =>
		text.replace(
			/\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})|\\(.)/gi,
			(_, point?: string, unit?: string, byte?: string, other?: string) =>
				other ?? String.fromCodePoint(Number.parseInt(point ?? unit ?? byte ?? '0', 16) % 0x110000),
		),
	(text) =>
		text.replace(/&#x([\da-f]{1,6});?|&#(\d{1,7});?|&([a-z]+);?/gi, (all, hex?: string, dec?: string, name = '') =>
			hex ? character(hex, 16) : dec ? character(dec, 10) : (NAMED[String(name).toLowerCase()] ?? all),
		),
	(text) => text.replaceAll('+', ' '),
	(text) => text.replace(/[\r\n]+/g, ''),
	(text) =>
		[...text.matchAll(/[A-Za-z0-9+/_-]{10,}/g)]
			.flatMap(([run]) => [0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), 'base64').toString('utf8')))
			.join('\n'),
	(text) =>
		[...text.matchAll(/[\da-f]{16,}/gi)]
			.flatMap(([run]) => [0, 1].map((shift) => Buffer.from(run.slice(shift), 'hex').toString('utf8')))
			.join('\n'),
];

/** The text and everything that it may stand for. */
function revealed(text: string): Set<string> {
	const all = new Set([text]);
	let latest = [text];
	for (let depth = 0; depth < DEPTH; depth++) {
		latest = [...new Set(latest.flatMap((one) => UNDO.map((undo) => undo(one))))].filter(
			(one) => one.length >= PIECE && !all.has(one),
		);
		for (const one of latest) all.add(one);
	}
	return all;
}

/** All stretches of a secret that must not be seen, in lower case; the whole of a short one. */
function piecesOf(secret: string): string[] {
	const chars = [...secret.toLowerCase()];
	if (chars.length <= PIECE) return [chars.join('')];
	return Array.from({ length: chars.length - PIECE + 1 }, (_, at) => chars.slice(at, at + PIECE).join(''));
}

const expressions = new Map<string, RegExp>();

/** Finds any of these pieces at once, made once for each secret: there are thousands of texts. */
function expressionOf(secret: string): RegExp {
	const known = expressions.get(secret);
	if (known) return known;
	const made = new RegExp(
		piecesOf(secret)
			.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
			.join('|'),
	);
	expressions.set(secret, made);
	return made;
}

/** What a text gives away: the name of each secret with the piece that was found. */
export function givenAway(text: string, secrets: ReadonlyMap<string, string>): string[] {
	const readings = [...revealed(text)].join('\0').toLowerCase();
	return [...secrets].flatMap(([name, secret]) => {
		const [piece] = expressionOf(secret).exec(readings) ?? [];
		return piece === undefined ? [] : [`${name}: ${piece}`];
	});
}
