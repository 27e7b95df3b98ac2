import type { INodeExecutionData } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { loginUrl, signOnKey } from '../../client/service/singleSignOn';
import { checkFields } from '../../protocol/operation/check';
import { encode } from '../../protocol/operation/encode';
import { signOnKeyName } from '../../protocol/signOn/grants';
import { defined } from '../../protocol/wire/json';
import type { Job } from './job';

type Handler = (job: Job, caller: Caller) => Promise<INodeExecutionData[]>;

/** The member to sign in and where to send them afterwards. Throws inputError. */
function signInOf({ op, input }: Job): { account: string; returnUrl?: string } {
	const { member, returnUrl } = checkFields(op.input, input) as { member: { value: string }; returnUrl?: string };
	return { account: member.value, ...defined({ returnUrl }) };
}

const getLoginUrl: Handler = async (job, caller) => {
	const { account, returnUrl } = signInOf(job);
	return [{ json: { url: loginUrl(caller, account, returnUrl) } }];
};

const getKey: Handler = async (job, caller) => {
	const { account } = signInOf(job);
	// The key is called `svckey` in every deployment, so that a workflow can move to another one.
	return [{ json: { account, svckey: await signOnKey(caller, account) } }];
};

/** Renames the sign-on key and its grant: both names contain the prefix of the deployment (client facts 4.3). */
function forDeployment({ svckey, ...params }: Record<string, string>, vendorPrefix: string): Record<string, string> {
	const name = signOnKeyName(vendorPrefix);
	return svckey === undefined ? params : { ...params, grant_type: name, [name]: svckey };
}

/** Fields of the form that no error may show. */
const SECRET_INPUTS = ['password', 'refreshToken', 'exchangeToken', 'auth', 'signOnKey'];

const issueToken: Handler = async (job, caller) => {
	const params = encode(job.op, job.input);
	const secrets = [...SECRET_INPUTS.map((name) => String(job.input[name] ?? '')), params.password ?? ''];
	const answer = await call({ ...caller, secrets }, job.op, forDeployment(params, caller.account.vendorPrefix));
	return [{ json: answer as INodeExecutionData['json'] }];
};

/** Handlers of the sign-on operations, by their `special` name. They throw what `call` throws. */
export const signOnHandlers = { signOnUrl: getLoginUrl, signOnKey: getKey, tokenIssue: issueToken } as const;
