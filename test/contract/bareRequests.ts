import { createHash, createHmac } from 'node:crypto';
import type { Emulator } from '../emulator';
import { contractOf, type ContractOperation } from './contract';

/* Requests to the emulator without the nodes. Not in demo.ts: tools use that, and only jest reads the contract. */

function secretOf(op: ContractOperation, { library, enterprise, partner }: Emulator): string {
	if (op.credential === 'org') return library.orgClientSecret;
	return op.credential === 'partner' ? partner.clientSecret : enterprise.clientSecret;
}

/** Signs as the contract says, without any code of the package. */
function signed(op: ContractOperation, params: Readonly<Record<string, string>>, emulator: Emulator): string {
	const names = Object.keys(params)
		.filter((name) => name !== 'sign' && !op.unsigned.includes(name))
		.sort();
	return createHmac('sha1', secretOf(op, emulator))
		.update(names.map((name) => params[name]).join('\n'))
		.digest('base64');
}

export interface Answer {
	status: number;
	body: Record<string, unknown> | unknown[] | null;
}
const tokens = new WeakMap<Emulator, string>();

/** An access token of the person of the demo. */
async function tokenFor(emulator: Emulator): Promise<string> {
	const { enterprise, user } = emulator;
	const password = createHash('md5').update(user.password).digest('hex');
	const grant = { client_id: enterprise.clientId, grant_type: 'password', username: user.account, password };
	const token = tokens.get(emulator) ?? tokenIn(await send(contractOf('tokenIssue'), grant, emulator));
	tokens.set(emulator, token);
	return token;
}

const tokenIn = ({ body }: Answer): string => String(Object(body)['access_token']);

/** Sends parameters with a fresh dateline and the right signature or `sign`, with a token of this emulator. */
export async function send(
	op: ContractOperation,
	given: Readonly<Record<string, string>>,
	emulator: Emulator,
	sign?: string,
): Promise<Answer> {
	const params: Record<string, string> = {
		...given,
		...(op.dateline ? { dateline: String(Math.floor(Date.now() / 1000)) } : {}),
		...(given['token'] === undefined ? {} : { token: await tokenFor(emulator) }),
	};
	if (op.signed) params['sign'] = sign ?? signed(op, params, emulator);
	const query = op.method === 'GET';
	const form = new URLSearchParams(params);
	const answer = await fetch(`${emulator.url}${op.path}${query ? `?${form}` : ''}`, {
		method: op.method,
		...(query ? {} : { body: form }),
	});
	const text = await answer.text();
	return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as Answer['body']) };
}
