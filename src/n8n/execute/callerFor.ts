import type { Caller } from '../../client/service/call';
import { withSilence } from '../../client/service/withSilence';
import { callerOf } from '../credentials/caller';
import { libraryCaller, SOURCE_LIBRARY } from '../credentials/libraryCaller';
import type { Job } from '../operations/job';

/**
 * The caller for one job, for a mirror that of its source. May send requests (binding, access token). Throws what
 * `callerOf` and `libraryCaller` throw.
 */
export async function callerFor({ context, form, op, item, silenceMs }: Job): Promise<Caller> {
	if (op.credential !== 'org') return withSilence(await callerOf(context, op.credential, item), silenceMs);
	const library = op.special === 'mirror' ? { library: SOURCE_LIBRARY } : {};
	return await libraryCaller(context, (name) => form.get(name, item), { item, silenceMs, ...library });
}
