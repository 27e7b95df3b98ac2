import { defined, filledText, isJsonObject, isNothing, type JsonObject } from './json';
import { type ErrorDetails, LibraryError, reworded } from './libraryError';
import { MAX_LEVELS, MAX_NAMES, MAX_VALUES, parsedJson, type ParsedJson } from './parseJson';

/** The error in the body of an answer: `error_code` (absent for 0) and `error_msg`. */
export interface ErrorBody {
	readonly code?: number | string;
	readonly message?: string;
}

/** A body as JSON, with or without a byte order mark, which `trim` takes away too; an empty one is `{}` (A06). */
export const parseBody = (text: string): ParsedJson => parsedJson(text.trim() || '{}');

/** The error that a parsed body reports; empty for a success, and for a body that is not an object. */
export const errorIn = (body: unknown): ErrorBody =>
	isJsonObject(body) ? defined({ code: codeIn(body.error_code), message: filledText(body.error_msg) }) : {};

/** Digits sent as text are a number; 0 and the empty text mean success. */
function codeIn(raw: unknown): number | string | undefined {
	const code = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw;
	return typeof code === 'number' && code !== 0 ? code : filledText(code);
}

/**
 * What a field named `error` reports: a word, a number, true, or an object with a code and a message of its own.
 * Undefined for a field that says that there is none.
 */
export function errorNamed(error: unknown): ErrorBody | undefined {
	if (error === true) return {};
	if (!isJsonObject(error)) {
		const code = codeIn(error);
		return code === undefined ? undefined : { code };
	}
	const { code = error.error_code, message = error.error_msg } = error;
	const said = defined({ code: codeIn(code), message: filledText(message) });
	const isNone = isNothing(code) ? Object.values(error).every(isNothing) : said.code === undefined;
	return isNone ? undefined : said;
}

/** The numbers of a failure, as the end of its message shows them, e.g. `error 40402, HTTP 404`. */
export const errorNumbers = (code: number | string | undefined, status: number): string =>
	[...(code === undefined ? [] : [`error ${code}`]), `HTTP ${status}`].join(', ');

/** Whether an answer is a web page: by its type, or because its text starts like one. Header names in lower case. */
export const isWebPage = (headers: Readonly<Record<string, string>>, text: string): boolean =>
	/html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html|head|body)/i.test(text);

/** An answer whose body has been read, from whatever transport. Header names in lower case. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

/** The title of an answer that is a web page; undefined for any other answer and without a title. */
export function titleOf({ headers, text }: Answer): string | undefined {
	if (!isWebPage(headers, text)) return undefined;
	// An attribute ends before the next tag: a page full of unfinished titles would keep n8n busy for minutes.
	return /<title[^<>]*>([^<]{1,200})/i.exec(text)?.[1]?.replace(/\s+/g, ' ').trim() || undefined;
}

/** Texts that confirm what was asked for, where an answer is nothing but a text. */
const CONFIRMING = /^(?:0|1|200|done|ok|okay|success|succeeded|true|yes)?$/;
const isConfirming = (text: string): boolean => CONFIRMING.test(text.trim().toLowerCase());

/** Whether an object says by itself that nothing was done: by a flag, or by a message without a code. */
function denies(answer: JsonObject): boolean {
	const { error_code: code, error_msg: message, success, ok, result } = answer;
	if (typeof message === 'string' && (code === undefined || code === null) && !isConfirming(message)) return true;
	if ([success, ok, result].some((flag) => flag === false || flag === 'false')) return true;
	// A `result` of 0 is a code for success elsewhere.
	return [success, ok].some((flag) => flag === 0 || flag === '0');
}

/**
 * Whether a whole JSON answer without an error code confirms a change for which the document promises only "200" (A06).
 * Everything does, but for a bare false, an object that says so by itself, and a text that is no word of success:
 * nobody can know what such a text says.
 */
export function confirms(answer: unknown): boolean {
	if (typeof answer === 'string') return isConfirming(answer);
	const entries: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
	return entries.every((entry) => entry !== false && !(isJsonObject(entry) && denies(entry)));
}

/** Words that add nothing to a sentence about a failure. */
const FILLERS: ReadonlySet<string> = new Set(
	[
		'a an the this that of or and to for in on by with it its is are was were be been has have had do does did',
		'not no none cannot can isn doesn don won error failed failure invalid illegal denied forbidden refused',
		'allowed missing found exist exists existed already deleted removed please check sorry request operation',
	]
		.flatMap((line) => line.split(' '))
		.map(stem),
);

/** A name in quotes; an apostrophe inside a word is none. */
const QUOTED = /"([^"]*)"|(?<!\w)'([^']*)'(?!\w)|“([^“”]*)”|「([^「」]*)」/g;

/**
 * What a text of the service says beyond `what`, our sentence for its code: all of it where it has a word of its own
 * (only the thing of "link 'abc' does not exist" where that is what our sentence says too),
 * else only the names it quotes, e.g. of the file. A text without a Latin letter says in another language what a known
 * code says.
 */
export function newsIn(text: string, what: string, isKnown: boolean): string {
	const names = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((name) => name !== undefined) ?? '');
	const said = wordsIn(text.replace(QUOTED, ' '));
	if (said.length === 0 && !isKnown) return text;
	const known = new Set(wordsIn(what));
	if (said.some((word) => !known.has(word) && !FILLERS.has(word)))
		return what.includes('does not exist')
			? text.replace(/ (?:does not exist|doesn't exist|not found)\.?$/i, '')
			: text;
	return names.map((name) => `"${name}"`).join(', ');
}

/** The words of a text in lower case, and whatever else has a digit or an underscore, such as a parameter's name. */
const wordsIn = (text: string): string[] => (text.toLowerCase().match(/[a-z0-9_][a-z0-9_']*/g) ?? []).map(stem);

/** A word without the ending of a plural or a participle. */
function stem(word: string): string {
	return word
		.replace(/'t$/, '')
		.replace(/(?<=[a-z]{3})s$/, '')
		.replace(/(?<=[a-z]{3})ed?$/, '');
}

interface Source extends Pick<ErrorDetails, 'operation' | 'status' | 'hint'> {
	readonly isChange: boolean;
	/** Whether a part of the answer is missing, so that a question may be asked again. */
	readonly isCut?: boolean;
}

const UNKNOWN = '. It is unknown whether the change was made';
const CHECK = 'Check in the service whether the change was made before you run the node again.';

/** The same failure, after a request that was to change something and may have done it. */
export const withDoubt = (error: LibraryError): LibraryError =>
	reworded(error, `${error.message}${UNKNOWN}`, { hint: [CHECK, error.hint].filter(Boolean).join(' ') });

/** The error for an answer that cannot be understood; after a change, it says that nobody knows whether it was made. */
export function unreadableAnswer(message: string, { isChange, isCut = false, ...details }: Source): LibraryError {
	const failure = new LibraryError('protocol', message, { ...details, retryable: isCut && !isChange });
	return isChange ? withDoubt(failure) : failure;
}

/** An answer with a good status that cannot be used; `scrub` cuts the secrets out of its text. */
export interface Unreadable {
	readonly operation: string;
	readonly answer: Answer;
	readonly scrub: (text: string) => string;
	readonly isChange: boolean;
}

/** What to do about an answer that is compressed although none was asked for. */
export const CODING_HINT =
	'Turn off compression in the service or in the proxy in front of it; this node asks for none';
const CUT_HINT = 'Something between this machine and the service cuts its answers off: check the proxies in between';
const BASE_URL_HINT =
	"Check the Base URL in the credential: it must be the address of the service's interface, " +
	'not of its web pages, a sign-in page or a proxy';
/** How much of an answer that cannot be used is shown, in characters. */
const SHOWN = 200;
/** How much of it is searched for secrets: what is shown, and blanks. */
const SEARCHED = 10_000;

/** Members of an answer that the service issues as secrets, the last one possibly cut; the query of a signed link. */
const ISSUED =
	/("[^"]{0,100}(?:token|secret|password|ticket|session|key|sign)[^"]{0,100}"\s*:\s*)(?:"[^"]*"?|[^",}\]]+)/gi;
const LINK_QUERY = /(https?:(?:\\?\/){2}[^\s"?]*)\?[^\s"]*/gi;

/** Without what only this answer contains: a new token, the key of a session, a link that opens a file. */
const withoutIssued = (text: string): string => text.replace(ISSUED, '$1"***"').replace(LINK_QUERY, '$1?***');

/** The beginning of an answer, on one line and without secrets. */
function beginningOf({ answer, scrub }: Unreadable): string {
	const line = withoutIssued(scrub(answer.text.slice(0, SEARCHED)))
		.replace(/[\s\p{Cc}\uFEFF]+/gu, ' ')
		.trim();
	return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}

function whatCame({ answer, scrub }: Unreadable): string {
	if (!isWebPage(answer.headers, answer.text)) return 'text';
	const title = titleOf(answer);
	return `a web page${title ? ` titled "${scrub(title)}"` : ''}`;
}

const unusable = (
	{ operation, answer: { status }, isChange }: Unreadable,
	message: string,
	more: Partial<Source> = {},
): LibraryError => unreadableAnswer(message, { operation, status, isChange, ...more });

/** The error for an answer that is not JSON, or not all of it; shows how it begins. */
export function notJson(unreadable: Unreadable): LibraryError {
	const { answer, scrub } = unreadable;
	const { status, headers, text } = answer;
	const coding = headers['content-encoding'];
	if (coding && !isWebPage(headers, text)) {
		// The transport undoes the codings that it knows, and leaves the header where it could not.
		const how = `in a way that can't be read (${scrub(coding).slice(0, 60)}, HTTP ${status})`;
		return unusable(unreadable, `The service compressed its answer ${how}`, { hint: CODING_HINT });
	}
	const isCut = /^[\s\uFEFF]*[[{"]/.test(text);
	const what = isCut ? 'only a part of its JSON' : `${whatCame(unreadable)} instead of the service's JSON`;
	const message = `The address answered with ${what} (HTTP ${status}), which begins: ${beginningOf(unreadable)}`;
	return unusable(unreadable, message, { isCut, hint: isCut ? CUT_HINT : BASE_URL_HINT });
}

const LIMITS = {
	levels: `${MAX_LEVELS} levels of lists and objects`,
	values: `${MAX_VALUES} values`,
	names: `${MAX_NAMES} names in one object`,
} as const;

/** The error for an answer of which more than anybody can use would have to be read. */
export const tooMuch = (unreadable: Unreadable, excess: keyof typeof LIMITS): LibraryError =>
	unusable(unreadable, `The service's answer has more than ${LIMITS[excess]}`, {
		hint: 'Report this to the operator of the service',
	});

/** The error for a JSON answer that does not confirm the change; shows how it begins. */
export const notConfirmed = (unreadable: Unreadable): LibraryError =>
	unusable(
		unreadable,
		`The service answered ${beginningOf(unreadable)} (HTTP ${unreadable.answer.status}), which confirms nothing`,
	);

/** The error for a redirect: the interface has none. */
export function redirectError(unreadable: Unreadable): LibraryError {
	const { status, headers } = unreadable.answer;
	const target = headers.location ?? '';
	// The origin only, as in all errors: path and query of a redirect may repeat a signature or a secret.
	const isShown = /^https?:/i.test(target) && URL.canParse(target);
	const to = isShown ? ` to ${unreadable.scrub(new URL(target).origin)}` : '';
	const message = `The service redirects${to} instead of answering (HTTP ${status})`;
	return unusable(unreadable, message, { isChange: false, hint: BASE_URL_HINT });
}
