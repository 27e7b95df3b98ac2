import { ASK_PERMISSION, busy, failing, meaning, SIGN_IN, WRONG_ADDRESS, type CodeMeaning } from './codeMeaning';

/** What HTTP statuses mean where the service sent no code, or one that is not known. */
const STATUSES: Readonly<Record<number, CodeMeaning>> = {
	400: meaning('input', 'The service refused the request'),
	401: meaning('auth', 'The service did not accept the credential', SIGN_IN, { clock: true }),
	403: meaning('auth', "You don't have permission for this", ASK_PERMISSION),
	404: meaning(
		'notFound',
		'Not found',
		'Check that the file, library or member exists; if every request fails like this, check the Base URL',
	),
	405: meaning('protocol', 'The service does not accept this method', WRONG_ADDRESS),
	407: meaning(
		'network',
		'A proxy between this machine and the service asks for a user name and a password',
		"Check the user name and the password in n8n's proxy settings (HTTP_PROXY, HTTPS_PROXY)",
	),
	408: { kind: 'timeout', what: 'The service did not receive the request in time', retryable: true },
	409: meaning(
		'conflict',
		'The service reports a conflict',
		'Something with this name already exists or was changed at the same time',
	),
	413: meaning('input', 'The request is too large for the service or for a proxy in front of it'),
	429: busy('Too many requests'),
	500: failing('The service failed'),
	501: meaning('protocol', 'The service does not know this request', WRONG_ADDRESS),
	502: busy('The service cannot be reached behind its gateway or is being upgraded'),
	503: busy('The service is not available'),
	504: {
		kind: 'timeout',
		what: 'The service did not answer its gateway in time',
		retryable: true,
		hint: 'Try again later',
	},
};

/**
 * The meaning of an HTTP status of 400 or more. One that is not listed means what its class means: 500 and up, the
 * service failed; below, it refused the request.
 */
export const meaningOfStatus = (status: number): CodeMeaning =>
	STATUSES[status] ??
	(status >= 500 ? failing('The service failed') : meaning('input', 'The service refused the request'));
