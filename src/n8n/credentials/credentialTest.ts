import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { listIn } from '../../client/paging/offsetPages';
import { call, type Caller } from '../../client/service/call';
import { makeSecretVault } from '../../client/service/secretVault';
import { randomText } from '../../client/service/singleSignOn';
import { listRoles } from '../../protocol/catalogue/enterpriseMember';
import { getStatistics } from '../../protocol/catalogue/libraryHistory';
import { listEnterprises } from '../../protocol/catalogue/partner';
import type { ServiceRequest } from '../../protocol/operation/define';
import { type ListAnswer, fieldsIn } from '../../protocol/wire/json';
import { hasTrait } from '../../protocol/wire/errorCodes';
import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import type { WireParams } from '../../protocol/wire/sign';
import { accountOf } from './caller';
import { credentialScrubber } from './data';
import { helperHttp } from './helperHttp';
import { refusedSignature, sentencesOf, WRONG_BASE_URL } from './fields';
import type { EnterprisePartnerListEntry, Role } from '../../protocol/contract';

/*
 * The credential tests that are functions and not declared requests: of a declared one n8n shows the bare code of a
 * failed connection, e.g. ECONNREFUSED. The user token credential has a declared one, because its test may use up a
 * refresh token, and only then n8n stores the new one.
 *
 * A success is only what the service would answer: at a wrong address almost any server answers something.
 */

/** The cheap call that every client of a kind may make, and what to say where it may not. */
interface TestCall {
	readonly request: ServiceRequest;
	readonly params: WireParams;
	/** Whether an answer is one of the service; undefined where only an answer to a wrong signature can tell. */
	readonly isOfService: (answer: unknown) => boolean | undefined;
	readonly client: string;
	readonly forbidden: string;
}

const hasFields = (entry: unknown, names: readonly string[], least = names.length): boolean =>
	names.filter((name) => ['string', 'number'].includes(typeof fieldsIn(entry)[name])).length >= least;

/** What an enterprise has, and a role, which has an ID and a name as well, has not. */
const OF_ENTERPRISES = ['out_id', 'end_dateline', 'member_count', 'space', 'size'];

const TESTS = {
	org: {
		request: getStatistics,
		params: {},
		isOfService: (answer) =>
			hasFields(answer, ['org_id', 'mount_id', 'org_name', 'capacity', 'size', 'size_recycle', 'count_file'], 2),
		client: 'Library Client ID and Library Client Secret',
		forbidden: 'The library authorization is known, but has no permission to use this library.',
	},
	enterprise: {
		request: listRoles,
		params: {},
		// No enterprise is without roles: libraries need one for each member.
		isOfService: (answer) => {
			const { entries } = listIn(listRoles, answer as ListAnswer<Role>);
			const isRole = (entry: unknown): boolean =>
				hasFields(entry, ['id', 'name']) && !hasFields(entry, OF_ENTERPRISES, 2);
			return entries.length > 0 && entries.every(isRole);
		},
		client: 'Client ID and Client Secret',
		forbidden: 'The client is known, but has no permission to read the roles of the enterprise.',
	},
	partner: {
		request: listEnterprises,
		params: { size: '1' },
		isOfService: (answer) => {
			const { entries } = listIn(listEnterprises, answer as ListAnswer<EnterprisePartnerListEntry>);
			const names = ['id', 'name', ...OF_ENTERPRISES];
			return entries.length === 0 ? undefined : entries.every((entry) => hasFields(entry, names, 3));
		},
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
	const { request, params, isOfService, ...texts }: TestCall = TESTS[kind];
	try {
		const account = accountOf(kind, data);
		const http = helperHttp(legacyHelper(context), account.http.allowUnauthorizedCerts);
		// Whoever waits at the form can try again by hand.
		const caller: Caller = {
			account: () => account,
			http,
			clock: systemClock,
			vault: makeSecretVault(),
			noRetryAfter: AbortSignal.abort(),
		};
		const isService =
			isOfService(await call(caller, request, params)) ?? (await refusesWrongSecret(caller, request));
		if (!isService) return { status: 'Error', message: WRONG_BASE_URL };
		return { status: 'OK', message: 'Connection successful!' };
	} catch (failure) {
		const message = isLibraryError(failure) ? sentences(failure, texts) : String(failure);
		return { status: 'Error', message: credentialScrubber(data)(message) };
	}
}

/** Whether a signature is checked: a new partner has no enterprises, and an empty list may come from any server. */
async function refusesWrongSecret(caller: Caller, request: ServiceRequest): Promise<boolean> {
	const account = { ...caller.account(), secret: randomText(20) };
	const refused = await call({ ...caller, account: () => account }, request, {}).catch((failure: unknown) => failure);
	return isLibraryError(refused) && refused.kind === 'auth';
}

function sentences(failure: LibraryError, { client, forbidden }: Pick<TestCall, 'client' | 'forbidden'>): string {
	if (failure.status === 404 || failure.kind === 'protocol') return WRONG_BASE_URL;
	if (hasTrait(failure, 'signature') || failure.status === 401) return refusedSignature(client);
	if (failure.status === 403) return forbidden;
	return sentencesOf(failure);
}

/** The only helper that n8n has here, in the shape of the current one. */
const legacyHelper = ({ helpers }: ICredentialTestFunctions): IHttpRequestHelper => ({
	helpers: {
		httpRequest: async ({ url, method, headers, body, timeout, ...options }: IHttpRequestOptions) =>
			(await helpers.request({
				uri: url,
				method,
				headers,
				body,
				timeout,
				resolveWithFullResponse: true,
				useStream: true,
				simple: false,
				followRedirect: false,
				rejectUnauthorized: options.skipSslCertificateValidation !== true,
			})) as unknown,
	},
});
