import { signOnKey } from '../../../client/service/singleSignOn';
import type { getKey } from '../../../protocol/catalogue/signOn';
import type { In } from '../../../protocol/operation/define';
import { type Handler, outputItem } from '../../../n8n/execute/job';

/** Gets a sign-on key for a member. Throws what `signOnKey` throws. */
export const handler: Handler<In<typeof getKey>> = {
	automatic: ['client_id', 'ticket', 'format'],
	async run({ checked: { member } }, caller) {
		// The key is called `svckey` in every deployment, so that a workflow can move to another one.
		return [outputItem({ account: member.value, svckey: await signOnKey(caller, member.value) })];
	},
};
