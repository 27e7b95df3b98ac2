import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { defined } from '../../../protocol/wire/json';
import { inputError } from '../../../protocol/wire/libraryError';
import { toFullpath } from '../../../protocol/wire/paths';

/* Texts that visitors hold in their hands and can neither read nor change: tokens of pages and reading links. */

const CIPHER = 'aes-256-gcm';
/** Lengths in bytes. */
const [IV, TAG] = [12, 16];

/**
 * A key for one purpose, from the secret of a library authorization: users have no further secret to manage, and no key
 * signs two kinds of things.
 */
export const keyFor = (secret: string, purpose: string): Buffer =>
	createHmac('sha256', secret).update(purpose, 'utf8').digest();

/**
 * Seals values of JSON into texts that open only for the same purpose, with the same secret and the same `boundTo`.
 * `maxLength` is the length in characters of the longest text that is opened.
 */
export function sealing<T>(purpose: string, maxLength: number, boundTo: readonly string[], secret: string) {
	const key = keyFor(secret, purpose);
	const bound = Buffer.from(JSON.stringify(boundTo), 'utf8');
	return {
		/** Encrypts a value. */
		seal(value: T): string {
			const iv = randomBytes(IV);
			const cipher = createCipheriv(CIPHER, key, iv).setAAD(bound);
			const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
		},
		/** The value of a sealed text; undefined when it is too long, was changed, or was not sealed by the same. */
		open(text: unknown): T | undefined {
			if (typeof text !== 'string' || text.length > maxLength) return undefined;
			const bytes = Buffer.from(text, 'base64url');
			// Several base64url texts decode to the same bytes; only one of them is ours.
			if (bytes.toString('base64url') !== text) return undefined;
			try {
				const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
				decipher.setAAD(bound).setAuthTag(bytes.subarray(IV, IV + TAG));
				const opened = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
				return JSON.parse(opened.toString('utf8')) as T;
			} catch {
				// It was changed, or made with another key or for another place.
				return undefined;
			}
		},
	};
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

const DOMAIN = 'file-library-viewer-link';
const NAMES = ['viewer', 'expires', 'file', 'signature'] as const;
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
const signatureOf = (path: string, { viewer, expires, file }: ViewerStatement, secret: string): string =>
	createHmac('sha256', keyFor(secret, DOMAIN))
		.update(JSON.stringify([DOMAIN, path, viewer, expires ?? null, file ?? null]), 'utf8')
		.digest('base64url');

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
 * query. Throws what `pagePath` throws.
 */
export function viewerLink(address: string, stated: ViewerStatement, secret: string): string {
	const path = pagePath(address);
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
 * What the viewer link in the query of the page at `path` (see pagePath) states, or why it is refused: it must be
 * complete and unchanged. Undefined for a query without any part of one. `now` is Unix seconds.
 */
export function readViewerLink(
	query: Readonly<Record<string, unknown>>,
	path: string,
	secret: string,
	now: number,
): ViewerStatement | 'signature' | 'expired' | undefined {
	const { viewer, expires, file, signature } = query;
	if (NAMES.every((name) => query[name] === undefined)) return undefined;
	if (typeof viewer !== 'string' || typeof signature !== 'string') return 'signature';
	if (file !== undefined && typeof file !== 'string') return 'signature';
	if (expires !== undefined && (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires))) return 'signature';
	const stated: ViewerStatement = {
		viewer,
		...defined({ expires: expires === undefined ? undefined : Number(expires), file }),
	};
	// Compared as text: several base64url texts decode to the same bytes, and only one of them is ours.
	const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(path, stated, secret))];
	if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'signature';
	return stated.expires !== undefined && stated.expires <= now ? 'expired' : stated;
}
