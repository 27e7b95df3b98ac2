import type { IncomingMessage } from 'node:http';
import { type ContractOperation, operations, resolve } from '../../contract/contract';
import { parameterProblems, requestProblems } from '../../contract/validate';
import type { RecordedRequest } from '../../support/fakeServer';
import { signatureOf } from './signature';

export interface Recorded {
	operation: string;
	method: string;
	path: string;
	params: Record<string, string>;
	headers: IncomingMessage['headers'];
	body: Buffer;
	problems: string[];
}
export const CLIENT = { orgClientId: 'strict-client', orgClientSecret: 'strict-secret-0123456789' };
export const ENTERPRISE = { clientId: 'strict-enterprise', clientSecret: 'enterprise-secret-0123456789' };
export const PARTNER = { clientId: 'strict-partner', clientSecret: 'partner-secret-0123456789' };
export const PERSON = { account: 'anna@example.com', password: 'correct horse' };
/** The access token of the person. */
export const TOKEN = 'strict-access-token';
/** The accounts that sign, by the credential of the contract. */
const IDENTITIES: Record<string, { name: string; id: string; secret: string }> = {
	org: { name: 'org_client_id', id: CLIENT.orgClientId, secret: CLIENT.orgClientSecret },
	enterprise: { name: 'client_id', id: ENTERPRISE.clientId, secret: ENTERPRISE.clientSecret },
	partner: { name: 'client_id', id: PARTNER.clientId, secret: PARTNER.clientSecret },
	// The client that has obtained the token signs.
	token: { name: 'client_id', id: ENTERPRISE.clientId, secret: ENTERPRISE.clientSecret },
};
const CLOCK_WINDOW = 60;

/** Adds everything that the contract objects to in a request: place, headers, parameters, account, clock, signature. */
export function noteProblems(
	op: ContractOperation,
	{ params, headers, problems }: Recorded,
	query: URLSearchParams,
): void {
	const inHeaders = [...op.parameters.values()].filter(({ place }) => place === 'header');
	for (const { name, required, schema } of inHeaders) {
		const value = headers[name];
		if (typeof value === 'string') problems.push(...parameterProblems(name, resolve(schema), value));
		else if (required) problems.push(`missing header ${name}`);
	}
	// What comes compressed has no length to judge it by.
	if (headers['user-agent'] === 'n8n-nodes-file-library' && headers['accept-encoding'] !== 'identity')
		problems.push(`takes ${headers['accept-encoding']}`);
	const inQuery = Object.fromEntries(query);
	for (const name of Object.keys(inQuery))
		if (op.parameters.get(name)?.place !== 'query') problems.push(`${name} is in the query`);
	problems.push(
		...requestProblems(
			op,
			{ ...inQuery, ...params },
			inHeaders.map(({ name }) => name),
		),
	);
	const identity = IDENTITIES[op.credential] ?? IDENTITIES.org;
	const given = identity && { ...params, ...inQuery }[identity.name];
	if (given !== undefined && given !== identity?.id) problems.push(`unknown ${identity?.name}`);
	const token = op.id === 'uploadInitUser' ? headers['x-svc-token'] : { ...params, ...inQuery }.token;
	if (op.credential === 'token' && token !== TOKEN) problems.push(`unknown token ${token}`);
	if (op.dateline && Math.abs(Number(params.dateline) - Date.now() / 1000) > CLOCK_WINDOW)
		problems.push(`dateline ${params.dateline} is off`);
	if (op.signed && params.sign !== signatureOf(params, identity?.secret ?? '', op.unsigned))
		problems.push('wrong signature');
	if (!op.signed && 'sign' in params) problems.push('signed, although the contract does not ask for it');
}

/** The operation of a request; a parameter, or the token of a person, tells apart those that share one route. */
export function operationOf(
	{ method, headers }: RecordedRequest,
	path: string,
	params: object,
): ContractOperation | undefined {
	const here = [...operations.values()].filter((op) => op.method === method && op.path === path);
	const byToken = 'token' in params || 'x-svc-token' in headers;
	const own = here.filter(({ credential }) => (credential === 'token') === byToken);
	const candidates = own.length > 0 ? own : here;
	const annotated = 'annotation' in params;
	return candidates.find(({ id }) => (id === 'libraryFilePreviewUrlAnnotated') === annotated) ?? candidates[0];
}
