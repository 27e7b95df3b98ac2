import type { Caller } from '../../client/service/call';
import { callerOf } from '../credentials/caller';
import { libraryCaller } from '../credentials/libraryCaller';
import type { Job } from './job';

/**
 * The caller for one job. May send requests (binding, access token). Throws what `callerOf` and `libraryCaller`
 * throw.
 */
export async function callerFor({ context, form, op, item }: Job): Promise<Caller> {
	if (op.credential !== 'org') return await callerOf(context, op.credential, item);
	return await libraryCaller(context, (name) => form.get(name, item), item);
}
