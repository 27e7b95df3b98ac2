import type { Job } from './job';
import type { INodeExecutionData } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { loginUrl, signOnKey } from '../../client/service/singleSignOn';
import { checkFields } from '../../protocol/operation/check';
import { encode } from '../../protocol/operation/encode';
import { signOnKeyName } from '../../protocol/signOn/grants';

type Handler = (job: Job, caller: Caller) => Promise<INodeExecutionData[]>;

/** What was entered, checked; throws inputError. */
function entered({ op, input }: Job): { account: string; returnUrl?: string } {
	const { member, returnUrl } = checkFields(op.input, input) as { member: { value: string }; returnUrl?: string };
	return { account: member.value, ...(returnUrl === undefined ? {} : { returnUrl }) };
}

const getLoginUrl: Handler = async (job, caller) => {
	const { account, returnUrl } = entered(job);
	return [{ json: { url: loginUrl(caller, account, returnUrl) } }];
};

const getKey: Handler = async (job, caller) => {
	const { account } = entered(job);
	// The same name in every deployment, so that workflows can be moved.
	return [{ json: { account, svckey: await signOnKey(caller, account) } }];
};

/** The deployment's prefix is in the name of the sign-on key and of its grant (client facts 4.3). */
function forDeployment({ svckey, ...params }: Record<string, string>, vendorPrefix: string): Record<string, string> {
	const name = signOnKeyName(vendorPrefix);
	return svckey === undefined ? params : { ...params, grant_type: name, [name]: svckey };
}

const SECRET_INPUTS = ['password', 'refreshToken', 'exchangeToken', 'auth', 'signOnKey'];

const issueToken: Handler = async (job, caller) => {
	const params = encode(job.op, job.input);
	const secrets = [...SECRET_INPUTS.map((name) => String(job.input[name] ?? '')), params.password ?? ''];
	const answer = await call({ ...caller, secrets }, job.op, forDeployment(params, caller.account.vendorPrefix));
	return [{ json: answer as INodeExecutionData['json'] }];
};

/** Handlers of the operations that sign people on. */
export const signOnHandlers = { signOnUrl: getLoginUrl, signOnKey: getKey, tokenIssue: issueToken } as const;
