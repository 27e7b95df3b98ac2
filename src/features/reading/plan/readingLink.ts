import { createHmac } from 'node:crypto';
import { keyFor, sealing } from '../../preview/plan';
import { isJsonObject } from '../../../protocol/wire/json';
import { type FileContent, NOT_FOR_POSTS, type ReadingTerms } from './readingPage';
import { withoutEndSlashes } from '../../../protocol/wire/paths';

/* The personal link to a reading page. What it says is encrypted, so that it can be neither read nor changed. */

/** What a reading link says. The execution it is for is bound to it, but not part of it. */
export interface ReadingStatement extends ReadingTerms {
	/** Names the request among those of the execution. */
	readonly id: string;
	readonly viewer: string;
	/** `hash` of the file. */
	readonly file: string;
	/** Whether a decision may have a comment. */
	readonly comment: boolean;
	/** Whether only the content that the file had when the link was made may be answered. */
	readonly sameContent: boolean;
	/** Unix seconds at which the link was made. */
	readonly issued: number;
}

/** The order in which they are sealed: links go into mails, and names would make them longer. */
const NAMES = [
	'id',
	'viewer',
	'file',
	'ask',
	'comment',
	'sameContent',
	'allPages',
	'reason',
	'issued',
] as const satisfies ReadonlyArray<keyof ReadingStatement>;
const PURPOSE = 'file-library-reading-link';
const CHECK_PURPOSE = 'file-library-reading-check';
const CHECK_LENGTH = 22;

const sealed = (execution: string, secret: string) => sealing<unknown[]>(PURPOSE, 8192, [PURPOSE, execution], secret);

/** The last part of the path of a reading page, which tells it from other waiting webhooks of the execution. */
export const READING_PATH = 'reading';
/** The name of the parameter that carries what the link says. */
export const READING_PARAMETER = 'reading';

/**
 * Encrypts what a link states, for one execution: the text can be neither read nor changed, and opens in that execution
 * only. `secret` is that of the library authorization.
 */
export function sealReading(stated: ReadingStatement, execution: string, secret: string): string {
	return sealed(execution, secret).seal(NAMES.map((name) => stated[name]));
}

/** What a sealed text states; undefined when it was changed, or is of another execution or library authorization. */
export function openReading(text: unknown, execution: string, secret: string): ReadingStatement | undefined {
	const opened = sealed(execution, secret).open(text);
	// What opens was sealed by us.
	return opened && (Object.fromEntries(NAMES.map((name, at) => [name, opened[at]])) as unknown as ReadingStatement);
}

/** The address of the reading page: n8n's `resumeUrl` with its query, our path, and what the link says. */
export function readingAddress(resumeUrl: string, sealed: string): string {
	const url = new URL(resumeUrl);
	url.pathname = `${withoutEndSlashes(url.pathname)}/${READING_PATH}`;
	url.searchParams.set(READING_PARAMETER, sealed);
	return `${url.href}${NOT_FOR_POSTS}`;
}

/** Proves that two nodes have the same library authorization, says nothing of its secret, and differs each time. */
export const secretCheck = (id: string, secret: string): string =>
	createHmac('sha256', keyFor(secret, CHECK_PURPOSE)).update(id, 'utf8').digest('base64url').slice(0, CHECK_LENGTH);

/** A link of an execution that somebody may have to wait for, as it is kept with the execution; it opens nothing. */
export interface ReadingRequest extends ReadingStatement {
	/** What the file contained when the link was made. */
	readonly content: FileContent;
	readonly execution: string;
	readonly fullpath: string;
	readonly filename: string;
	/** `secretCheck` of the library authorization that made the link. */
	readonly check: string;
	/** Names the run of the node that made it. */
	readonly run: string;
	/** Position of the input item in that run, from 0. */
	readonly item: number;
	/** Whether a wait has begun for it. */
	readonly taken: boolean;
}

/** Whether a value looks like a request that was kept. */
export const isReadingRequest = (value: unknown): value is ReadingRequest =>
	isJsonObject(value) && typeof value.id === 'string' && typeof value.execution === 'string';
