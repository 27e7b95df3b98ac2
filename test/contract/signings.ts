import { createHmac } from 'node:crypto';
import { signRequest } from '../../src/n8n/credentials/authenticate';
import type { Emulator } from '../emulator';
import type { Seen } from './exampleRuns';

/* n8n's HTTP Request node against the nodes: a credential signs each request of the examples as the node did. */

type Params = Readonly<Record<string, string>>;
interface Identity {
	readonly name: 'org_client_id' | 'client_id' | 'token';
	readonly id: string;
	readonly secret: string;
}
/** How a request is signed, so that a difference can be read. */
interface Signing {
	readonly names: readonly string[];
	readonly dateline: string | undefined;
	/** Parameters that the signature leaves out; undefined when it fits no such choice. */
	readonly leftOut: readonly string[] | undefined;
	readonly sign: string | undefined;
}

export const signatureOf = (params: Params, secret: string, leftOut: readonly string[]): string =>
	createHmac('sha1', secret)
		.update(
			Object.keys(params)
				.filter((name) => !leftOut.includes(name))
				.sort()
				.map((name) => params[name])
				.join('\n'),
		)
		.digest('base64');

/** The parameters that a signature leaves out: none, one or two of them. */
export function leftOutOf({ sign, ...params }: Params, secret: string): readonly string[] | undefined {
	const names = Object.keys(params).sort();
	const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
	return [[], ...names.map((name) => [name]), ...pairs].find(
		(leftOut) => signatureOf(params, secret, leftOut) === sign,
	);
}

const signingOf = (params: Params, secret: string): Signing => ({
	names: Object.keys(params).sort(),
	dateline: params.dateline,
	leftOut: leftOutOf(params, secret),
	sign: params.sign,
});

/** Who signed a request, by the parameter that names the caller. */
function identityOf({ path, params }: Seen, { library, enterprise, partner }: Emulator): Identity {
	if (params.org_client_id !== undefined && params.org_client_id === library.orgClientId && !path.includes('/org/'))
		return { name: 'org_client_id', id: params.org_client_id, secret: library.orgClientSecret };
	if (params.token !== undefined) return { name: 'token', id: params.token, secret: enterprise.clientSecret };
	const { clientSecret } = params.client_id === partner.clientId ? partner : enterprise;
	return { name: 'client_id', id: params.client_id ?? '', secret: clientSecret };
}

/** What the credential makes of the same parameters, by query or form as the method says. */
function byCredential({ method, path, params }: Seen, { name, id, secret }: Identity, baseUrl: string): Params {
	const { sign: _sign, dateline, [name]: _id, ...given } = params;
	const isRead = method === 'GET';
	const request = {
		method: method as 'GET' | 'POST',
		url: `${baseUrl}${path}`,
		...(isRead ? { qs: given } : { body: given }),
	};
	// Any second of today where none was sent: a dateline that is added anyway is found by its name.
	const { qs, body } = signRequest(request, { name, id, secret }, Number(dateline ?? 1_700_000_000) * 1000);
	return { ...(qs as Params), ...(isRead ? {} : Object.fromEntries(new URLSearchParams(String(body)))) };
}

interface Compared {
	readonly request: string;
	readonly byNode: Signing;
	readonly byCredential: Signing;
}

/** How a node signed a request, and how the credential does. */
export function comparedSignings(seen: Seen, emulator: Emulator): Compared {
	const identity = identityOf(seen, emulator);
	return {
		request: `${seen.method} ${seen.path}`,
		byNode: signingOf(seen.params, identity.secret),
		byCredential: signingOf(byCredential(seen, identity, emulator.url), identity.secret),
	};
}
