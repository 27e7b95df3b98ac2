/* The encodings in which a service may repeat a secret: each makes one text of it. */

type Encode = (secret: string) => string;

const isPlain = (char: string): boolean => /^[A-Za-z0-9]$/.test(char);
const each =
	(write: (char: string) => string): Encode =>
	(secret) =>
		Array.from(secret, (char) => (isPlain(char) ? char : write(char))).join('');
const units = (char: string): number[] => Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const unicode = (char: string): string =>
	units(char)
		.map((unit) => `\\u${hex(unit, 4)}`)
		.join('');
const percent = (char: string): string =>
	[...Buffer.from(char)].map((byte) => `%${hex(byte, 2).toUpperCase()}`).join('');

const NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'/': 'sol',
	'\\': 'bsol',
	'+': 'plus',
	'=': 'equals',
	é: 'eacute',
	ß: 'szlig',
	ü: 'uuml',
	Ñ: 'Ntilde',
	'£': 'pound',
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const percentAll: Encode = each(percent);
const again: Encode = (text) => text.replaceAll('%', '%25');
const jsonAll: Encode = each(unicode);

/** Pieces of 8 to 11 characters, each on its own. */
function piecesOf(secret: string, between: string, encode: Encode = (piece) => piece): string {
	const chars = [...secret];
	const pieces: string[] = [];
	for (let at = 0; at + 8 <= chars.length; at += 11) pieces.push(encode(chars.slice(at, at + 11).join('')));
	return pieces.join(between);
}

/** Encodings of single characters: a piece of an encoded text is an encoded piece. */
export const BY_CHARACTER: Readonly<Record<string, Encode>> = {
	plain: (secret) => secret,
	'JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
	'JSON, \\u in lower case': jsonAll,
	'JSON, \\u in upper case': each((char) => unicode(char).toUpperCase().replaceAll('\\U', '\\u')),
	'JSON, \\u for all characters': (secret) => Array.from(secret, unicode).join(''),
	'JavaScript, \\x': each((char) => (char < '\u0100' ? `\\x${hex(char.charCodeAt(0), 2)}` : unicode(char))),
	'JavaScript, \\u{}': each((char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`),
	percent: (secret) => encodeURIComponent(secret),
	'percent in lower case': (secret) => percentAll(secret).replace(/%../g, (code) => code.toLowerCase()),
	'percent for all bytes': (secret) => Array.from(secret, percent).join(''),
	'percent of escape()': each((char) =>
		char < '\u0100'
			? `%${hex(char.charCodeAt(0), 2)}`
			: units(char)
					.map((unit) => `%u${hex(unit, 4)}`)
					.join(''),
	),
	form: (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
	'HTML by name': each((char) => (char in NAMES ? `&${NAMES[char]};` : char)),
	'HTML in decimal': each((char) => `&#${char.codePointAt(0)};`),
	'HTML in hexadecimal': each((char) => `&#x${(char.codePointAt(0) ?? 0).toString(16)};`),
	'HTML in upper case': each((char) => `&#X${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()};`),
	'HTML with zeros': each((char) => `&#X${hex(char.codePointAt(0) ?? 0, 6)};`),
};

export const ENCODINGS: Readonly<Record<string, Encode>> = {
	...BY_CHARACTER,
	'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
	'percent twice': (secret) => again(percentAll(secret)),
	'percent three times': (secret) => again(again(percentAll(secret))),
	'HTML twice': (secret) => each((char) => `&#${char.codePointAt(0)};`)(secret).replaceAll('&', '&amp;'),
	'HTML of percent': (secret) => percentAll(secret).replaceAll('%', '&#37;'),
	'percent of HTML': (secret) => encodeURIComponent(each((char) => `&#${char.codePointAt(0)};`)(secret)),
	'JSON of percent': (secret) => percentAll(secret).replaceAll('%', '\\u0025'),
	Base64: base64,
	'Base64 without padding': (secret) => base64(secret).replace(/=+$/, ''),
	Base64url: base64url,
	'Base64, one byte further': (secret) => base64(`x${secret}`),
	'Base64, two bytes further': (secret) => base64url(`:x${secret}y`),
	'Base64 inside a word': (secret) => `sig${base64(secret)}end`,
	'Base64 in percent': (secret) => encodeURIComponent(base64(secret)),
	'Base64 in JSON': (secret) => base64(secret).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
	'Base64 of JSON': (secret) => base64(JSON.stringify({ secret })),
	'Base64 of percent': (secret) => base64(`client_secret=${encodeURIComponent(secret)}&x=1`),
	'Base64 of Base64': (secret) => base64(base64(secret)),
	'Base64 in lines': (secret) => base64(`${secret}${secret}`).replace(/.{38}/g, '$&\r\n'),
	'hexadecimal digits': (secret) => Buffer.from(secret).toString('hex'),
	'hexadecimal digits in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
	'hexadecimal digits behind others': (secret) => `0x0${Buffer.from(`id=${secret}`).toString('hex')}`,
	pieces: (secret) => piecesOf(secret, ' … '),
	'pieces in percent': (secret) => piecesOf(secret, ', ', encodeURIComponent),
	'pieces in Base64': (secret) => piecesOf(secret, ' ', base64),
	'pieces in HTML': (secret) =>
		piecesOf(
			secret,
			'<br>',
			each((char) => `&#${char.codePointAt(0)};`),
		),
	'the first characters': (secret) => `${[...secret].slice(0, 9).join('')}…`,
	'the last characters': (secret) => `…${[...secret].slice(-9).join('')}`,
	'in upper case': (secret) => secret.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
};

/** Those that show a secret as a whole. */
export const WHOLE_ENCODINGS = Object.entries(ENCODINGS).filter(([name]) => !/^pieces|characters$/.test(name));
