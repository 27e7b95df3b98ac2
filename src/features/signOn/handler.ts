import { loginUrl, signOnKey } from '../../client/service/singleSignOn';
import { callForTokens } from '../../client/service/tokenCache';
import { typed } from '../../protocol/catalogue/simplify';
import { getKey, getLoginUrl, issueToken } from '../../protocol/catalogue/signOn';
import { signOnKeyParams } from '../../protocol/wire/grants';
import type { JsonObject } from '../../protocol/wire/json';
import { type Handler, outputItem, type HandlerFor, handles } from '../../n8n/execute/job';
import { hidePasswords } from '../../n8n/execute/plainOperation';

const key: HandlerFor<typeof getKey> = {
	automatic: ['client_id', 'ticket', 'format'],
	async run({ checked: { member } }, caller) {
		const account = member.value;
		// The key is called `svckey` in every deployment, so that a workflow can move to another one.
		return [outputItem<{ account: string; svckey: string }>({ account, svckey: await signOnKey(caller, account) })];
	},
};

/** Makes the address that signs a member on; nothing is sent. Throws inputError. */
const address: HandlerFor<typeof getLoginUrl> = {
	// The address itself contains them.
	automatic: ['client_id', 'ticket'],
	async run({ checked: { member, returnUrl } }, caller) {
		return [outputItem<{ url: string }>({ url: loginUrl(caller, member.value, returnUrl) })];
	},
};

/** Gets an access token. Throws what `call` throws, and LibraryError protocol for an answer without one. */
const token: Handler = {
	async run(job, caller) {
		const { svckey, ...params } = job.params;
		// The names of the sign-on key and its grant contain the prefix of the deployment (client facts 4.3).
		const { vendorPrefix } = caller.account();
		const wire = svckey === undefined ? params : { ...params, ...signOnKeyParams(vendorPrefix, svckey) };
		hidePasswords(job, caller);
		return [outputItem<JsonObject>(typed(await callForTokens(caller, job.op, wire)))];
	},
};

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(getKey, key), handles(getLoginUrl, address), handles(issueToken, token)];
