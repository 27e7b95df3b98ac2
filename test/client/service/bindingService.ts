import type { Http, HttpRequest } from '../../../src/client/http/types';
import type { Account } from '../../../src/client/service/account';
import type { Caller } from '../../../src/client/service/call';
import type { LibraryId } from '../../../src/client/service/libraryBinding';
import { callerWith, fieldsOf, orgAccount, scriptedHttp, type Reply, type ScriptedHttp } from '../../support/ports';

export const library: LibraryId = { by: 'org_id', id: '1201' };
/** The refusal of an authorization that is no longer valid. */
export const UNKNOWN: Reply = { status: 401, body: { error_code: 40103, error_msg: 'unknown client' } };

/**
 * A service that binds libraries: to `library-id-1` with `secret-number-1`, after `unbind` to `library-id-2`, and so
 * on. It answers calls of all but the newest with `refuse`. `special` answers some paths in another way.
 */
export function bindingService(
	refuse: Reply = UNKNOWN,
	special: (path: string) => Reply | undefined = () => undefined,
) {
	let [number, valid] = [0, false];
	const http = scriptedHttp((r) => {
		const path = new URL(r.url).pathname;
		const own = special(path);
		if (own) return own;
		if (path.endsWith('/org/bind')) {
			if (!valid) number++;
			valid = true;
			return { body: { org_client_id: `library-id-${number}`, org_client_secret: `secret-number-${number}` } };
		}
		return valid && clientOf(r) === `library-id-${number}` ? { body: { by: `library-id-${number}` } } : refuse;
	});
	return {
		http,
		/** Ends the newest authorization. */
		unbind: () => {
			valid = false;
		},
		/** How many times a library was bound. */
		binds: () => pathsOf(http).filter((path) => path.endsWith('/org/bind')).length,
	};
}

/** The library authorization that signed a request. */
const clientOf = (r: HttpRequest): string | undefined =>
	fieldsOf(r).org_client_id ?? new URL(r.url).searchParams.get('org_client_id') ?? undefined;
/** The paths of all requests sent so far. */
export const pathsOf = (http: ScriptedHttp): string[] => http.sent.map(({ url }) => new URL(url).pathname);

/** A caller with an enterprise account. */
export const enterprise = (
	http: Http,
	change: Record<string, unknown> = {},
	extra: Parameters<typeof callerWith>[1] = {},
): Caller =>
	callerWith(http, {
		account: {
			...orgAccount(),
			kind: 'enterprise',
			clientId: 'ent1',
			secret: 'enterprise-secret',
			...change,
		} as Account,
		...extra,
	});
