import { createHmac, timingSafeEqual } from 'node:crypto';
import { inputError } from '../wire/libraryError';

/** What a viewer link says; all of it is signed. */
export interface ViewerClaims {
	/** ID or name of the person the link was made for. */
	readonly viewer: string;
	/** Unix seconds after which the page refuses the link; absent: it never ends. */
	readonly expires?: number;
	/** `hash` of the file to show; absent: the file chosen in the trigger. */
	readonly file?: string;
}
/** What the query of a page says. `anonymous`: it is no viewer link at all. */
export type ViewerReading =
	| { readonly is: 'anonymous' }
	| { readonly is: 'viewer'; readonly claims: ViewerClaims }
	| { readonly is: 'refused'; readonly reason: 'signature' | 'expired' };

const DOMAIN = 'file-library-viewer-link';
const NAMES = ['viewer', 'expires', 'file', 'signature'] as const;
/** Characters of a viewer; a person is named, not described. */
const LONGEST = 200;

/** A key for one purpose out of the secret of a library authorization: nobody handles a further secret, and none signs two kinds of things. */
export const keyFor = (secret: string, purpose: string): Buffer =>
	createHmac('sha256', secret).update(purpose, 'utf8').digest();

/**
 * What names a page: its address behind n8n's `/webhook/` or `/webhook-test/`, so that a link works on both and under every public
 * address of n8n; else the whole path. Throws inputError when it is no http(s) address.
 */
export function pagePath(address: string): string {
	const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
	if (!url?.protocol.startsWith('http'))
		throw inputError(
			'Page URL',
			'is not an http or https address',
			'Copy the production URL of the File Library Preview Trigger.',
		);
	return (/\/webhook(?:-test)?\/(.+)$/.exec(url.pathname)?.[1] ?? url.pathname).replace(/^\/+|\/+$/g, '');
}

/** The text that is signed: a JSON list of fixed length, so that no value can run into the next. */
const textToSign = (path: string, { viewer, expires, file }: ViewerClaims): string =>
	JSON.stringify([DOMAIN, path, viewer, expires ?? null, file ?? null]);
const signatureOf = (path: string, claims: ViewerClaims, secret: string): string =>
	createHmac('sha256', keyFor(secret, DOMAIN)).update(textToSign(path, claims), 'utf8').digest('base64url');

/**
 * The address of a page for one viewer: `viewer`, `expires`, `file` and `signature` (base64url of HMAC-SHA256) in its query.
 * Throws inputError for an address that is none and for a viewer that is empty, longer than 200 characters or not one line.
 */
export function viewerLink(address: string, claims: ViewerClaims, secret: string): string {
	const path = pagePath(address);
	if (claims.viewer.trim() === '' || claims.viewer.length > LONGEST || /[\u0000-\u001f\u007f]/.test(claims.viewer)) {
		throw inputError(
			'Viewer',
			`must be one line of 1 to ${LONGEST} characters`,
			'Give the ID or name of the person.',
		);
	}
	const url = new URL(address.trim());
	url.hash = '';
	for (const name of NAMES) url.searchParams.delete(name);
	url.searchParams.set('viewer', claims.viewer);
	if (claims.expires !== undefined) url.searchParams.set('expires', String(claims.expires));
	if (claims.file !== undefined) url.searchParams.set('file', claims.file);
	url.searchParams.set('signature', signatureOf(path, claims, secret));
	return url.href;
}

/** Reads the query of the page at `path` (see pagePath). Anything but a whole, unchanged viewer link is refused, except no viewer link at all. `now` is Unix seconds. */
export function readViewerLink(
	query: Readonly<Record<string, unknown>>,
	path: string,
	secret: string,
	now: number,
): ViewerReading {
	const { viewer, expires, file, signature } = query;
	if (NAMES.every((name) => query[name] === undefined)) return { is: 'anonymous' };
	const refused = { is: 'refused', reason: 'signature' } as const;
	if (typeof viewer !== 'string' || typeof signature !== 'string') return refused;
	if (file !== undefined && typeof file !== 'string') return refused;
	if (expires !== undefined && (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires))) return refused;
	const claims: ViewerClaims = {
		viewer,
		...(expires === undefined ? {} : { expires: Number(expires) }),
		...(file === undefined ? {} : { file }),
	};
	// Compared as texts: several base64 texts stand for the same bytes, and only one is ours.
	const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(path, claims, secret))];
	if (given.length !== right.length || !timingSafeEqual(given, right)) return refused;
	return claims.expires !== undefined && claims.expires <= now
		? { is: 'refused', reason: 'expired' }
		: { is: 'viewer', claims };
}
