import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { type ContractOperation, resolve } from '../../contract/contract';
import { parameterProblems, requestProblems } from '../../contract/validate';

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
/** The accounts that sign, by the credential of the contract. */
const IDENTITIES: Record<string, { name: string; id: string; secret: string }> = {
	org: { name: 'org_client_id', id: CLIENT.orgClientId, secret: CLIENT.orgClientSecret },
	enterprise: { name: 'client_id', id: ENTERPRISE.clientId, secret: ENTERPRISE.clientSecret },
	partner: { name: 'client_id', id: PARTNER.clientId, secret: PARTNER.clientSecret },
};
const CLOCK_WINDOW = 60;
const FORM = 'application/x-www-form-urlencoded';

/**
 * Document: values sorted by the bytes of their names, joined by LF, HMAC-SHA1, base64. Written anew here on purpose.
 */
function signatureOf(params: Record<string, string>, unsigned: string[], secret: string): string {
	const names = Object.keys(params)
		.filter((name) => name !== 'sign' && !unsigned.includes(name))
		.sort((a, b) => Buffer.from(a).compare(Buffer.from(b)));
	return createHmac('sha1', secret)
		.update(names.map((name) => params[name]).join('\n'))
		.digest('base64');
}

/** Adds everything that the contract objects to in a request: place, headers, parameters, account, clock, signature. */
export function judge(op: ContractOperation, { params, headers, problems }: Recorded, query: URLSearchParams): void {
	const inHeaders = [...op.parameters.values()].filter(({ place }) => place === 'header');
	for (const { name, required, schema } of inHeaders) {
		const value = headers[name];
		if (typeof value === 'string') problems.push(...parameterProblems(name, resolve(schema), value));
		else if (required) problems.push(`missing header ${name}`);
	}
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
	if (op.dateline && Math.abs(Number(params.dateline) - Date.now() / 1000) > CLOCK_WINDOW)
		problems.push(`dateline ${params.dateline} is off`);
	if (op.signed && params.sign !== signatureOf(params, op.unsigned, identity?.secret ?? ''))
		problems.push('wrong signature');
	if (!op.signed && 'sign' in params) problems.push('signed, although the contract does not ask for it');
}

/** Reads a form or multipart body into its parameters, and any other body as bytes. */
export async function read(
	req: IncomingMessage,
): Promise<{ params: Record<string, string>; body: Buffer; problems: string[] }> {
	const problems: string[] = [];
	const params: Record<string, string> = {};
	const put = (name: string, value: string): void => {
		if (name in params) problems.push(`${name} is sent twice`);
		params[name] = value;
	};
	const type = (req.headers['content-type'] ?? '').split(';')[0]?.trim();
	if (type === 'multipart/form-data') return { params, problems, body: await multipart(req, put) };
	const parts: Buffer[] = [];
	for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
	const body = Buffer.concat(parts);
	if (type === FORM) for (const [name, value] of new URLSearchParams(body.toString('utf8'))) put(name, value);
	else if (body.length && req.method === 'POST') problems.push(`content type ${type}`);
	return { params, body, problems };
}

async function multipart(req: IncomingMessage, put: (name: string, value: string) => void): Promise<Buffer> {
	const parts: Buffer[] = [];
	await new Promise<void>((done, fail) => {
		const reader = busboy({ headers: req.headers, defParamCharset: 'utf8' });
		reader.on('field', put);
		reader.on('file', (name, stream) => {
			put(name, 'content');
			stream.on('data', (part: Buffer) => parts.push(part));
		});
		reader.on('close', done).on('error', fail);
		req.pipe(reader);
	});
	return Buffer.concat(parts);
}
