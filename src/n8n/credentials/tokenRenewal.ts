import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { HELPER_TOTAL_MS, withinTotal } from '../../client/http/slowTransfer';
import { serviceUrl } from '../../client/http/serviceUrl';
import type { Caller } from '../../client/service/call';
import { listMounts } from '../../protocol/catalogue/userLibrary';
import { pathOf } from '../../protocol/operation/define';
import { causesOf, isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import { PLAIN_ANSWER } from './helperHttp';
import type { RenewalHint } from './tokenCredential';

/** What obtaining a token needs of a running node. */
export interface TokenContext {
	readonly context: { helpers: object };
	/** Name of the credential type. */
	readonly type: string;
	/** Reads the credential of the node, as n8n has it now. */
	readonly read: () => Promise<ICredentialDataDecryptedObject>;
	readonly caller: Caller;
}

/**
 * One cheap signed call by n8n's own helper, made only because n8n then stores what `preAuthentication` answers. n8n
 * asks for a token first, because the credential passed to it contains none. What the call itself answers does not
 * matter. Throws LibraryError.
 */
export async function renewThroughN8n(
	{ context, type, caller }: TokenContext,
	data: ICredentialDataDecryptedObject,
	hint: RenewalHint,
): Promise<void> {
	const { httpRequestWithAuthentication } = context.helpers as IExecuteFunctions['helpers'];
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: serviceUrl(caller.account.baseUrl, pathOf(listMounts)).href,
		headers: { accept: 'application/json' },
		...PLAIN_ANSWER,
	};
	try {
		const { clock } = caller;
		// n8n asks for a token, makes the call, and where that is refused does both once more.
		await withinTotal(
			{ clock, ms: 4 * HELPER_TOTAL_MS, where: new URL(options.url).origin },
			async (abortSignal) => {
				const limited = { ...options, abortSignal };
				await httpRequestWithAuthentication.call(context as IExecuteFunctions, type, limited, {
					credentialsDecrypted: { id: type, name: type, type, data: { ...data, ...hint, accessToken: '' } },
				});
			},
		);
	} catch (failure) {
		throw libraryErrorIn(failure);
	}
}

/**
 * The LibraryError inside n8n's wrapping. Any other failure loses its cause, which contains the request with its
 * signature.
 */
function libraryErrorIn(failure: unknown): LibraryError {
	for (const cause of causesOf(failure)) if (isLibraryError(cause)) return cause;
	return new LibraryError('network', 'The service could not be reached to check the access token', {
		operation: listMounts.id,
		hint: 'Check the Base URL of the credential and that this n8n can reach the service.',
	});
}
