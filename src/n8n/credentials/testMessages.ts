import type { ICredentialTestRequest } from 'n8n-workflow';
import type { LibraryError } from '../../protocol/wire/libraryError';

/** What to check when the service refuses the signature of the test call. `client` names the fields of the client. */
export const refusedSignature = (client: string, refused = 'the signature'): string =>
	`The service refused ${refused}. Check ${client}, and that the clock of this n8n is correct.`;

/** Shown where no service answers. */
export const WRONG_BASE_URL =
	'There is no such service at this Base URL. Enter the address of the service, without /m-open or /m-api.';

/** Rules of a declared credential test: what to show for an HTTP status. */
export const testRules = (messages: Readonly<Record<number, string>>): NonNullable<ICredentialTestRequest['rules']> =>
	Object.entries(messages).map(([status, message]) => ({
		type: 'responseCode',
		properties: { value: Number(status), message },
	}));

/** What happened and how to fix it, where n8n shows one text only. */
export const sentencesOf = ({ message, hint = '' }: LibraryError): string =>
	[message, hint]
		.filter((text) => text !== '')
		.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
		.join(' ');
