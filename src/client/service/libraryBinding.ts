import { hash } from 'node:crypto';
import { bind as bindLibrary } from '../../protocol/catalogue/enterpriseLibrary';
import { hasTrait } from '../../protocol/wire/errorCodes';
import { fieldsIn, filledText } from '../../protocol/wire/json';
import { isLibraryError, LibraryError, rethrown, reworded } from '../../protocol/wire/libraryError';
import { cancellable } from '../async/onAbort';
import { once, RecentMap } from '../async/once';
import { serviceUrl } from '../http/addresses';
import type { Account, OrgAccount } from './account';
import { call, type Caller } from './call';

/** A library by one of its IDs. */
export interface LibraryId {
	readonly by: 'org_id' | 'mount_id';
	readonly id: string;
}

/** Leaves this file only as the account of a caller: never in an error, a log line or an item. */
type Authorization = Pick<OrgAccount, 'clientId' | 'secret'>;
type Cache = RecentMap<string, Promise<Authorization>>;

/** Shown in the management console of the service. */
const TITLE = 'n8n';
/** Libraries of one process. A forgotten one costs one request when it is used again. */
const MAX_LIBRARIES = 500;

/** Library authorizations that an enterprise account obtains automatically, in a cache of at most `limit`. */
export function makeLibraryBindings(limit = MAX_LIBRARIES) {
	const cache: Cache = new RecentMap(limit);
	return {
		/**
		 * A caller for the files of one library. Binds the library (org/bind) unless that was done before; concurrent
		 * calls share one request. When a call is refused, the library is bound once more (`Caller.renew`). Throws what
		 * `call` throws, kind `notFound` for an unknown library.
		 */
		bind: async (enterprise: Caller, library: LibraryId): Promise<Caller> => {
			const key = keyOf(enterprise.account(), library);
			const obtain = async (): Promise<OrgAccount> => {
				const authorization = once(cache, key, async () => await requestAuthorization(enterprise, library));
				const { signal, vault } = enterprise;
				const obtained = await cancellable(authorization, signal);
				vault.keep(obtained.secret, obtained.clientId);
				const { baseUrl, vendorPrefix, http } = enterprise.account();
				return { kind: 'org', baseUrl, vendorPrefix, http, ...obtained, bound: true };
			};
			let current = await obtain();
			return {
				...enterprise,
				account: () => current,
				renew: async (error, refused) => {
					if (hasTrait(error, 'accountBlocked')) return undefined;
					await forget(cache, key, refused);
					const fresh = await obtain();
					if (isSame(fresh, refused) && hasTrait(error, 'permissionMissing')) return undefined;
					current = fresh;
					return fresh;
				},
			};
		},
	};
}

/** The bindings of this process. */
export const libraryBindings = makeLibraryBindings();

/**
 * The secret is part of the key: a credential without it must not receive an authorization that another credential of
 * this n8n has bound. The key is a digest, so that it is not a second copy of the secret.
 */
function keyOf(account: Account, { by, id }: LibraryId): string {
	const client = account.kind === 'token' ? account.token : account.clientId;
	const { allowUnauthorizedCerts } = account.http;
	const parts = [serviceUrl(account.baseUrl, '/').href, client, account.secret, allowUnauthorizedCerts, by, id];
	return hash('sha256', JSON.stringify(parts), 'hex');
}

/** Drops the authorization that was refused, but not a newer one that another call has obtained meanwhile. */
async function forget(cache: Cache, key: string, refused: Account): Promise<void> {
	const entry = cache.get(key);
	const known = await entry?.catch(() => undefined);
	if (known && isSame(known, refused) && cache.get(key) === entry) cache.delete(key);
}

async function requestAuthorization(enterprise: Caller, { by, id }: LibraryId): Promise<Authorization> {
	// Shared by several executions: cancelling one of them must not end the request for the others.
	const { signal: _, ...caller } = enterprise;
	const answer = await call(caller, bindLibrary, { [by]: id, title: TITLE }).catch((cause: unknown) => {
		// A refusal says what was refused: the workflow asked for a file, not for an authorization.
		if (!isLibraryError(cause) || cause.status === undefined) throw rethrown(cause);
		throw reworded(cause, `This credential could not open the library: ${cause.message}`);
	});
	const { org_client_id, org_client_secret } = fieldsIn(answer);
	const [clientId, secret] = [filledText(org_client_id), filledText(org_client_secret)];
	if (clientId !== undefined && secret !== undefined) return { clientId, secret };
	throw new LibraryError('protocol', 'The service answered without an authorization for the library', {
		operation: bindLibrary.id,
		hint: 'Check the Base URL in the credential',
	});
}

const isSame = (known: Authorization, account: Account): boolean =>
	account.kind === 'org' && known.clientId === account.clientId && known.secret === account.secret;
