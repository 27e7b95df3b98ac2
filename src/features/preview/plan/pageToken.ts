import { DAY_SECONDS } from '../../../protocol/wire/json';
import { sealing } from './viewerLink';

interface Issued {
	/** Unix seconds at which the token was created. */
	readonly issued: number;
}

/** What one load of the preview page carries in its token and sends back with each event. */
export interface PageStatement extends Issued {
	readonly file: { readonly hash: string; readonly fullpath: string; readonly filename: string };
	/** From a signed viewer link; null for a visitor without one. */
	readonly viewer: string | null;
	readonly loadId: string;
	/** Unix seconds after which the preview is not renewed: the expiry of the viewer link. */
	readonly until?: number;
}

/** A page that stays open longer than this asks for a new token, and obtains it as long as the viewer link is valid. */
const LIFETIME_SECONDS = 12 * 3600;
/** How far the clocks of two processes of n8n may differ. A token from a later time was issued by a wrong clock. */
const CLOCK_SECONDS = 300;
/** How long after its expiry a token can still be renewed: a laptop may sleep over a weekend. */
const RENEWAL_SECONDS = 7 * DAY_SECONDS;

/** The tokens of one page, by which n8n knows its loads again. */
export type PageTokens<S extends Issued> = ReturnType<typeof pageTokens<S>>;

/**
 * Tokens are encrypted, because a visitor must not see the path of the file, and open only with the same `page`: it
 * names the page, and the node or the execution that serves it, as another one may get the same path one day. `secret`
 * is that of the library authorization, `now` tells Unix seconds.
 */
export function pageTokens<S extends Issued = PageStatement>(
	secret: string,
	page: readonly string[],
	now: () => number,
) {
	const tokens = sealing<Omit<S, 'issued'> & Issued>('file-library-viewer-page', 16_384, page, secret);
	return {
		issue: (stated: Omit<S, 'issued'>): string => tokens.seal({ ...stated, issued: now() }),
		/**
		 * What a token states; undefined when the token was changed, belongs to another page, has expired (after 12
		 * hours, and `forRenewal` a week later) or was issued more than 5 minutes after now.
		 */
		open(token: unknown, forRenewal = false): S | undefined {
			const stated = tokens.open(token) as S | undefined;
			if (!stated || now() < stated.issued - CLOCK_SECONDS) return undefined;
			return now() <= stated.issued + LIFETIME_SECONDS + (forRenewal ? RENEWAL_SECONDS : 0) ? stated : undefined;
		},
	};
}
