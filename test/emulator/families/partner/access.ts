import { randomBytes } from 'node:crypto';
import { filled, int, required, requiredStrictly } from '../../http/parameters';
import { signedLink } from '../../links/signedLinks';
import { enterpriseClient, type EnterpriseClient } from '../../store/enterprise/apiClients';
import type { Enterprise } from '../../store/enterprise/enterprise';
import { logTypes } from '../../store/enterprise/managementLog';
import type { World } from '../../world/world';
import { partnerOperation } from '../operationsByCaller';
import { customerRef, referredCustomer } from './customer';

/** assumed: one authorization for each partner and enterprise; later calls return it whatever their title. */
function authorizationFor(world: World, partnerId: string, enterprise: Enterprise, title: string): EnterpriseClient {
	const clientId = `${partnerId}-${enterprise.id}`;
	const existing = world.clients.get(clientId);
	if (existing?.kind === 'enterprise') return existing;
	const created = enterpriseClient(clientId, randomBytes(16).toString('hex'), title, enterprise);
	world.clients.set(clientId, created);
	enterprise.note(logTypes.authorization, partnerId, `authorized ${title}`, world.now());
	return created;
}

/** fact 6.10: a client calls it get_token, and is not known to send a title. */
export const getClientId = partnerOperation('/m-api/1/thirdparty/get_client_id', {
	params: { ...customerRef, title: requiredStrictly(filled, '') },
	handle: (call) => {
		const { enterprise } = referredCustomer(call);
		const { clientId, secret } = authorizationFor(call.world, call.client.clientId, enterprise, call.p.title);
		return { client_id: clientId, client_secret: secret };
	},
});

/** assumed (J14): the link is valid as long as other links. */
export const entSsoUrl = partnerOperation('/m-api/1/thirdparty/ent_sso_url', {
	params: customerRef,
	handle: (call) => ({ url: signedLink(call.world, `/console/${referredCustomer(call).enterprise.id}`, {}) }),
});

export const setEntSetting = partnerOperation('/m-api/1/thirdparty/set_ent_setting', {
	params: { ...customerRef, max_link_flow: required(int(-1)) },
	handle: (call) => {
		const { world, client, p } = call;
		const { enterprise, contract } = referredCustomer(call);
		// doc (J08): no effect for trial enterprises, and still 200.
		if (contract.trial) return {};
		contract.maxLinkFlow = p.max_link_flow;
		const content = `limited link traffic to ${p.max_link_flow} bytes a day`;
		enterprise.note(logTypes.settings, client.title, content, world.now());
		return {};
	},
});
