import { call } from '../../../client/service/call';
import { typed } from '../../../protocol/catalogue/fieldTypes';
import { fieldsIn, filledText } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { signOnKeyName } from '../../../protocol/wire/grants';
import { type Handler, outputItem, type Job } from '../../../n8n/execute/job';
import { withEnteredPasswords } from '../../../n8n/execute/plainOperation';

/** Renames the sign-on key and its grant: both names contain the prefix of the deployment (client facts 4.3). */
function forDeployment({ svckey, ...params }: Job['params'], vendorPrefix: string): Record<string, string> {
	const name = signOnKeyName(vendorPrefix);
	return svckey === undefined ? params : { ...params, grant_type: name, [name]: svckey };
}

/** Gets an access token. Throws what `call` throws, and LibraryError protocol for an answer without one. */
export const handler: Handler = {
	async run(job, caller) {
		const { op, params } = job;
		const wire = forDeployment(params, caller.account().vendorPrefix);
		const answer = await call(withEnteredPasswords(job, caller), op, wire);
		const tokens = fieldsIn(answer);
		if (filledText(tokens.access_token) === undefined)
			throw new LibraryError('protocol', 'The service answered without an access token', {
				operation: op.id,
				hint: 'Check the Base URL in the credential',
			});
		return [outputItem(typed(tokens))];
	},
};
