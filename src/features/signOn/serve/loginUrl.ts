import { loginUrl } from '../../../client/service/singleSignOn';
import type { getLoginUrl } from '../../../protocol/catalogue/signOn';
import type { In } from '../../../protocol/operation/define';
import { type Handler, outputItem } from '../../../n8n/execute/job';

/** Makes the address that signs a member on; nothing is sent. Throws inputError. */
export const handler: Handler<In<typeof getLoginUrl>> = {
	// The address itself contains them.
	automatic: ['client_id', 'ticket'],
	async run({ checked: { member, returnUrl } }, caller) {
		return [outputItem({ url: loginUrl(caller, member.value, returnUrl) })];
	},
};
