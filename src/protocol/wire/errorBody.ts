import { defined, filledText, isJsonObject } from './json';

/** The error in the body of an answer: `error_code` (absent for 0) and `error_msg`. */
export interface ErrorBody {
	readonly code?: number | string;
	readonly message?: string;
}

/** A body as JSON, with or without a byte order mark; an empty one is `{}` (A06). */
export function parseBody(text: string): { json: true; value: unknown } | { json: false } {
	// `trim` takes the byte order mark away too.
	const trimmed = text.trim();
	if (trimmed === '') return { json: true, value: {} };
	try {
		return { json: true, value: JSON.parse(trimmed) as unknown };
	} catch {
		return { json: false };
	}
}

/** The error that a parsed body reports; empty for a success, and for a body that is not an object. */
export const errorIn = (body: unknown): ErrorBody =>
	isJsonObject(body) ? defined({ code: codeIn(body.error_code), message: filledText(body.error_msg) }) : {};

/** Digits sent as text are a number; 0 and the empty text mean success. */
function codeIn(raw: unknown): number | string | undefined {
	const code = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw;
	return typeof code === 'number' && code !== 0 ? code : filledText(code);
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

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
