import { pause } from '../../client/async/clock';
import { serviceUrl } from '../../client/http/serviceUrl';
import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { TokenAccount } from '../../client/service/account';
import { type Caller } from '../../client/service/call';
import { isUsable } from '../../client/service/tokenCache';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { identityOf } from '../../protocol/signOn/grants';
import { isTokenRefused } from '../../protocol/wire/errorCodes';
import { clientOf, isOwn, keeper, type Hint } from './tokenCredential';

type Data = ICredentialDataDecryptedObject;
interface Work {
	readonly context: { helpers: object };
	readonly type: string;
	/** Reads the credential of the node, as n8n keeps it now. */
	readonly read: () => Promise<Data>;
	readonly caller: Caller;
}

/** Steps under way in this process, by person: the others wait until n8n keeps what the first one got. */
const steps = new Map<string, Promise<void>>();

/**
 * A caller with a valid access token, which renews it by itself when the service refuses it. `data` is the credential as read
 * at `readAt` (Unix milliseconds). Throws LibraryError when no token can be had.
 */
export async function tokenCaller(work: Work, data: Data, readAt: number): Promise<Caller> {
	const {
		account: { baseUrl, vendorPrefix, secret, http },
		...rest
	} = work.caller;
	const accountWith = (token: string): TokenAccount => ({
		kind: 'token',
		baseUrl,
		vendorPrefix,
		secret,
		http,
		token,
	});
	let current = accountWith(usable(data, work.caller) ?? (await fetched(work, data, '', readAt)));
	return {
		...rest,
		get account() {
			return current;
		},
		renew: async (error, refused) => {
			if (refused.kind !== 'token' || !isTokenRefused(error)) return undefined;
			if (current.token === refused.token) {
				const token = await renewed(work, refused.token);
				if (current.token === refused.token) current = accountWith(token);
			}
			return current;
		},
	};
}

/** Another worker may have renewed it already; else it is done here. */
async function renewed(work: Work, refused: string): Promise<string> {
	const since = work.caller.clock.now();
	const data = await work.read();
	const token = usable(data, work.caller);
	return token !== undefined && token !== refused ? token : await fetched(work, data, refused, since);
}

/** The access token of a credential, when it is of this person and lives for a minute at least. */
function usable(data: Data, { clock }: Caller): string | undefined {
	const token = String(data.accessToken ?? '');
	const expiresAt = Number(data.expiry ?? '');
	return token !== '' && isOwn(data) && isUsable(expiresAt > 0 ? { expiresAt } : {}, clock.now()) ? token : undefined;
}

async function fetched(work: Work, data: Data, refused: string, readAt: number): Promise<string> {
	const client = clientOf(data);
	const key = identityOf(client);
	const old = refused || String(data.accessToken ?? '');
	const step = steps.get(key) ?? throughN8n(work, data, { refusedToken: refused, readAt });
	steps.set(key, step);
	try {
		await step;
	} catch (cause) {
		const other = old !== '' && client.grant.type === 'refreshToken' ? await elsewhere(work, old) : undefined;
		if (other === undefined) throw cause;
		return other;
	} finally {
		if (steps.get(key) === step) steps.delete(key);
	}
	const token = usable(await work.read(), work.caller);
	// Where n8n cannot keep it (a credential made of expressions), the process does.
	const latest = token !== undefined && token !== old ? token : keeper.latest(client)?.accessToken;
	if (latest === undefined || latest === refused)
		throw new LibraryError('auth', 'The access token could not be renewed', {
			operation: 'tokenIssue',
			hint: 'Open the credential and save it again',
		});
	return latest;
}

/** A refresh token is good once: another worker may have used it a moment ago, and n8n may get to know of it in a moment. */
async function elsewhere({ read, caller }: Work, old: string): Promise<string | undefined> {
	for (let tries = 0; tries < 3; tries++) {
		const token = usable(await read(), caller);
		if (token !== undefined && token !== old) return token;
		await pause(caller.clock, 500, caller.signal);
	}
	return undefined;
}

/**
 * One cheap signed call by n8n's own helper: only so n8n keeps what `preAuthentication` answers. Without an access token in the
 * credential that it is given, n8n asks for one first. What the call itself answers does not matter.
 */
async function throughN8n({ context, type, caller }: Work, data: Data, hint: Hint): Promise<void> {
	const { httpRequestWithAuthentication } = context.helpers as IExecuteFunctions['helpers'];
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: serviceUrl(caller.account.baseUrl, '/m-api/1/account/mount').href,
		headers: { accept: 'application/json' },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		encoding: 'text',
		timeout: 60_000,
	};
	try {
		await httpRequestWithAuthentication.call(context as IExecuteFunctions, type, options, {
			credentialsDecrypted: { id: type, name: type, type, data: { ...data, ...hint, accessToken: '' } },
		});
	} catch (cause) {
		throw causeOf(cause);
	}
}

/** The LibraryError inside n8n's wrapping. Anything else is told without its cause, which holds the request with its signature. */
function causeOf(failure: unknown): LibraryError {
	for (let e: unknown = failure; typeof e === 'object' && e !== null; e = 'cause' in e ? e.cause : undefined) {
		if (isLibraryError(e)) return e;
	}
	return new LibraryError('network', 'The service could not be reached to check the access token', {
		operation: 'userLibraryList',
		hint: 'Check the Base URL of the credential and that this n8n can reach the service.',
	});
}
