import { type Answer, isWebPage, titleOf } from './errorBody';
import { LibraryError, type ErrorDetails, reworded } from './libraryError';
import { MAX_LEVELS, MAX_NAMES, MAX_VALUES } from './parseJson';

/** Where an answer that cannot be understood came from. */
interface Source extends Pick<ErrorDetails, 'operation' | 'status' | 'hint'> {
	/** Whether the request was to change something. */
	readonly isChange: boolean;
	/** Whether a part of the answer is missing, so that a question may be asked again. */
	readonly isCut?: boolean;
}

const UNKNOWN = '. It is unknown whether the change was made';
const CHECK = 'Check in the service whether the change was made before you run the node again.';

/** The same failure, after a request that was to change something and may have done it. */
export const withDoubt = (error: LibraryError): LibraryError =>
	reworded(error, `${error.message}${UNKNOWN}`, { hint: [CHECK, error.hint].filter(Boolean).join(' ') });

/**
 * The error for an answer that cannot be understood. After a request that was to change something, it says that nobody
 * knows whether it did.
 */
export function unreadableAnswer(message: string, { isChange, isCut = false, hint, ...details }: Source): LibraryError {
	const advice = [isChange ? CHECK : '', hint].filter(Boolean).join(' ');
	return new LibraryError('protocol', isChange ? `${message}${UNKNOWN}` : message, {
		...details,
		...(advice === '' ? {} : { hint: advice }),
		retryable: isCut && !isChange,
	});
}

/** An answer with a good status that cannot be used; `scrub` cuts the secrets out of its text. */
interface Unreadable {
	readonly operation: string;
	readonly answer: Answer;
	readonly scrub: (text: string) => string;
	readonly isChange: boolean;
}

const CODING_HINT = 'Turn off compression in the service or in the proxy in front of it; this node asks for none';
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

/** What came in place of JSON, in words. */
function whatCame({ answer, scrub }: Unreadable): string {
	if (!isWebPage(answer.headers, answer.text)) return 'text';
	const title = titleOf(answer);
	return `a web page${title ? ` titled "${scrub(title)}"` : ''}`;
}

/** The error for an answer that is not JSON, or not all of it; shows how it begins. */
export function notJson(unreadable: Unreadable): LibraryError {
	const { operation, answer, isChange, scrub } = unreadable;
	const { status, headers, text } = answer;
	const coding = headers['content-encoding'];
	if (coding && !isWebPage(headers, text)) {
		const shown = scrub(coding).slice(0, 60);
		// The transport undoes the codings that it knows, and leaves the header where it could not.
		const message = `The service compressed its answer in a way that can't be read (${shown}, HTTP ${status})`;
		return unreadableAnswer(message, { operation, status, isChange, hint: CODING_HINT });
	}
	const isCut = /^[\s\uFEFF]*[[{"]/.test(text);
	const what = isCut ? 'only a part of its JSON' : `${whatCame(unreadable)} instead of the service's JSON`;
	const message = `The address answered with ${what} (HTTP ${status}), which begins: ${beginningOf(unreadable)}`;
	return unreadableAnswer(message, { operation, status, isChange, isCut, hint: isCut ? CUT_HINT : BASE_URL_HINT });
}

const LIMITS = {
	levels: `${MAX_LEVELS} levels of lists and objects`,
	values: `${MAX_VALUES} values`,
	names: `${MAX_NAMES} names in one object`,
} as const;

/** The error for an answer of which more than anybody can use would have to be read. */
export const tooMuch = (
	{ operation, answer: { status }, isChange }: Unreadable,
	excess: keyof typeof LIMITS,
): LibraryError =>
	unreadableAnswer(`The service's answer has more than ${LIMITS[excess]}`, {
		...{ operation, status, isChange },
		hint: 'Report this to the operator of the service',
	});

/** The error for a JSON answer that does not confirm the change; shows how it begins. */
export function notConfirmed(unreadable: Unreadable): LibraryError {
	const { operation, answer, isChange } = unreadable;
	const { status } = answer;
	const message = `The service answered ${beginningOf(unreadable)} (HTTP ${status}), which confirms nothing`;
	return unreadableAnswer(message, { operation, status, isChange });
}

/** The error for a redirect: the interface has none. */
export function redirectError({ operation, answer, scrub }: Unreadable): LibraryError {
	const { status, headers } = answer;
	const target = headers.location ?? '';
	// The origin only, as in all errors: path and query of a redirect may repeat a signature or a secret.
	const isShown = /^https?:/i.test(target) && URL.canParse(target);
	const to = isShown ? ` to ${scrub(new URL(target).origin)}` : '';
	const message = `The service redirects${to} instead of answering (HTTP ${status})`;
	return unreadableAnswer(message, { operation, status, isChange: false, hint: BASE_URL_HINT });
}
