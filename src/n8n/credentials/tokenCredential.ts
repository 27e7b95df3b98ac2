import type { Http, HttpAnswer, HttpRequest } from '../../client/http/types';
import {
	ApplicationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { textAnswer } from '../../client/http/httpAnswer';
import type { Tokens } from '../../client/service/obtainTokens';
import { makeTokenCache } from '../../client/service/tokenCache';
import { transportError } from '../../client/http/transportErrors';
import { inputError, isLibraryError } from '../../protocol/wire/libraryError';
import { identityOf, type Grant, type TokenClient } from '../../protocol/signOn/grants';

type Data = ICredentialDataDecryptedObject;

/** One for the process: parallel executions share renewals and see each other's tokens. */
export const keeper = makeTokenCache();

/** What our nodes tell `preAuthentication` beside the credential itself; never kept. */
export interface Hint {
	readonly refusedToken: string;
	readonly readAt: number;
}

const filled = (data: Data, field: string, label: string, exact = false): string => {
	const value = String(data[field] ?? '');
	if (value.trim() === '')
		throw inputError(label, 'is missing in the credential', 'Open the credential and fill it in.');
	return exact ? value : value.trim();
};

function grantOf(data: Data): Grant {
	switch (data.grantType) {
		case 'refreshToken':
			return { type: 'refreshToken', refreshToken: filled(data, 'refreshToken', 'Refresh Token') };
		case 'exchangeToken': {
			const auth = String(data.auth ?? '').trim();
			return {
				type: 'exchangeToken',
				exchangeToken: filled(data, 'exchangeToken', 'Exchange Token'),
				domain: filled(data, 'domain', 'Domain'),
				...(auth ? { auth } : {}),
			};
		}
		case 'signOnKey':
			return { type: 'signOnKey', account: filled(data, 'account', 'Account') };
		default:
			// A password may begin or end with a blank.
			return {
				type: 'password',
				username: filled(data, 'username', 'User Name'),
				password: filled(data, 'password', 'Password', true),
			};
	}
}

/** Who the credential signs in. Throws inputError for an empty field. */
export const clientOf = (data: Data): TokenClient => ({
	baseUrl: filled(data, 'baseUrl', 'Base URL'),
	vendorPrefix: String(data.vendorPrefix ?? '').trim() || 'svc',
	clientId: filled(data, 'clientId', 'Client ID'),
	secret: filled(data, 'clientSecret', 'Client Secret'),
	grant: grantOf(data),
});

/** Whether kept tokens are of this person: after an edit of the credential they may be of another one. */
export const isOwn = (data: Data): boolean => !data.tokenFor || data.tokenFor === identityOf(clientOf(data));

/** Tokens as n8n keeps them in the credential. */
function kept(client: TokenClient, { accessToken, refreshToken = '', expiresAt }: Tokens): IDataObject {
	const grant: Grant =
		client.grant.type === 'refreshToken' && refreshToken ? { type: 'refreshToken', refreshToken } : client.grant;
	return { accessToken, refreshToken, expiry: expiresAt ?? '', tokenFor: identityOf({ ...client, grant }) };
}

/**
 * The `preAuthentication` of the credential: n8n calls it when there is no access token or the service refused it, and keeps
 * what it answers. The only way out it has is n8n's own helper. Throws an ApplicationError whose cause is the LibraryError.
 */
export async function preAuthenticate(this: IHttpRequestHelper, data: Data): Promise<IDataObject> {
	try {
		const client = clientOf(data);
		const hint: Partial<Record<keyof Hint, unknown>> = data;
		const refused = String(hint.refusedToken ?? '') || String(data.accessToken ?? '');
		// Tokens of the person before an edit would sign in the wrong one.
		const refreshToken = isOwn(data) ? String(data.refreshToken ?? '').trim() : '';
		const known = { refused, refreshToken, ...(typeof hint.readAt === 'number' ? { readAt: hint.readAt } : {}) };
		return kept(
			client,
			await keeper.renew(client, known, {
				http: helperHttp(this, data.allowUnauthorizedCerts === true),
				clock: systemClock,
			}),
		);
	} catch (cause) {
		if (!isLibraryError(cause)) throw cause;
		// Not the LibraryError itself: n8n puts a sentence of its own in the place of an error with a status.
		throw Object.assign(new ApplicationError(cause.message, { cause, level: 'warning' }), {
			description: cause.hint ?? '',
		});
	}
}

/** The fields that are left of a failure of n8n's helper: all else holds the request with its secrets. */
function bare(cause: unknown): { code?: string } {
	for (let e: unknown = cause; typeof e === 'object' && e !== null; e = 'cause' in e ? e.cause : undefined) {
		if ('code' in e && typeof e.code === 'string') return { code: e.code };
	}
	return {};
}

/** n8n's helper as the transport of the client layer. */
function helperHttp({ helpers }: IHttpRequestHelper, insecure: boolean): Http {
	return {
		close: async () => undefined,
		request: async (r: HttpRequest): Promise<HttpAnswer> => {
			const options: IHttpRequestOptions = {
				method: r.method,
				url: r.url,
				headers: { ...r.headers },
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				encoding: 'text',
				timeout: 60_000,
				skipSslCertificateValidation: insecure,
				...(typeof r.body === 'string' ? { body: r.body } : {}),
			};
			const answer = await sent(helpers, options, r);
			const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? '');
			const headers = Object.fromEntries(
				Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
			);
			return textAnswer(answer.statusCode, headers, text);
		},
	};
}

interface FullAnswer {
	body: unknown;
	headers: Record<string, unknown>;
	statusCode: number;
}

async function sent(
	helpers: IHttpRequestHelper['helpers'],
	options: IHttpRequestOptions,
	r: HttpRequest,
): Promise<FullAnswer> {
	try {
		return (await helpers.httpRequest(options)) as FullAnswer;
	} catch (cause) {
		const { name = '', response } = (cause ?? {}) as {
			name?: string;
			response?: FullAnswer & { status?: number; data?: unknown };
		};
		// Older helpers throw for a redirect in spite of everything; its answer is an answer.
		if (response && name === 'AxiosError')
			return { body: response.data, headers: response.headers, statusCode: response.status ?? 0 };
		throw transportError(bare(cause), { url: r.url, ...(r.operation ? { operation: r.operation } : {}) });
	}
}
