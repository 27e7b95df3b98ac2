import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { call } from '../../client/service/call';
import { listRoles } from '../../protocol/catalogue/enterpriseMember';
import { getStatistics } from '../../protocol/catalogue/libraryHistory';
import { listEnterprises } from '../../protocol/catalogue/partner';
import type { ServiceRequest } from '../../protocol/operation/define';
import { isSignatureRefused } from '../../protocol/wire/errorCodes';
import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import type { WireParams } from '../../protocol/wire/sign';
import { accountOf } from './caller';
import { credentialScrubber } from './credentialSecrets';
import { helperHttp } from './helperHttp';
import { refusedSignature, sentencesOf, WRONG_BASE_URL } from './credentialParts';

/*
 * The credential tests that are functions and not declared requests: of a declared one n8n shows the bare code of a
 * failed connection, e.g. ECONNREFUSED. The user token credential has a declared one, because its test may use up a
 * refresh token, and only then n8n stores the new one.
 */

/** The cheap call that every client of a kind may make, and what to say where it may not. */
interface TestCall {
	readonly request: ServiceRequest;
	readonly params: WireParams;
	readonly client: string;
	readonly forbidden: string;
}

const TESTS = {
	org: {
		request: getStatistics,
		params: {},
		client: 'Library Client ID and Library Client Secret',
		forbidden: 'The library authorization is known, but has no permission to use this library.',
	},
	enterprise: {
		request: listRoles,
		params: {},
		client: 'Client ID and Client Secret',
		forbidden: 'The client is known, but has no permission to read the roles of the enterprise.',
	},
	partner: {
		request: listEnterprises,
		params: { size: '1' },
		client: 'Client ID and Client Secret',
		forbidden: 'The client is known, but has no permission to list enterprises.',
	},
} as const satisfies Record<string, TestCall>;

/** The kinds of credentials that a function tests. */
export type TestedKind = keyof typeof TESTS;

/**
 * Makes one signed call with a credential and says in a sentence what is wrong with it and how to fix that. Requests
 * go through n8n's helper, so that n8n's rules for outgoing connections apply. Does not throw.
 */
export async function testCredential(
	kind: TestedKind,
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { request, params, ...texts }: TestCall = TESTS[kind];
	try {
		const account = accountOf(kind, data);
		const http = helperHttp(legacyHelper(context), account.http.allowUnauthorizedCerts);
		// Whoever waits at the form can try again by hand.
		await call({ account, http, clock: systemClock, attempts: 1 }, request, params);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (failure) {
		const message = isLibraryError(failure) ? sentences(failure, texts) : String(failure);
		return { status: 'Error', message: credentialScrubber(data)(message) };
	}
}

function sentences(failure: LibraryError, { client, forbidden }: Pick<TestCall, 'client' | 'forbidden'>): string {
	if (failure.status === 404 || failure.kind === 'protocol') return WRONG_BASE_URL;
	if (isSignatureRefused(failure) || failure.status === 401) return refusedSignature(client);
	if (failure.status === 403) return forbidden;
	return sentencesOf(failure);
}

/** The only helper that n8n has here, in the shape of the current one. */
const legacyHelper = ({ helpers }: ICredentialTestFunctions): IHttpRequestHelper => ({
	helpers: {
		httpRequest: async ({ url, method, headers, body, timeout, ...options }: IHttpRequestOptions) =>
			(await helpers.request({
				...{ uri: url, method, headers, body, timeout },
				resolveWithFullResponse: true,
				simple: false,
				followRedirect: false,
				rejectUnauthorized: options.skipSslCertificateValidation !== true,
			})) as unknown,
	},
});
