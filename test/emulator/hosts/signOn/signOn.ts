import { isSameText, need, signText } from '../../auth/signature';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { type Exchange, readParameters, requireMethod, sendHtml, sendJson } from '../../http/exchange';
import { isObject } from '../../http/json';
import { refuseUnknown } from '../../http/parameters';
import { isEnabled, type Member } from '../../store/enterprise/directory';
import { type EnterpriseClient, unknownClient } from '../../store/enterprise/enterprise';
import type { World } from '../../world/world';
import type { Host } from '../host';

function parseTicket(text: string): unknown {
	// A ticket that was encoded twice still contains percent signs here.
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0)
		throw badParameter('ticket', 'is not base64 (percent-encoded once)');
	try {
		return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
	} catch {
		throw badParameter('ticket', 'does not contain JSON');
	}
}

/** fact 4.1: JSON with any field order, `t` as text or number. assumed (B02, B03): standard base64, encoded once. */
function readTicket(text: string) {
	const value = parseTicket(text);
	if (!isObject(value)) throw badParameter('ticket', 'does not contain a JSON object');
	const { account, n, t, sign } = value;
	if (typeof account !== 'string' || typeof n !== 'string' || typeof sign !== 'string')
		throw badParameter('ticket', 'lacks account, n or sign');
	if (!/^\d{1,12}$/.test(String(t))) throw badParameter('ticket', 'has no t in Unix seconds');
	// doc: six random characters. assumed (B03): letters and digits.
	if (!/^[A-Za-z0-9]{6}$/.test(n)) throw badParameter('ticket', 'has no n of 6 characters');
	return { account, n, t: String(t), sign };
}

/** Greatest age of a sign-on ticket. assumed (B03): not shown. */
const TICKET_SECONDS = 300;

/** doc: HMAC-SHA1 of account, n and t on lines, by client_secret. assumed (B03): limited age, used once. */
function verifyTicket(world: World, client: EnterpriseClient, text: string): Member {
	const ticket = readTicket(text);
	const expected = signText([ticket.account, ticket.n, ticket.t].join('\n'), client.secret);
	if (!isSameText(ticket.sign, expected))
		throw new ServiceFailure(codes.signature, 'signature verification of the ticket failed');
	if (Math.abs(Number(ticket.t) - world.serverNow() / 1000) > TICKET_SECONDS)
		throw new ServiceFailure(codes.timeout, 'the ticket has expired');
	if (!world.tokens.useTicket(ticket.sign, world.now() + 2000 * TICKET_SECONDS, world.now()))
		throw new ServiceFailure(codes.tokenInvalid, 'the ticket was used before');
	return memberOf(world, client, ticket.account);
}

/** doc: accounts that are synchronized or added by the interface. fact, error codes: 40420 unknown, 40302 barred. */
function memberOf(world: World, client: EnterpriseClient, account: string): Member {
	const member = client.enterprise.directory.findMember('account', account);
	if (!member) throw new ServiceFailure(codes.accountUnknown, `account '${account}' does not exist`);
	if (member.origin === 'console' || !isEnabled(member, world.now()))
		throw new ServiceFailure(codes.barred, `account '${account}' may not sign on`);
	return member;
}

/** doc: the parameters. */
const NAMES = ['client_id', 'ticket', 'returnurl', 'format'];

/** assumed (B01): status 302 and a session cookie. assumed: only addresses that a browser can open. */
function redirect(world: World, exchange: Exchange, key: string, returnurl: string | undefined): void {
	const target = returnurl || '/';
	const url = URL.canParse(target, world.origins.service) ? new URL(target, world.origins.service) : null;
	if (!url?.protocol.startsWith('http')) throw badParameter('returnurl', 'is not a web address');
	exchange.res.setHeader('Set-Cookie', `session=${key}; HttpOnly; Path=/`);
	exchange.res.setHeader('Location', url.href);
	sendHtml(exchange.res, 302, '<!doctype html><title>Signed on</title>');
}

/** doc: single sign-on with a ticket. */
export const signOnHost: Host = {
	role: 'service',
	serves: (path) => path === '/account/autologin/entgrant',
	handle: async (world, exchange) => {
		requireMethod(exchange.method, 'GET', world.options.anyMethod);
		const raw = await readParameters(exchange);
		refuseUnknown(raw, NAMES);
		const [clientId, ticket, format] = [need(raw, 'client_id'), need(raw, 'ticket'), raw.get('format')];
		if (format !== undefined && format !== 'json') throw badParameter('format', "is not 'json'");
		const client = world.clients.get(clientId);
		if (client?.kind !== 'enterprise' || client.deprecated) throw unknownClient(clientId);
		const member = verifyTicket(world, client, ticket);
		const key = world.tokens.issueKey(client, member.id, world.now());
		// doc: an object with one field. fact 4.3: its name starts with the vendor prefix.
		if (format === 'json') sendJson(exchange, 200, { [`${world.options.prefix}key`]: key });
		else redirect(world, exchange, key, raw.get('returnurl'));
	},
};
