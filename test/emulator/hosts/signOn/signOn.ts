import { timingSafeEqual } from 'node:crypto';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import { sendHtml, sendJson } from '../../http/exchange';
import { isObject } from '../../http/json';
import { readParameters } from '../../http/requestParameters';
import { signText } from '../../auth/signature';
import type { EnterpriseClient } from '../../store/enterprise/apiClients';
import { unknownClient } from '../../store/enterprise/apiClients';
import type { Member } from '../../store/enterprise/directory';
import { isEnabled } from '../../store/enterprise/enterprise';
import type { World } from '../../world/world';
import type { Host } from '../host';

interface Ticket {
	readonly account: string;
	readonly n: string;
	readonly t: string;
	readonly sign: string;
}

/** fact 4.1: any JSON text in any field order, `t` as text or number. ambiguity B03: standard base64 with padding (assumed). */
function readTicket(text: string): Ticket {
	// A ticket that was encoded twice still has its percent signs here.
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0)
		throw badParameter('ticket', 'is not base64 (percent-encoded once)');
	let value: unknown;
	try {
		value = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
	} catch {
		throw badParameter('ticket', 'does not hold JSON');
	}
	if (!isObject(value)) throw badParameter('ticket', 'does not hold a JSON object');
	const { account, n, t, sign } = value;
	if (typeof account !== 'string' || typeof n !== 'string' || typeof sign !== 'string')
		throw badParameter('ticket', 'lacks account, n or sign');
	if (!/^\d{1,12}$/.test(String(t))) throw badParameter('ticket', 'has no t in Unix seconds');
	// doc: six random characters.
	if (!/^[A-Za-z0-9]{6}$/.test(n)) throw badParameter('ticket', 'has no n of 6 characters');
	return { account, n, t: String(t), sign };
}

/** doc: HMAC-SHA1 over account, n and t, joined by line feeds, with the client_secret; window and replay are assumed. */
function verifyTicket(world: World, client: EnterpriseClient, text: string): Member {
	const ticket = readTicket(text);
	const right = Buffer.from(signText([ticket.account, ticket.n, ticket.t].join('\n'), client.secret));
	const given = Buffer.from(ticket.sign);
	if (given.length !== right.length || !timingSafeEqual(given, right))
		throw new ServiceFailure(codes.signature, 'signature verification of the ticket failed');
	const apart = Math.abs(Number(ticket.t) - world.serverNow() / 1000);
	if (apart > world.options.ticketSeconds) throw new ServiceFailure(codes.timeout, 'the ticket has expired');
	if (!world.tokens.useTicket(ticket.sign, world.now() + 2000 * world.options.ticketSeconds, world.now())) {
		throw new ServiceFailure(codes.tokenInvalid, 'the ticket was used before');
	}
	return memberOf(world, client, ticket.account);
}

/** doc: only accounts synchronized from outside, or added by the interface. fact table: 40420 unknown, 40302 barred. */
function memberOf(world: World, client: EnterpriseClient, account: string): Member {
	const member = client.enterprise.directory.findMember('account', account);
	if (!member) throw new ServiceFailure(codes.accountUnknown, `account '${account}' does not exist`);
	if (member.origin === 'console' || !isEnabled(member, world.now()))
		throw new ServiceFailure(codes.barred, `account '${account}' may not sign on`);
	return member;
}

/** Where the browser goes. assumed: status 302, a session cookie, and only addresses a browser can open. */
function redirect(world: World, exchange: Exchange, key: string, returnurl: string | undefined): void {
	const target = returnurl || '/';
	const url = URL.canParse(target, world.origins.service) ? new URL(target, world.origins.service) : null;
	if (!url?.protocol.startsWith('http')) throw badParameter('returnurl', 'is no address');
	exchange.res.setHeader('Set-Cookie', `session=${key}; HttpOnly; Path=/`);
	exchange.res.setHeader('Location', url.href);
	sendHtml(exchange.res, 302, '<!doctype html><title>Signed on</title>');
}

/** doc: single sign-on with a ticket. fact 2.5: clients also POST it and add a `sign` that says nothing. */
export const signOnHost: Host = {
	role: 'service',
	serves: (path) => path === '/account/autologin/entgrant',
	handle: async (world, exchange) => {
		const raw = await readParameters(world, exchange);
		const unknown = [...raw.keys()].find(
			(name) => !['client_id', 'ticket', 'returnurl', 'format', 'sign', 'dateline'].includes(name),
		);
		if (world.options.strict && unknown !== undefined) throw badParameter(unknown, 'is unknown to this operation');
		const [clientId, ticket, format] = [raw.get('client_id'), raw.get('ticket'), raw.get('format')];
		if (!clientId) throw badParameter('client_id', 'is missing');
		if (!ticket) throw badParameter('ticket', 'is missing');
		if (format !== undefined && format !== 'json') throw badParameter('format', "is not 'json'");
		const client = world.clients.get(clientId);
		if (client?.kind !== 'enterprise' || client.deprecated) throw unknownClient(clientId);
		const member = verifyTicket(world, client, ticket);
		const key = world.tokens.newKey(client, member.id, world.now());
		// doc: an object with one field; fact 4.3: its name carries the vendor prefix.
		if (format === 'json') sendJson(exchange.res, 200, { [`${world.options.prefix}key`]: key });
		else redirect(world, exchange, key, raw.get('returnurl'));
	},
};
