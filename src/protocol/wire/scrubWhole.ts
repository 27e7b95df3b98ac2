import { scrubber, SEARCHED } from './scrub';

/* Secrets in what comes out of a run that went well: only whole ones, because names of files must not suffer. */

/** A shorter secret stays: it may be a word. In characters. */
const SHORTEST = 8;

const inUpperCase = (text: string): string => text.toUpperCase();
const inLowerCase = (text: string): string => text.toLowerCase();
const lowerCodes = (text: string): string => text.replace(/%[0-9A-F]{2}|\\u[0-9A-F]{4}/g, inLowerCase);
const upperCodes = (text: string): string =>
	text.replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`);
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const asciiJson = (text: string): string =>
	inJson(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;');

/** A secret as a service may write it. */
function formsOf(secret: string): string[] {
	if (secret.length < SHORTEST) return [];
	const wellFormed = secret.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
	const inUrl = encodeURIComponent(wellFormed);
	const inForm = new URLSearchParams([['', wellFormed]]).toString().slice(1);
	const base64 = Buffer.from(secret, 'utf8').toString('base64').replace(/=+$/, '');
	const plain = [secret, inUpperCase(secret), inLowerCase(secret)];
	const escaped = [inJson(secret), inJson(secret).replaceAll('/', '\\/'), asciiJson(secret), inHtml(secret)];
	const coded = [inUrl, inForm, encodeURI(wellFormed), encodeURIComponent(inUrl)];
	const all = [...plain, ...escaped, ...escaped.map(upperCodes), ...coded, ...coded.map(lowerCodes)];
	return [...all, base64, Buffer.from(secret, 'utf8').toString('base64url')];
}

/** The two characters at a place of a text, as one number. */
const pairAt = (text: string, at: number): number =>
	((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);

/**
 * Makes a function that replaces whole secrets in a text by `***`: in texts of up to 20,000 characters in all clothes,
 * also around each other; in longer ones plain, in upper or lower case, percent-encoded, escaped as JSON or HTML, or in
 * Base64. Nothing else changes, however long the text is. Secrets of less than eight characters stay.
 */
export function wholeScrubber(secrets: readonly string[]): (text: string) => string {
	const scrub = scrubber(secrets, true);
	let scrubLong: ((text: string) => string) | undefined;
	return (text) => (text.length <= SEARCHED ? scrub(text) : (scrubLong ??= longScrubber(secrets))(text));
}

/** Replaces secrets in the usual forms, in a text of any length. */
function longScrubber(secrets: readonly string[]): (text: string) => string {
	// The longest first: a secret may begin with another one.
	const forms = [...new Set(secrets.flatMap(formsOf))].sort((one, other) => other.length - one.length);
	const shortest = Math.min(...forms.map(({ length }) => length));
	const byPair = new Map<number, string[]>();
	const isBeginning = new Uint8Array(0x10000);
	for (const form of forms) {
		byPair.set(pairAt(form, 0), [...(byPair.get(pairAt(form, 0)) ?? []), form]);
		isBeginning[pairAt(form, 0)] = 1;
	}
	return (text) => {
		let [result, done] = ['', 0];
		for (let at = 0; at + shortest <= text.length; at++) {
			if (isBeginning[pairAt(text, at)] !== 1) continue;
			const found = byPair.get(pairAt(text, at))?.find((form) => text.startsWith(form, at));
			if (found === undefined) continue;
			result += `${text.slice(done, at)}***`;
			done = at + found.length;
			at = done - 1;
		}
		return done === 0 ? text : result + text.slice(done);
	};
}
