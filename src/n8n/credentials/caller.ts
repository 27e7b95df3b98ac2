import type { EgressFilter } from '../../client/http/types';
import type { ICredentialDataDecryptedObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import type { Account } from '../../client/service/account';
import type { Caller } from '../../client/service/call';
import { systemClock } from '../../client/async/clock';
import { httpFor } from '../../client/http/http';
import type { AuthKind } from '../../protocol/operation/define';
import { inputError } from '../../protocol/wire/libraryError';
import { tokenCaller } from './tokenCaller';

/** What of n8n a caller is made from. */
export type Context = Pick<IExecuteFunctions | ILoadOptionsFunctions, 'getCredentials'> & {
	helpers: object;
	getExecutionCancelSignal?: () => AbortSignal | undefined;
};

const textOf = (data: ICredentialDataDecryptedObject, field: string, label: string): string => {
	const value = String(data[field] ?? '').trim();
	if (value === '') throw inputError(label, 'is missing in the credential', 'Open the credential and fill it in.');
	return value;
};

/** n8n's filter for outgoing addresses, where the running n8n has one (DESIGN section 4). */
function egressOf(helpers: object): EgressFilter | undefined {
	const get = (helpers as { getSecureEgressFilter?: () => EgressFilter }).getSecureEgressFilter;
	return typeof get === 'function' ? get() : undefined;
}

/** Credential type of each kind of secret, and how its identity and secret fields are called. */
const TYPES = {
	org: { type: 'fileLibraryOrgApi', id: 'orgClientId', secret: 'orgClientSecret', label: 'Library Client' },
	enterprise: { type: 'fileLibraryEnterpriseApi', id: 'clientId', secret: 'clientSecret', label: 'Client' },
	token: { type: 'fileLibraryTokenApi', id: 'clientId', secret: 'clientSecret', label: 'Client' },
	partner: { type: 'fileLibraryPartnerApi', id: 'clientId', secret: 'clientSecret', label: 'Client' },
} as const satisfies Record<AuthKind, unknown>;
/** Kinds of secret that a credential holds. */
export type SecretKind = AuthKind;

/** The name of the credential type that signs an operation. */
export const credentialType = (kind: SecretKind): string => TYPES[kind].type;

/** The account of a credential. Throws inputError for an empty field. */
export function accountOf(kind: SecretKind, data: ICredentialDataDecryptedObject, egress?: EgressFilter): Account {
	const { id, secret, label } = TYPES[kind];
	const clientId = textOf(data, id, `${label} ID`);
	return {
		// A token is signed with the secret of the client that got it; the client itself is not named in calls (client facts 1.14).
		...(kind === 'token' ? { kind, token: String(data.accessToken ?? '') } : { kind, clientId }),
		baseUrl: textOf(data, 'baseUrl', 'Base URL'),
		vendorPrefix: String(data.vendorPrefix ?? '').trim() || 'svc',
		secret: textOf(data, secret, `${label} Secret`),
		http: { allowUnauthorizedCerts: data.allowUnauthorizedCerts === true, ...(egress ? { egress } : {}) },
	};
}

type Made = Map<string, Promise<Caller>>;
/** Callers of each running node, by what its credential holds. */
const made = new WeakMap<object, Made>();

/**
 * Everything a call needs, from the credential of the node. A credential may hold expressions, so n8n resolves it for each `item`;
 * items for which it holds the same share one caller, and with it one access token. Throws inputError for an empty field, what
 * n8n throws for a credential that cannot be read, and LibraryError when no token can be had.
 */
export async function callerOf(context: Context, kind: SecretKind, item = 0): Promise<Caller> {
	const type = credentialType(kind);
	const read = async (): Promise<ICredentialDataDecryptedObject> =>
		await (context as IExecuteFunctions).getCredentials(type, item);
	const readAt = systemClock.now();
	const data = await read();
	const known = made.get(context) ?? new Map<string, Promise<Caller>>();
	made.set(context, known);
	const key = JSON.stringify([type, data]);
	const caller = known.get(key) ?? callerWith(context, kind, { type, data, read, readAt });
	known.set(key, caller);
	// What failed may go well for the next item: a token is asked for again.
	caller.catch(() => known.delete(key));
	return await caller;
}

interface Credential {
	readonly type: string;
	readonly data: ICredentialDataDecryptedObject;
	readonly read: () => Promise<ICredentialDataDecryptedObject>;
	readonly readAt: number;
}

async function callerWith(
	context: Context,
	kind: SecretKind,
	{ type, data, read, readAt }: Credential,
): Promise<Caller> {
	const account = accountOf(kind, data, egressOf(context.helpers));
	const signal = context.getExecutionCancelSignal?.();
	const caller: Caller = { account, http: httpFor(account.http), clock: systemClock, ...(signal ? { signal } : {}) };
	return kind === 'token' ? await tokenCaller({ context, type, read, caller }, data, readAt) : caller;
}
