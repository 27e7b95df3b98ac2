import { getKey } from '../../protocol/catalogue/signOn';
import { pathOf } from '../../protocol/operation/define';
import { signOnKeyName, ticket } from '../../protocol/wire/grants';
import { defined, fieldsIn, filledText } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { rfc3986 } from '../../protocol/wire/paths';
import { serviceUrl } from '../http/addresses';
import { wireIdentity } from './account';
import { call, type Caller } from './call';
import { serviceSeconds } from './knownService';
import { randomInt } from 'node:crypto';

/** A ticket of this time of the service (Unix seconds), valid for one sign-on (B03). */
const ticketOf = (caller: Caller, account: string, seconds: number): string =>
	ticket({ account, nonce: randomText(6), time: String(seconds) }, caller.account().secret);

/** An address that signs an account in to a browser session (B02, B04). Throws inputError for an invalid Base URL. */
export function loginUrl(caller: Caller, account: string, returnUrl?: string): string {
	const url = serviceUrl(caller.account().baseUrl, pathOf(getKey));
	const query = {
		...wireIdentity(caller.account()),
		ticket: ticketOf(caller, account, serviceSeconds(caller.clock, url)),
		...defined({ returnurl: returnUrl }),
	};
	return `${url.href}?${Object.entries(query)
		.map(([name, value]) => `${name}=${rfc3986(value)}`)
		.join('&')}`;
}

/** A key for one exchange at the token endpoint, in the answer by the vendor prefix (`svckey`). Throws LibraryError. */
export async function signOnKey(caller: Caller, account: string): Promise<string> {
	// A ticket for each attempt: a used one is refused, and so is one with the time of a wrong clock.
	const answer = await call(caller, getKey, (seconds) => ({
		ticket: ticketOf(caller, account, seconds),
		format: 'json',
	}));
	const name = signOnKeyName(caller.account().vendorPrefix);
	const key = filledText(fieldsIn(answer)[name]);
	caller.vault.hide(key);
	if (key !== undefined) return key;
	throw new LibraryError('protocol', `The service answered without a sign-on key (${name})`, {
		operation: getKey.id,
		hint:
			'Check the Vendor Prefix in the credential. ' +
			'Only accounts that were synchronized or added through the member operations can sign on this way',
	});
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A text of `length` characters of [A-Za-z0-9], random and not predictable. */
export const randomText = (length: number): string =>
	Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
