import { getKey } from '../../protocol/catalogue/signOn';
import { pathOf } from '../../protocol/operation/define';
import { serviceUrl } from '../http/serviceUrl';
import { rfc3986 } from '../../protocol/wire/percentEncoding';
import { fieldsIn } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { signOnKeyName } from '../../protocol/signOn/grants';
import { ticket } from '../../protocol/signOn/ticket';
import { call, type Caller } from './call';
import { randomText } from './randomText';

/** A ticket of this moment, good for one sign-on (ambiguities B03). */
function freshTicket({ account: { secret }, clock }: Caller, account: string): string {
	return ticket({ account, nonce: randomText(6), time: String(Math.floor(clock.now() / 1000)) }, secret);
}

function clientIdOf({ account }: Caller): string {
	if (account.kind === 'token') throw new TypeError('a ticket is signed by a client, not by a token');
	return account.clientId;
}

/**
 * The address that signs an account on in a browser; nothing is sent. Each value is percent-encoded once (ambiguities B02, B04).
 * Throws inputError for a Base URL that is none.
 */
export function loginUrl(caller: Caller, account: string, returnUrl?: string): string {
	const query = {
		client_id: clientIdOf(caller),
		ticket: freshTicket(caller, account),
		...(returnUrl === undefined ? {} : { returnurl: returnUrl }),
	};
	return `${serviceUrl(caller.account.baseUrl, pathOf(getKey)).href}?${Object.entries(query)
		.map(([name, value]) => `${name}=${rfc3986(value)}`)
		.join('&')}`;
}

/** A key for one exchange at the token endpoint, under the deployment's own name (`svckey`). Throws LibraryError. */
export async function signOnKey(caller: Caller, account: string): Promise<string> {
	const signed = freshTicket(caller, account);
	const answer = await call({ ...caller, secrets: [signed] }, getKey, { ticket: signed, format: 'json' });
	const name = signOnKeyName(caller.account.vendorPrefix);
	const key = fieldsIn(answer)[name];
	if (typeof key === 'string' && key !== '') return key;
	throw new LibraryError('protocol', `The service answered without a sign-on key (${name})`, {
		operation: getKey.id,
		hint: 'Check the Vendor Prefix of the credential, and that the account was synchronized or added through the member interface: only such accounts may sign on',
	});
}
