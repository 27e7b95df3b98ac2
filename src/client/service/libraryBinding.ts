import { bind as bindLibrary } from '../../protocol/catalogue/enterpriseLibrary';
import { serviceUrl } from '../http/serviceUrl';
import { cancellable } from '../async/cancellable';
import { createHash } from 'node:crypto';
import { fieldsIn } from '../../protocol/wire/json';
import { isPermissionMissing } from '../../protocol/wire/errorCodes';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import type { Account, OrgAccount } from './account';
import { call, type Caller } from './call';

/** A library as the enterprise names it: `org_id` or `mount_id`. */
export interface LibraryId {
	readonly by: 'org_id' | 'mount_id';
	readonly id: string;
}

/** Library authorizations that an enterprise account gets by itself. */
export interface Bindings {
	/**
	 * A caller for the files of one library. Binds it (org/bind) unless this was done before; many at once send one request.
	 * A call that is refused binds once more (`Caller.renew`). Throws what `call` throws, kind `notFound` for an unknown library.
	 */
	bind(enterprise: Caller, library: LibraryId): Promise<Caller>;
}

/** Never leaves this file but as the account of a caller: not in an error, not in a log, not in an item. */
interface Authorization {
	readonly clientId: string;
	readonly secret: string;
}
type Cache = Map<string, Promise<Authorization>>;

/** Shown in the management console of the service. */
const TITLE = 'n8n';
/** Libraries of one process. The one not used for longest is forgotten, which costs a request when it is used again. */
const LIMIT = 500;

/** Bindings with a cache of their own, of at most `limit` authorizations. */
export function makeBindings(limit = LIMIT): Bindings {
	const cache: Cache = new Map();
	return {
		bind: async (enterprise, library) => {
			const key = keyOf(enterprise.account, library);
			const known = async () =>
				await waited(authorization(cache, key, limit, enterprise, library), enterprise.signal);
			let current = accountOf(enterprise.account, await known());
			const { account: _, ...rest } = enterprise;
			return {
				...rest,
				get account() {
					return current;
				},
				renew: async (error, refused) => {
					await forget(cache, key, refused);
					const fresh = accountOf(enterprise.account, await known());
					if (isSame(fresh, refused) && isPermissionMissing(error.code)) return undefined;
					current = fresh;
					return fresh;
				},
			};
		},
	};
}

/** The bindings of this process. */
export const bindings: Bindings = makeBindings();

/**
 * The secret is part of the key: who does not know it gets no authorization that another credential of this n8n has bound.
 * A digest, so that the key is no second copy of it.
 */
function keyOf(account: Account, { by, id }: LibraryId): string {
	const client = account.kind === 'token' ? account.token : account.clientId;
	const parts = [
		serviceUrl(account.baseUrl, '/').href,
		client,
		account.secret,
		account.http.allowUnauthorizedCerts,
		by,
		id,
	];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The known authorization or the one on its way, else a new one. */
async function authorization(
	cache: Cache,
	key: string,
	limit: number,
	enterprise: Caller,
	library: LibraryId,
): Promise<Authorization> {
	const entry = cache.get(key) ?? bound(enterprise, library);
	cache.delete(key);
	cache.set(key, entry); // the newest stands last
	for (const oldest of cache.keys()) {
		if (cache.size <= limit) break;
		cache.delete(oldest);
	}
	try {
		return await entry;
	} catch (cause) {
		if (cache.get(key) === entry) cache.delete(key);
		throw cause;
	}
}

/** Drops the authorization that was refused, not a newer one that another call has got meanwhile. */
async function forget(cache: Cache, key: string, refused: Account): Promise<void> {
	const entry = cache.get(key);
	const known = await entry?.catch(() => undefined);
	if (known && isSame(known, refused) && cache.get(key) === entry) cache.delete(key);
}

async function bound(enterprise: Caller, { by, id }: LibraryId): Promise<Authorization> {
	// Shared by several executions: one that is cancelled must not end it for the others.
	const { signal: _, ...caller } = enterprise;
	const answer = await call(caller, bindLibrary, { [by]: id, title: TITLE }).catch((cause: unknown) => {
		throw explained(cause);
	});
	const { org_client_id: clientId, org_client_secret: secret } = fieldsIn(answer);
	if (typeof clientId !== 'string' || typeof secret !== 'string' || clientId === '' || secret === '') {
		throw new LibraryError('protocol', 'The service answered without an authorization for the library', {
			operation: bindLibrary.id,
			hint: 'Check the Base URL of the credential',
		});
	}
	return { clientId, secret };
}

/** A refusal is told with what was refused: the person asked for a file, not for an authorization. */
function explained(cause: unknown): unknown {
	if (!isLibraryError(cause) || cause.status === undefined) return cause;
	return new LibraryError(cause.kind, `The enterprise could not open the library: ${cause.message}`, { ...cause });
}

const waited = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
	await (signal ? cancellable(work, signal) : work);

const isSame = (known: Authorization, account: Account): boolean =>
	account.kind === 'org' && known.clientId === account.clientId && known.secret === account.secret;

const accountOf = ({ baseUrl, vendorPrefix, http }: Account, { clientId, secret }: Authorization): OrgAccount => ({
	kind: 'org',
	baseUrl,
	vendorPrefix,
	http,
	clientId,
	secret,
	bound: true,
});
