import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { keyFor } from '../preview/viewerLink';
import { isJsonObject } from '../wire/json';
import { withoutEndSlashes } from '../wire/paths';

/* The personal link to a reading page. What it says is encrypted, so that it can be neither read nor changed. */

/** What is asked of a person: to read the file to its end, or to approve or decline it. */
export type ReadingAsk = 'read' | 'approve';

/** What a reading link says. The execution it is for is bound to it, but not part of it. */
export interface ReadingClaims {
	/** Names the request among those of the execution. */
	readonly id: string;
	/** Whom the link was made for. */
	readonly viewer: string;
	/** `hash` of the file. */
	readonly file: string;
	readonly ask: ReadingAsk;
	/** Whether a decision may have a comment. */
	readonly comment: boolean;
	/** Unix seconds at which the link was made. */
	readonly issued: number;
}

const PURPOSE = 'file-library-reading-link';
const CHECK_PURPOSE = 'file-library-reading-check';
const CIPHER = 'aes-256-gcm';
/** Lengths in bytes. */
const [IV, TAG] = [12, 16];
/** The longest text that a link may carry, in characters. */
const MAX_LENGTH = 8192;
/** Length of a check in characters. */
const CHECK_LENGTH = 22;

/** The last part of the path of a reading page, which tells it from other waiting webhooks of the execution. */
export const READING_PATH = 'reading';
/** The name of the parameter that carries what the link says. */
export const READING_PARAMETER = 'reading';
/**
 * Before a wait has begun and after it is over n8n answers by itself. To an address that contains this text it answers
 * with a web page, to others with JSON (response-helper.ts of packages/cli); the node has no say in it.
 */
const PAGE_OF_N8N = 'page=form-waiting';
/** What the script of the page leaves out of the address that it posts to: it reads JSON. */
export const NOT_FOR_POSTS = `&${PAGE_OF_N8N}`;

const boundTo = (execution: string): Buffer => Buffer.from(JSON.stringify([PURPOSE, execution]), 'utf8');

/**
 * Encrypts claims for one execution: the text can be neither read nor changed, and opens in that execution only.
 * `secret` is that of the library authorization.
 */
export function sealReading(claims: ReadingClaims, execution: string, secret: string): string {
	const { id, viewer, file, ask, comment, issued } = claims;
	const iv = randomBytes(IV);
	const cipher = createCipheriv(CIPHER, keyFor(secret, PURPOSE), iv).setAAD(boundTo(execution));
	const text = JSON.stringify([id, viewer, file, ask, comment, issued]);
	const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * The claims of a sealed text; undefined when it was changed or belongs to another execution or library authorization.
 */
export function openReading(text: unknown, execution: string, secret: string): ReadingClaims | undefined {
	if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	// Several base64url texts decode to the same bytes; only one of them is ours.
	if (bytes.length <= IV + TAG || bytes.toString('base64url') !== text) return undefined;
	try {
		const decipher = createDecipheriv(CIPHER, keyFor(secret, PURPOSE), bytes.subarray(0, IV), {
			authTagLength: TAG,
		});
		decipher.setAAD(boundTo(execution)).setAuthTag(bytes.subarray(IV, IV + TAG));
		const opened = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
		const [id, viewer, file, ask, comment, issued] = JSON.parse(opened) as [
			string,
			string,
			string,
			ReadingAsk,
			boolean,
			number,
		];
		return { id, viewer, file, ask, comment, issued };
	} catch {
		// It was changed, or made with another key or for another execution.
		return undefined;
	}
}

/**
 * The address of the reading page: that at which n8n resumes the execution, with our path and what the link says.
 * `resumeUrl` is n8n's, and its query has what n8n itself asks for.
 */
export function readingAddress(resumeUrl: string, sealed: string): string {
	const url = new URL(resumeUrl);
	url.pathname = `${withoutEndSlashes(url.pathname)}/${READING_PATH}`;
	url.searchParams.set(READING_PARAMETER, sealed);
	return `${url.href}${NOT_FOR_POSTS}`;
}

/**
 * A text that proves that two nodes have the same library authorization, and says nothing of its secret. Different for
 * each request.
 */
export const secretCheck = (id: string, secret: string): string =>
	createHmac('sha256', keyFor(secret, CHECK_PURPOSE)).update(id, 'utf8').digest('base64url').slice(0, CHECK_LENGTH);

/** A link of an execution that somebody may have to wait for, as it is kept with the execution; it opens nothing. */
export interface ReadingRequest extends ReadingClaims {
	/** ID of the execution it was made in. */
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
