import { systemClock } from '../../client/async/clock';
import { openToken, sealToken, type PageClaims } from '../../protocol/preview/pageToken';
import type { Visit } from './visit';

/* The token of a loaded page. The link itself comes with every post, in its address; the token tells loads apart. */

type Target = Pick<Visit, 'caller' | 'execution' | 'claims' | 'item'>;

const nowSeconds = (): number => Math.floor(systemClock.now() / 1000);
/** What a token is bound to. A preview page has no such path: it would contain no brackets. */
const boundTo = ({ execution, claims }: Target): string => JSON.stringify(['reading', execution, claims.id]);

/** A token for one load of the page, issued now. */
export function issueToken(target: Target, loadId: string): string {
	const { claims, item, caller } = target;
	const { hash, fullpath, filename } = item;
	const sealed: PageClaims = {
		file: { hash, fullpath, filename },
		viewer: claims.viewer,
		loadId,
		issued: nowSeconds(),
	};
	return sealToken(sealed, boundTo(target), caller.account.secret);
}

/** The load of a token; undefined when the token was changed, belongs to another page, or has expired. */
export const loadOf = (target: Target, token: unknown, forRenewal = false): string | undefined =>
	openToken(token, boundTo(target), target.caller.account.secret, nowSeconds(), forRenewal)?.loadId;
