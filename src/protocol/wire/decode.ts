import { LibraryError, type ErrorDetails } from './libraryError';
import type { CodeMeaning } from './codeMeaning';
import { meaningOf } from './errorCodes';
import { errorIn, errorNumbers, isWebPage, parseBody } from './errorBody';
import { defined, filledText, isJsonObject } from './json';

/** An answer whose body has been read, from whatever transport. Header names in lower case. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

/**
 * The largest difference of clocks in seconds that cannot be why a signature is refused (assumption: client facts 1.16
 * name no limit).
 */
export const CLOCK_TOLERANCE = 60;

/**
 * The parsed JSON of a successful answer; an empty body is `{}` (A06). With `bodyIgnored` a text that is not JSON is
 * `{}` too, unless it is a web page. `secrets` are cut out of the service's texts. Throws LibraryError for a status of
 * 400 or more, for an `error_code` other than 0 with any status (A05, client facts 3.4), for the token endpoint's
 * `error`, for redirects and for anything that is not JSON.
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

/** The service's clock minus ours in seconds, by the Date header; undefined when that is missing or unreadable. */
export function clockSkew(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
	const theirs = Date.parse(headers.date ?? '');
	return Number.isNaN(theirs) ? undefined : Math.round((theirs - nowMs) / 1000);
}

/**
 * The seconds to wait by Retry-After (a number or a date), never negative; undefined when it is missing or unreadable.
 */
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
	const meaning = meaningOf(answer.status, failure.code);
	const skew = clockSkew(answer.headers, nowMs);
	const details: ErrorDetails = {
		operation,
		status: answer.status,
		retryable: meaning.retryable ?? false,
		...defined({
			code: failure.code,
			retries: meaning.retries,
			hint: hintFor(meaning, skew),
			clockSkew: skew,
			retryAfter: retryAfter(answer.headers, nowMs),
		}),
	};
	return new LibraryError(meaning.kind, sentence(meaning, answer, failure, scrub), details);
}

function sentence(meaning: CodeMeaning, answer: Answer, failure: Failure, scrub: (text: string) => string): string {
	const said = failure.message ?? (failure.code === undefined ? titleOf(answer) : undefined);
	const where = failure.fullpath ? ` for "${failure.fullpath}"` : '';
	const numbers = scrub(errorNumbers(failure.code, answer.status));
	return `${meaning.what}${scrub(where)}${said ? `: ${scrub(said).slice(0, 500)}` : ''} (${numbers})`;
}

function hintFor(meaning: CodeMeaning, skew: number | undefined): string | undefined {
	if (!meaning.clock) return meaning.hint;
	if (skew === undefined || Math.abs(skew) <= CLOCK_TOLERANCE) return meaning.hint;
	const difference = `${Math.abs(skew)} seconds ${skew > 0 ? 'behind' : 'ahead of'}`;
	return `The clock of this machine is ${difference} the service's clock: correct it. ${meaning.hint ?? ''}`;
}

const isHtml = ({ headers, text }: Answer): boolean => isWebPage(headers, text);

function titleOf(answer: Answer): string | undefined {
	if (!isHtml(answer)) return undefined;
	return /<title[^>]*>([^<]{1,200})/i.exec(answer.text)?.[1]?.replace(/\s+/g, ' ').trim() || undefined;
}

const BASE_URL_HINT =
	"Check the Base URL in the credential: it must be the address of the service's interface, " +
	'not of its web pages, a sign-in page or a proxy';
const protocolError = (operation: string, answer: Answer, message: string): LibraryError =>
	new LibraryError('protocol', message, {
		operation,
		status: answer.status,
		hint: BASE_URL_HINT,
		retryable: false,
	});

function notJson(operation: string, answer: Answer, scrub: (text: string) => string): LibraryError {
	const coding = answer.headers['content-encoding'];
	if (coding && !isHtml(answer)) return unknownCoding(operation, answer, coding);
	const title = titleOf(answer);
	const what = isHtml(answer) ? `a web page${title ? ` titled "${scrub(title)}"` : ''}` : 'text';
	return protocolError(
		operation,
		answer,
		`The address answered with ${what} instead of the service's JSON (HTTP ${answer.status})`,
	);
}

/** The transport undoes the codings that it knows, and leaves the header where it could not. */
const unknownCoding = (operation: string, { status }: Answer, coding: string): LibraryError =>
	new LibraryError(
		'protocol',
		`The service compressed its answer in a way that can't be read (${coding}, HTTP ${status})`,
		{
			operation,
			status,
			retryable: false,
			hint: 'Turn off compression in the service or in the proxy in front of it; this node asks for none',
		},
	);

function redirectError(operation: string, answer: Answer): LibraryError {
	const target = answer.headers.location ?? '';
	// Origin and path only: the query of a redirect may repeat our signature.
	const to = URL.canParse(target) ? ` to ${new URL(target).origin}${new URL(target).pathname}` : '';
	return protocolError(operation, answer, `The service redirects${to} instead of answering (HTTP ${answer.status})`);
}

function scrubber(secrets: readonly string[]): (text: string) => string {
	// Values of less than four characters occur in ordinary words.
	const values = secrets
		.filter((secret) => secret.length >= 4)
		.flatMap((secret) => [secret, encodeURIComponent(secret)]);
	return (text) => values.reduce((rest, secret) => rest.split(secret).join('***'), text);
}
