import { badParameter } from '../../http/errors';
import { sendHtml, sendJson, type Exchange } from '../../http/exchange';
import type { Parameters } from '../../http/form';
import { readParameters, requireMethod } from '../../http/requestParameters';
import { unknownClient } from '../../store/enterprise/apiClients';
import type { World } from '../../world/world';
import type { Host } from '../host';
import { verifyTicket } from './ticket';

/** doc: the parameters. fact 2.5, lenient: `sign` too, which is not checked, as any other. */
const NAMES = ['client_id', 'ticket', 'returnurl', 'format'];

function checkNames(raw: Parameters): void {
	const unknown = [...raw.keys()].find((name) => !NAMES.includes(name));
	if (unknown !== undefined) throw badParameter(unknown, 'is unknown to this operation');
}

/** assumed (B01): status 302 and a session cookie. assumed: only addresses that a browser can open. */
function redirect(world: World, exchange: Exchange, key: string, returnurl: string | undefined): void {
	const target = returnurl || '/';
	const url = URL.canParse(target, world.origins.service) ? new URL(target, world.origins.service) : null;
	if (!url?.protocol.startsWith('http')) throw badParameter('returnurl', 'is not a web address');
	exchange.res.setHeader('Set-Cookie', `session=${key}; HttpOnly; Path=/`);
	exchange.res.setHeader('Location', url.href);
	sendHtml(exchange.res, 302, '<!doctype html><title>Signed on</title>');
}

/** doc: single sign-on with a ticket. fact 2.5, lenient: by POST too. */
export const signOnHost: Host = {
	role: 'service',
	serves: (path) => path === '/account/autologin/entgrant',
	handle: async (world, exchange) => {
		requireMethod(exchange.method, 'GET', world.options.strict);
		const raw = await readParameters(exchange, world.options.strict);
		if (world.options.strict) checkNames(raw);
		const [clientId, ticket, format] = [raw.get('client_id'), raw.get('ticket'), raw.get('format')];
		if (!clientId) throw badParameter('client_id', 'is missing');
		if (!ticket) throw badParameter('ticket', 'is missing');
		// fact 1.7, lenient: an empty one is none.
		if (format !== undefined && format !== 'json' && (format !== '' || world.options.strict))
			throw badParameter('format', "is not 'json'");
		const client = world.clients.get(clientId);
		if (client?.kind !== 'enterprise' || client.deprecated) throw unknownClient(clientId);
		const member = verifyTicket(world, client, ticket);
		const key = world.tokens.issueKey(client, member.id, world.now());
		// doc: an object with one field. fact 4.3: its name starts with the vendor prefix.
		if (format === 'json') sendJson(exchange, 200, { [`${world.options.prefix}key`]: key });
		else redirect(world, exchange, key, raw.get('returnurl'));
	},
};
