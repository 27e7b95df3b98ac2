import type { IAuthenticate, IHttpRequestOptions } from 'n8n-workflow';
import { requestAt } from '../../protocol/catalogue/requestAt';
import { isDated } from '../../protocol/operation/define';
import { sign } from '../../protocol/wire/sign';

/** Request options of n8n's helpers: the current ones with `url`, or the legacy ones (HTTP Request node) with `uri` and `form`. */
type Options = IHttpRequestOptions & { uri?: string; form?: unknown };
interface Identity {
	readonly name: 'org_client_id' | 'client_id' | 'token';
	readonly id: string;
	readonly secret: string;
}

const FORM = 'application/x-www-form-urlencoded';
/** Whose requests an identity signs. */
const KINDS = { org_client_id: ['org'], client_id: ['enterprise', 'partner'], token: ['token'] } as const;

/** One parameter as text: objects and lists as compact JSON, the form in which the interface takes them (ambiguities A12). */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Parameters of a query, form or JSON object as texts; null and undefined are not sent. */
function textsOf(source: unknown): Record<string, string> {
	if (typeof source === 'string') {
		const text = source.trim();
		return text.startsWith('{') ? textsOf(JSON.parse(text)) : Object.fromEntries(new URLSearchParams(text));
	}
	if (source instanceof URLSearchParams) return Object.fromEntries(source);
	if (typeof source !== 'object' || source === null || Buffer.isBuffer(source)) return {};
	return Object.fromEntries(
		Object.entries(source)
			.filter(([, value]) => value !== null && value !== undefined)
			.map(([name, value]) => [name, textOf(value)]),
	);
}

function withoutStamp(params: Record<string, string>, name: string): Record<string, string> {
	const { sign: _sign, dateline: _dateline, [name]: _identity, ...rest } = params;
	return rest;
}

/**
 * Signs a request of any n8n helper: adds the identity and a fresh dateline (for a token only where it is listed), drops an older stamp (so it may run twice on one
 * request), and sends query parameters as query and all others as a form body. Takes query, form and JSON-object bodies.
 * `now` is Unix milliseconds.
 */
export function signRequest(request: IHttpRequestOptions, identity: Identity, now: number): IHttpRequestOptions {
	const options = request as Options;
	const { form: _form, ...kept } = options;
	const key = options.url === undefined && options.uri !== undefined ? 'uri' : 'url';
	const [address = '', search = ''] = (options[key] ?? '').split('?');
	const given = [
		{ ...textsOf(search), ...textsOf(options.qs) },
		{ ...textsOf(options.body), ...textsOf(options.form) },
	] as const;
	const [query, body] = [withoutStamp(given[0], identity.name), withoutStamp(given[1], identity.name)];
	// To an address that the catalogue does not know goes what most of its kind have; who enters a dateline gets a fresh one (A04).
	const known = requestAt(address, KINDS[identity.name]);
	const dated = (known ? isDated(known) : identity.name !== 'token') || given.some((params) => 'dateline' in params);
	const stamp = { [identity.name]: identity.id, ...(dated ? { dateline: String(Math.floor(now / 1000)) } : {}) };
	const inBody = (options.method ?? 'GET') !== 'GET';
	const signed = { ...stamp, sign: sign({ ...query, ...body, ...stamp }, identity.secret, known?.unsigned) };
	const result: Options = { ...kept, [key]: address, qs: inBody ? query : { ...query, ...body, ...signed } };
	if (!inBody) {
		delete result.body;
		return result;
	}
	const headers = Object.entries(options.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-type');
	result.headers = { ...Object.fromEntries(headers), 'content-type': FORM };
	result.body = new URLSearchParams({ ...body, ...signed }).toString();
	return result;
}

/**
 * The `authenticate` of a credential type whose fields `idField` and `secretField` hold the identity that signs.
 * It serves the credential test and n8n's HTTP Request node.
 */
export const signWith =
	(name: Identity['name'], idField: string, secretField: string): IAuthenticate =>
	async (credentials, request) => {
		const identity = {
			name,
			id: String(credentials[idField] ?? '').trim(),
			secret: String(credentials[secretField] ?? '').trim(),
		};
		// The two spellings of the current and the legacy helper.
		const insecure =
			credentials.allowUnauthorizedCerts === true
				? { skipSslCertificateValidation: true, rejectUnauthorized: false }
				: {};
		return signRequest({ ...request, ...insecure }, identity, Date.now());
	};
