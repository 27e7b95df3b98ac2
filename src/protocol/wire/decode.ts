import {
	type Answer,
	confirms,
	type ErrorBody,
	errorIn,
	errorNamed,
	errorNumbers,
	newsIn,
	notConfirmed,
	notJson,
	parseBody,
	redirectError,
	isWebPage,
	titleOf,
	tooMuch,
	type Unreadable,
} from './errorBody';
import { type CodeMeaning, isKnownCode, meaningOf, OTHER_SERVER, statusOf } from './errorCodes';
import { defined, filledText, isJsonObject } from './json';
import { LibraryError } from './libraryError';
import { scrubber } from './scrub';

/** What is at a place of an answer, by its path: `orgs` is a field, `[]` each entry of a list, `{}` each of a map. */
export type AnswerShape = Readonly<Record<string, 'list' | 'map'>>;

/** Whether a value is a list with gaps as PHP sends it: an object whose keys are all numbers (A07). */
export const isGappedList = (value: unknown): value is Readonly<Record<string, unknown>> =>
	isJsonObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));

/** An empty list, as PHP also sends it inside of an answer (client facts 5.16). */
const isNoList = (value: unknown): boolean =>
	value === null || value === false || (isJsonObject(value) && Object.keys(value).length === 0);

const closeGaps = (value: unknown): unknown => (isGappedList(value) ? Object.values(value) : value);
const asMap = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value);

function corrected(value: unknown, [step, ...rest]: readonly string[], kind: 'list' | 'map'): unknown {
	if (step === undefined) return kind === 'list' ? closeGaps(value) : asMap(value);
	if (step === '[]')
		return Array.isArray(value) ? value.map((entry: unknown) => corrected(entry, rest, kind)) : value;
	if (!isJsonObject(value)) return value;
	if (step === '{}')
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, corrected(one, rest, kind)]));
	if (!Object.hasOwn(value, step)) return value;
	const isEmpty = kind === 'list' && rest.length === 0 && isNoList(value[step]);
	return { ...value, [step]: isEmpty ? [] : corrected(value[step], rest, kind) };
}

/** An answer whose lists are lists and whose maps are maps, however PHP sent them. Everything else stays as it came. */
export const withShape = (answer: unknown, shape: AnswerShape): unknown =>
	Object.entries(shape).reduce(
		(value, [path, kind]) => corrected(value, path.match(/\[\]|\{\}|[^.[{]+/g) ?? [], kind),
		answer,
	);

/* What an answer of the service says: its value, or its failure as an error. */

/**
 * The largest difference of clocks in seconds that cannot be why a signature is refused (assumption: client facts 1.16
 * name no limit).
 */
export const CLOCK_TOLERANCE = 60;

interface Expectation {
	/** The request was to change something: what cannot be understood leaves a doubt whether it did. */
	readonly isChange?: boolean;
	/** The answer only has to confirm (A06): a false, a text that is no word of success and a failed entry do not. */
	readonly mustConfirm?: boolean;
}

/** Texts that no error may show, or what collects them when there is an error. */
type Secrets = readonly string[] | (() => readonly string[]);

/**
 * The parsed JSON of a successful answer; an empty body is `{}` (A06). `secrets` are cut out of the service's texts.
 * Throws LibraryError for a status of 400 or more, for an `error_code` other than 0 with any status (A05, client facts
 * 3.4), for the token endpoint's `error`, for redirects, for anything that is not whole JSON, and for what does not
 * meet the expectation.
 */
export function decodeAnswer(
	operation: string,
	answer: Answer,
	nowMs: number,
	secrets: Secrets = [],
	{ isChange = false, mustConfirm = false }: Expectation = {},
): unknown {
	const body = parseBody(answer.text);
	const failure = body.json ? failureIn(body.value, mustConfirm) : undefined;
	let scrubbing: ReturnType<typeof scrubber> | undefined;
	const scrub = (text: string): string =>
		(scrubbing ??= scrubber(typeof secrets === 'function' ? secrets() : secrets))(text);
	const unreadable = { operation, answer, scrub, isChange };
	if (failure || answer.status >= 400) throw serviceError(unreadable, failure ?? {}, nowMs);
	if (answer.status >= 300) throw redirectError(unreadable);
	if (!body.json) throw body.excess ? tooMuch(unreadable, body.excess) : notJson(unreadable);
	if (mustConfirm && !confirms(body.value)) throw notConfirmed(unreadable);
	return body.value;
}

/** The error that an entry of a list reports for itself, if any. `secrets` are cut out of its texts. */
export function errorOfEntry(
	operation: string,
	entry: unknown,
	secrets: readonly string[] = [],
): LibraryError | undefined {
	const failure = failureIn(entry);
	const answer = { status: statusOf(200, failure?.code), headers: {}, text: '' };
	return failure && serviceError({ operation, answer, scrub: scrubber(secrets) }, failure, 0);
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

type Failure = ErrorBody & { readonly fullpath?: string };
type Refused = Omit<Unreadable, 'isChange'>;

/** The entries of an answer that is a list: bare, as `list`, or with gaps (A07); undefined for what is none. */
export function listOf(value: unknown): readonly unknown[] | undefined {
	const list = isJsonObject(value) && Object.hasOwn(value, 'list') ? value.list : value;
	if (Array.isArray(list)) return list;
	return isGappedList(list) ? Object.values(list) : undefined;
}

function failureIn(value: unknown, amongEntries = false): Failure | undefined {
	const entries = (amongEntries ? listOf(value) : undefined) ?? [];
	return failureOf(value) ?? entries.map(failureOf).find((failure) => failure !== undefined);
}

function failureOf(value: unknown): Failure | undefined {
	if (!isJsonObject(value)) return undefined;
	const { code, message = filledText(value.error_description) } = errorIn(value);
	// A success may contain a field named error_msg, never one named error.
	const named = code === undefined && value.error_code === undefined ? errorNamed(value.error) : undefined;
	if (code === undefined && named === undefined) return undefined;
	return { ...defined({ code, message, fullpath: filledText(value.fullpath) }), ...named };
}

function serviceError(refused: Refused, failure: Failure, nowMs: number): LibraryError {
	const { operation, answer, scrub } = refused;
	const isOther = answer.status === 404 && failure.code === undefined && isWebPage(answer.headers, answer.text);
	const meaning = isOther ? OTHER_SERVER : meaningOf(answer.status, failure.code);
	const skew = clockSkew(answer.headers, nowMs);
	const code = typeof failure.code === 'string' ? scrub(failure.code).slice(0, 100) : failure.code;
	const what = sentence(meaning, failure, refused);
	return new LibraryError(meaning.kind, `${what} (${errorNumbers(code, answer.status)})`, {
		operation,
		status: answer.status,
		retryable: meaning.retryable ?? false,
		...defined({
			code,
			retries: meaning.retries,
			hint: hintFor(meaning, skew),
			clockSkew: skew,
			retryAfter: retryAfter(answer.headers, nowMs),
		}),
	});
}

function sentence(meaning: CodeMeaning, failure: Failure, { answer, scrub }: Refused): string {
	const said = failure.message ?? (failure.code === undefined ? titleOf(answer) : undefined);
	const where = failure.fullpath ? ` for "${failure.fullpath}"` : '';
	const more = said ? newsIn(scrub(said).slice(0, 500), meaning.what, isKnownCode(failure.code)) : '';
	return `${meaning.what}${scrub(where)}${more ? `: ${more}` : ''}`;
}

function hintFor(meaning: CodeMeaning, skew: number | undefined): string | undefined {
	if (!meaning.clock) return meaning.hint;
	if (skew === undefined || Math.abs(skew) <= CLOCK_TOLERANCE) return meaning.hint;
	const difference = `${Math.abs(skew)} seconds ${skew > 0 ? 'behind' : 'ahead of'}`;
	return `The clock of this machine is ${difference} the service's clock: correct it. ${meaning.hint ?? ''}`;
}
