import {
	ApplicationError,
	type IAuthenticate,
	type IAuthenticateGeneric,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { isDated, pathOf, type Wire, WIRES } from '../../protocol/operation/request';
import { sign } from '../../protocol/wire/sign';
import { rememberSignature, ownsTokens } from './data';

/* Signs requests of n8n's own helpers: those of the credential test and of the HTTP Request node. */

/** Request options of n8n's helpers: the current ones with `url`, the legacy ones (HTTP Request node) with `uri`. */
type RequestOptions = IHttpRequestOptions & { uri?: string; form?: unknown };

/** The `authenticate` of a credential type that is a function. */
export type Authenticate = Exclude<IAuthenticate, IAuthenticateGeneric>;

/** Who signs: the parameter that names the account in every request, its value, and the secret. */
interface Signer {
	readonly name: 'org_client_id' | 'client_id' | 'token';
	readonly id: string;
	readonly secret: string;
}
type Params = Readonly<Record<string, string>>;

/** The requests that a signer may sign, by the kind of secret that the contract names. */
const SECRET_KINDS = { org_client_id: ['org'], client_id: ['enterprise', 'partner'], token: ['token'] } as const;

/**
 * Signs a request of any n8n helper: adds the signer and a fresh dateline (by a token only where the interface lists
 * it), and sends query parameters in the query and all others as a form body. Takes query, form and JSON-object
 * bodies. An earlier signature is replaced, so a request may be signed twice. `now` is Unix milliseconds.
 */
export function signRequest(request: IHttpRequestOptions, signer: Signer, now: number): IHttpRequestOptions {
	const { form, ...options } = request as RequestOptions;
	const urlKey = options.url === undefined && options.uri !== undefined ? 'uri' : 'url';
	// A query may have question marks in its values.
	const [address = '', ...search] = (options[urlKey] ?? '').split('?');
	const query = { ...paramsIn(search.join('?')), ...paramsIn(options.qs) };
	const body = { ...paramsIn(options.body), ...paramsIn(form) };

	const wire = wireAt(address, signer);
	// A dateline in the request is the user's wish for one: it is replaced by a fresh one (A04).
	const isWished = 'dateline' in query || 'dateline' in body;
	// Where the contract does not know the address, the request gets what most requests of its signer have.
	const isStamped = isWished || (wire ? isDated(wire) : signer.name !== 'token');
	const stamp = isStamped ? { dateline: String(Math.floor(now / 1000)) } : {};
	const own = { query: withoutSignature(query, signer), body: withoutSignature(body, signer) };
	const added: Params = { [signer.name]: signer.id, ...stamp };
	const signature = sign({ ...own.query, ...own.body, ...added }, signer.secret, wire?.unsigned);
	if (signer.name === 'token') rememberSignature(signer.id, signature);
	const signed: Params = { ...added, sign: signature };

	const target: RequestOptions = { ...options, [urlKey]: address };
	if ((options.method ?? 'GET') === 'GET') {
		const { body: _body, ...bare } = target;
		return { ...bare, qs: { ...own.query, ...own.body, ...signed } };
	}
	const headers = Object.entries(target.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-type');
	return {
		...target,
		qs: own.query,
		headers: { ...Object.fromEntries(headers), 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ ...own.body, ...signed }).toString(),
	};
}

/**
 * What the contract says of the request to an address, found by the end of its path: a Base URL may have a path of its
 * own. Undefined for an address that is not part of the interface, or takes another secret than the signer's.
 */
const wireAt = (address: string, { name }: Signer): Wire | undefined =>
	Object.values(WIRES).find(
		(wire) => SECRET_KINDS[name].some((kind) => kind === wire.credential) && address.endsWith(pathOf(wire)),
	);

function withoutSignature(params: Params, { name }: Signer): Params {
	const { sign: _sign, dateline: _dateline, [name]: _signer, ...rest } = params;
	return rest;
}

/**
 * Throws for an access token that was obtained before the credential was edited: it may be of another user, or of the
 * service at another address. n8n takes the error for a refused token, and obtains a new one.
 */
function requireOwnToken(credentials: ICredentialDataDecryptedObject): void {
	if (!credentials.accessToken || ownsTokens(credentials)) return;
	const error = new ApplicationError('The access token belongs to another account or address', { level: 'warning' });
	throw Object.assign(error, { response: { status: 401 } });
}

const isHttp = (address: unknown): boolean => typeof address === 'string' && /^\s*http:/i.test(address);

/** Throws for a request without encryption, where the credential is for https: whoever listens could use the token. */
function requireEncryption(credentials: ICredentialDataDecryptedObject, request: RequestOptions): void {
	if (credentials.allowHttpServers === true || !/^\s*https:/i.test(String(credentials.baseUrl))) return;
	const { url, uri, baseURL } = request;
	if (![url, uri, baseURL].some(isHttp)) return;
	throw new ApplicationError(
		'The URL begins with http, but the Base URL in the credential begins with https. ' +
			'Use https, or turn on "Allow HTTP Servers" in the credential if your network is safe without.',
		{ level: 'warning' },
	);
}

/** The `authenticate` of a credential type, by the fields of its account: for its test and n8n's HTTP Request node. */
export const signWith =
	(name: Signer['name'], idField: string, secretField: string): Authenticate =>
	async (credentials, request) => {
		requireEncryption(credentials, request);
		if (name === 'token') requireOwnToken(credentials);
		const textOf = (field: string): string => String(credentials[field] ?? '').trim();
		const signer: Signer = { name, id: textOf(idField), secret: textOf(secretField) };
		// One spelling for the current helper, one for the legacy one.
		const insecure =
			credentials.allowUnauthorizedCerts === true
				? { skipSslCertificateValidation: true, rejectUnauthorized: false }
				: {};
		return signRequest({ ...request, ...insecure }, signer, Date.now());
	};

/** The parameters in a query, form or body of any shape that n8n's helpers take; null and undefined are not sent. */
function paramsIn(source: unknown): Record<string, string> {
	if (typeof source === 'string') {
		const text = source.trim();
		return text.startsWith('{') ? paramsIn(JSON.parse(text)) : Object.fromEntries(new URLSearchParams(text));
	}
	if (source instanceof URLSearchParams) return Object.fromEntries(source);
	if (typeof source !== 'object' || source === null || Buffer.isBuffer(source)) return {};
	return Object.fromEntries(
		Object.entries(source)
			.filter(([, value]) => value !== null && value !== undefined)
			// Objects and lists as compact JSON, the form in which the interface takes them (A12).
			.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
	);
}
