import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { defined, DAY_SECONDS } from '../../../protocol/wire/json';
import { inputError } from '../../../protocol/wire/libraryError';
import { toFullpath } from '../../../protocol/wire/paths';

/* Texts that visitors hold in their hands and can neither read nor change: tokens of pages and reading links. */

const CIPHER = 'aes-256-gcm';
/** Lengths in bytes. */
const [IV, TAG] = [12, 16];

/**
 * Derives a key for one purpose from the secret of a library authorization: users have no further secret to manage, and
 * no key signs two kinds of things.
 */
export const keyFor = (secret: string, purpose: string): Buffer =>
	createHmac('sha256', secret).update(purpose, 'utf8').digest();

/** Encrypts a value of JSON into a text that opens only with the same key and the same `boundTo`. */
export function seal(value: unknown, boundTo: string, key: Buffer): string {
	const iv = randomBytes(IV);
	const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(boundTo, 'utf8'));
	const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The value of a sealed text of at most `maxLength` characters; undefined when it was changed or is another one's. */
export function open(text: unknown, boundTo: string, key: Buffer, maxLength: number): unknown {
	if (typeof text !== 'string' || text.length > maxLength) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	// Several base64url texts decode to the same bytes; only one of them is ours.
	if (bytes.length <= IV + TAG || bytes.toString('base64url') !== text) return undefined;
	try {
		const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
		decipher.setAAD(Buffer.from(boundTo, 'utf8')).setAuthTag(bytes.subarray(IV, IV + TAG));
		const opened = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
		return JSON.parse(opened.toString('utf8'));
	} catch {
		// It was changed, or made with another key or for another place.
		return undefined;
	}
}

/** What a viewer link states; all of it is signed. */
interface ViewerStatement {
	/** ID or name of the person the link was created for. */
	readonly viewer: string;
	/** Unix seconds after which the page refuses the link; absent: it never expires. */
	readonly expires?: number;
	/** `hash` of the file to show; absent: the file chosen in the trigger. */
	readonly file?: string;
}
/** What the query of a page contains; `anonymous`: no viewer link at all. */
export type ViewerLinkResult =
	| { readonly is: 'anonymous' }
	| { readonly is: 'viewer'; readonly stated: ViewerStatement }
	| { readonly is: 'refused'; readonly reason: 'signature' | 'expired' };

const DOMAIN = 'file-library-viewer-link';
const NAMES = ['viewer', 'expires', 'file', 'signature'] as const;
/** Maximum length of a viewer in characters. */
const MAX_VIEWER_LENGTH = 200;

/**
 * What identifies a page: the part of its address after n8n's `/webhook/` or `/webhook-test/`, so that a link works on
 * both and under every public address of n8n; otherwise the whole path. Throws inputError unless it is an http or https
 * address.
 */
export function pagePath(address: string): string {
	const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
	if (!url?.protocol.startsWith('http'))
		throw inputError(
			'Page URL',
			'is not an http or https address',
			'Copy the production URL of the File Library Preview Trigger.',
		);
	return toFullpath(/\/webhook(?:-test)?\/(.+)$/.exec(url.pathname)?.[1] ?? url.pathname);
}

/** The text that is signed: a JSON list of fixed length, so that no value can run into the next one. */
const textToSign = (path: string, { viewer, expires, file }: ViewerStatement): string =>
	JSON.stringify([DOMAIN, path, viewer, expires ?? null, file ?? null]);
const signatureOf = (path: string, stated: ViewerStatement, secret: string): string =>
	createHmac('sha256', keyFor(secret, DOMAIN)).update(textToSign(path, stated), 'utf8').digest('base64url');

/** Refuses a viewer that is empty, longer than 200 characters or not on one line. Throws inputError. */
export function requireViewer(viewer: string): void {
	if (viewer.trim() === '' || viewer.length > MAX_VIEWER_LENGTH || /[\u0000-\u001f\u007f]/.test(viewer))
		throw inputError(
			'Viewer',
			`must be one line of 1 to ${MAX_VIEWER_LENGTH} characters`,
			'Enter the ID or name of the person.',
		);
}

/**
 * The address of a page for one viewer: `viewer`, `expires`, `file` and `signature` (base64url of HMAC-SHA256) in its
 * query.
 * Throws inputError for an invalid address and for a viewer that is empty, longer than 200 characters or not on one
 * line.
 */
export function viewerLink(address: string, stated: ViewerStatement, secret: string): string {
	const path = pagePath(address);
	requireViewer(stated.viewer);
	const url = new URL(address.trim());
	url.hash = '';
	for (const name of NAMES) url.searchParams.delete(name);
	url.searchParams.set('viewer', stated.viewer);
	if (stated.expires !== undefined) url.searchParams.set('expires', String(stated.expires));
	if (stated.file !== undefined) url.searchParams.set('file', stated.file);
	url.searchParams.set('signature', signatureOf(path, stated, secret));
	return url.href;
}

/**
 * Reads the query of the page at `path` (see pagePath). A viewer link must be complete and unchanged; a query without
 * any part of one is anonymous. `now` is Unix seconds.
 */
export function readViewerLink(
	query: Readonly<Record<string, unknown>>,
	path: string,
	secret: string,
	now: number,
): ViewerLinkResult {
	const { viewer, expires, file, signature } = query;
	if (NAMES.every((name) => query[name] === undefined)) return { is: 'anonymous' };
	const refused = { is: 'refused', reason: 'signature' } as const;
	if (typeof viewer !== 'string' || typeof signature !== 'string') return refused;
	if (file !== undefined && typeof file !== 'string') return refused;
	if (expires !== undefined && (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires))) return refused;
	const stated: ViewerStatement = {
		viewer,
		...defined({ expires: expires === undefined ? undefined : Number(expires), file }),
	};
	// Compared as text: several base64url texts decode to the same bytes, and only one of them is ours.
	const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(path, stated, secret))];
	if (received.length !== expected.length || !timingSafeEqual(received, expected)) return refused;
	return stated.expires !== undefined && stated.expires <= now
		? { is: 'refused', reason: 'expired' }
		: { is: 'viewer', stated };
}

/** Most websites that may show a page: they all go into one header. */
const MAX_ORIGINS = 50;
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Whether a security policy can name this host; a wildcard or a semicolon in its place would change the policy. */
export const isPlainHost = (host: string): boolean => HOST.test(host);

function originOf(label: string, entered: string): string {
	const text = entered.trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isOrigin =
		(url?.protocol === 'https:' || url?.protocol === 'http:') &&
		isPlainHost(url.hostname) &&
		`${url.origin}/` === url.href &&
		!/[?#]/.test(text);
	if (!url || !isOrigin)
		throw inputError(
			label,
			"can't contain anything other than origins of websites",
			'Enter scheme and host only, e.g. https://intranet.example.com, each on its own row.',
		);
	return url.origin;
}

/**
 * The origins of websites that may show a page in a frame, each once and as browsers write it (scheme, host, port if it
 * is not the usual one). Throws inputError for anything else: a path, a wildcard, a name or password, a quotation mark.
 */
export function frameOrigins(label: string, entered: readonly string[]): string[] {
	const origins = [...new Set(entered.map((text) => originOf(label, text)))];
	if (origins.length > MAX_ORIGINS) throw inputError(label, `can't have more than ${MAX_ORIGINS} entries`);
	return origins;
}

/** What one load of the page carries in its token and sends back with each event. */
export interface PageStatement {
	readonly file: { readonly hash: string; readonly fullpath: string; readonly filename: string };
	/** From a signed viewer link; null for a visitor without one. */
	readonly viewer: string | null;
	/** Identifies one load of the page. */
	readonly loadId: string;
	/** Unix seconds at which the token was created. */
	readonly issued: number;
	/** Unix seconds after which the preview is not renewed: the expiry of the viewer link. */
	readonly until?: number;
	/** SHA1 of the content that the page shows, where answers are about it. */
	readonly shown?: string | null;
}

const PURPOSE = 'file-library-viewer-page';
const MAX_TOKEN_LENGTH = 16_384;
/** A page that stays open longer than this asks for a new token, and obtains it as long as the viewer link is valid. */
const LIFETIME_SECONDS = 12 * 3600;
/** How far the clocks of two processes of n8n may differ. A token from a later time was issued by a wrong clock. */
const CLOCK_SECONDS = 300;
/** How long after its expiry a token can still be renewed: a laptop may sleep over a weekend. */
const RENEWAL_SECONDS = 7 * DAY_SECONDS;

/**
 * Encrypts a statement into a token that opens only with the same `boundTo`, which names the page: the visitor must
 * not see the path of the file. `secret` is that of the library authorization.
 */
export const sealToken = (stated: PageStatement, boundTo: string, secret: string): string =>
	seal(stated, boundTo, keyFor(secret, PURPOSE));

/**
 * What a token states; undefined when the token was changed, belongs to another page, has expired (after 12 hours,
 * and `forRenewal` a week later) or was issued more than 5 minutes after `now` (Unix seconds).
 */
export function openToken(
	token: unknown,
	boundTo: string,
	secret: string,
	now: number,
	forRenewal = false,
): PageStatement | undefined {
	const stated = open(token, boundTo, keyFor(secret, PURPOSE), MAX_TOKEN_LENGTH) as PageStatement | undefined;
	if (!stated || now < stated.issued - CLOCK_SECONDS) return undefined;
	return now <= stated.issued + LIFETIME_SECONDS + (forRenewal ? RENEWAL_SECONDS : 0) ? stated : undefined;
}
