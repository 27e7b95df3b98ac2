import { call } from '../../client/service/call';
import { loginUrl, signOnKey } from '../../client/service/singleSignOn';
import { typed } from '../../protocol/catalogue/fieldTypes';
import type { getLoginUrl as loginUrlOperation } from '../../protocol/catalogue/signOn';
import type { In } from '../../protocol/operation/define';
import { signOnKeyName } from '../../protocol/signOn/grants';
import { defined, fieldsIn, filledText } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { outputItem, type Job, type JobHandler } from './job';

/** The member to sign in and where to send them afterwards. */
function signInOf({ checked }: Job): { account: string; returnUrl?: string } {
	const { member, returnUrl } = checked as In<typeof loginUrlOperation>;
	return { account: member.value, ...defined({ returnUrl }) };
}

const getLoginUrl: JobHandler = async (job, caller) => {
	const { account, returnUrl } = signInOf(job);
	return [outputItem({ url: loginUrl(caller, account, returnUrl) })];
};

const getKey: JobHandler = async (job, caller) => {
	const { account } = signInOf(job);
	// The key is called `svckey` in every deployment, so that a workflow can move to another one.
	return [outputItem({ account, svckey: await signOnKey(caller, account) })];
};

/** Renames the sign-on key and its grant: both names contain the prefix of the deployment (client facts 4.3). */
function forDeployment({ svckey, ...params }: Job['params'], vendorPrefix: string): Record<string, string> {
	const name = signOnKeyName(vendorPrefix);
	return svckey === undefined ? params : { ...params, grant_type: name, [name]: svckey };
}

/** Fields of the form that no error may show. */
const SECRET_INPUTS = ['password', 'refreshToken', 'exchangeToken', 'auth', 'signOnKey'];

const issueToken: JobHandler = async ({ op, input, params }, caller) => {
	const secrets = [...SECRET_INPUTS.map((name) => String(input[name] ?? '')), params.password ?? ''];
	const answer = await call({ ...caller, secrets }, op, forDeployment(params, caller.account.vendorPrefix));
	const tokens = fieldsIn(answer);
	if (filledText(tokens.access_token) === undefined)
		throw new LibraryError('protocol', 'The service answered without an access token', {
			operation: op.id,
			hint: 'Check the Base URL in the credential',
		});
	return [outputItem(typed(tokens))];
};

/** Handlers of the sign-on operations, by their `special` name. They throw what `call` throws. */
export const signOnHandlers = { signOnUrl: getLoginUrl, signOnKey: getKey, tokenIssue: issueToken } as const;
