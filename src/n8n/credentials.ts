import type { ICredentialDataDecryptedObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import type { Account } from '../client/account';
import type { Caller } from '../client/call';
import { systemClock } from '../client/clock';
import { httpFor, type EgressFilter } from '../client/http';
import { inputError } from '../protocol/errors';

type Context = Pick<IExecuteFunctions | ILoadOptionsFunctions, 'getCredentials'> & { helpers: object; getExecutionCancelSignal?: () => AbortSignal | undefined };

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

/** The library authorization of a credential. Throws inputError for an empty field. */
export function orgAccount(data: ICredentialDataDecryptedObject, egress?: EgressFilter): Account {
	return {
		kind: 'org',
		baseUrl: textOf(data, 'baseUrl', 'Base URL'),
		vendorPrefix: String(data.vendorPrefix ?? '').trim() || 'svc',
		clientId: textOf(data, 'orgClientId', 'Library Client ID'),
		secret: textOf(data, 'orgClientSecret', 'Library Client Secret'),
		http: { allowUnauthorizedCerts: data.allowUnauthorizedCerts === true, ...(egress ? { egress } : {}) },
	};
}

/** Everything a call needs, from the credential of the node. `item` chooses between credentials set by expression. */
export async function callerOf(context: Context, item = 0): Promise<Caller> {
	const data = await (context as IExecuteFunctions).getCredentials('fileLibraryOrgApi', item);
	const account = orgAccount(data, egressOf(context.helpers));
	const signal = context.getExecutionCancelSignal?.();
	return { account, http: httpFor(account.http), clock: systemClock, ...(signal ? { signal } : {}) };
}
