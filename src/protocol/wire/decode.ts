import { LibraryError, type ErrorDetails, type ErrorKind } from './libraryError';
import { meaningOfCode, meaningOfStatus, type CodeMeaning } from './errorCodes';
import { errorIn, isWebPage, errorNumbers, parseBody } from './errorBody';
import { defined, filledText, isJsonObject } from './json';

/** An answer with its body read, as any transport can give it. Header names in lower case. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

/** Beyond this difference of clocks, in seconds, a refused signature may be the clock's fault (assumption: client facts 1.16 show no window). */
export const CLOCK_TOLERANCE = 60;

/**
 * The parsed JSON of a good answer; an empty body is `{}` (ambiguities A06). With `bodyIgnored` a text that is not JSON
 * is `{}` too, unless it is a web page.
 * Throws LibraryError for status >= 400, for an `error_code` other than 0 at any status (A05, client facts 3.4),
 * for the token endpoint's `error`, for redirects and for anything that is not JSON. `secrets` are cut out of texts of the service.
 */
export function decodeAnswer(
	operation: string,
	answer: Answer,
	nowMs: number,
	secrets: readonly string[] = [],
	bodyIgnored = false,
): unknown {
	const body = parseBody(answer.text);
	const failure = body.json ? failureIn(body.value) : undefined;
	if (failure || answer.status >= 400) throw serviceError(operation, answer, nowMs, failure ?? {}, scrubber(secrets));
	if (answer.status >= 300) throw redirectError(operation, answer);
	if (body.json) return body.value;
	if (bodyIgnored && !isHtml(answer)) return {};
	throw notJson(operation, answer, scrubber(secrets));
}

/** The service's clock minus ours in seconds, read from the Date header; undefined without a readable one. */
export function clockSkew(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
	const theirs = Date.parse(headers['date'] ?? '');
	return Number.isNaN(theirs) ? undefined : Math.round((theirs - nowMs) / 1000);
}

/** Seconds to wait by Retry-After (a number or a date), never negative. */
export function retryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
	const value = headers['retry-after']?.trim();
	if (!value) return undefined;
	if (/^\d+$/.test(value)) return Number(value);
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}

interface Failure {
	code?: number | string;
	message?: string;
	fullpath?: string;
}

function failureIn(value: unknown): Failure | undefined {
	if (!isJsonObject(value)) return undefined;
	const { code, message = filledText(value.error_description) } = errorIn(value);
	const known = defined({ message, fullpath: filledText(value.fullpath) });
	if (code !== undefined) return { code, ...known };
	const word = filledText(value.error);
	// A success may contain a field named error_msg, never one named error.
	return word && value.error_code === undefined ? { code: word, ...known } : undefined;
}

function serviceError(
	operation: string,
	answer: Answer,
	nowMs: number,
	failure: Failure,
	scrub: (text: string) => string,
): LibraryError {
	const meaning = meaningOfCode(failure.code) ?? meaningOfStatus(statusOf(answer.status, failure.code));
	const skew = clockSkew(answer.headers, nowMs);
	const wait = retryAfter(answer.headers, nowMs);
	const hint = hintFor(meaning, skew);
	const details: ErrorDetails = {
		operation,
		status: answer.status,
		retryable: meaning.retryable ?? false,
		...(failure.code === undefined ? {} : { code: failure.code }),
		...(hint ? { hint } : {}),
		...(skew === undefined ? {} : { clockSkew: skew }),
		...(wait === undefined ? {} : { retryAfter: wait }),
	};
	return new LibraryError(meaning.kind, sentence(meaning, answer, failure, scrub), details);
}

/** The first three digits of a code are the HTTP status (client facts 3.2); used when the service answered 200 with an error. */
const statusOf = (status: number, code: number | string | undefined): number =>
	status >= 400 || typeof code !== 'number' ? Math.max(status, 400) : Number(String(code).slice(0, 3));

function sentence(meaning: CodeMeaning, answer: Answer, failure: Failure, scrub: (text: string) => string): string {
	const said = failure.message ?? (failure.code === undefined ? titleOf(answer) : undefined);
	const where = failure.fullpath ? ` for "${failure.fullpath}"` : '';
	const numbers = scrub(errorNumbers(failure.code, answer.status));
	return `${meaning.what}${scrub(where)}${said ? `: ${scrub(said).slice(0, 500)}` : ''} (${numbers})`;
}

function hintFor(meaning: CodeMeaning, skew: number | undefined): string | undefined {
	if (!meaning.signature) return meaning.hint;
	const clock =
		skew !== undefined && Math.abs(skew) > CLOCK_TOLERANCE
			? `The clock of this machine is ${Math.abs(skew)} seconds ${skew > 0 ? 'behind' : 'ahead of'} the service's: set it right. `
			: '';
	return `${clock}${meaning.hint ?? ''}`;
}

const isHtml = ({ headers, text }: Answer): boolean => isWebPage(headers, text);

function titleOf(answer: Answer): string | undefined {
	if (!isHtml(answer)) return undefined;
	return /<title[^>]*>([^<]{1,200})/i.exec(answer.text)?.[1]?.replace(/\s+/g, ' ').trim() || undefined;
}

const BASE_URL_HINT =
	"Check the Base URL in the credential: it must be the address of the service's interface, not of its web pages, a sign-in page or a proxy";
const protocolError = (operation: string, answer: Answer, message: string): LibraryError =>
	new LibraryError('protocol' satisfies ErrorKind, message, {
		operation,
		status: answer.status,
		hint: BASE_URL_HINT,
		retryable: false,
	});

function notJson(operation: string, answer: Answer, scrub: (text: string) => string): LibraryError {
	const title = titleOf(answer);
	const what = isHtml(answer) ? `a web page${title ? ` titled "${scrub(title)}"` : ''}` : 'a text';
	return protocolError(
		operation,
		answer,
		`The address answered with ${what}, not with the service's JSON (HTTP ${answer.status})`,
	);
}

function redirectError(operation: string, answer: Answer): LibraryError {
	const target = answer.headers['location'] ?? '';
	// Only the origin and path: the query of a redirect may repeat our signature.
	const to = URL.canParse(target) ? ` to ${new URL(target).origin}${new URL(target).pathname}` : '';
	return protocolError(operation, answer, `The service redirects${to} instead of answering (HTTP ${answer.status})`);
}

function scrubber(secrets: readonly string[]): (text: string) => string {
	// Short values would cut holes into ordinary words.
	const values = secrets
		.filter((secret) => secret.length >= 4)
		.flatMap((secret) => [secret, encodeURIComponent(secret)]);
	return (text) => values.reduce((rest, secret) => rest.split(secret).join('***'), text);
}
