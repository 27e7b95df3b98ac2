import { subjectOfRead } from '../../../protocol/operation/subject';
import { isNoSuchEntry } from '../../../protocol/wire/errorCodes';
import { rethrown } from '../../../protocol/wire/libraryError';
import { type Handler, outputItem } from '../../../n8n/execute/job';
import { plainOperation } from '../../../n8n/execute/plainOperation';

/**
 * The properties of a file or folder, with `exists: true`. Where the form wants it, one that does not exist is an item
 * with `exists: false` and what was asked for; any other failure is one. Throws what `call` throws.
 */
export const handler: Handler<{ readonly ifMissing?: 'fail' | 'exists' }> = {
	async run(job, caller) {
		try {
			const items = await plainOperation.run(job, caller);
			return items.map(({ json, ...item }) => ({ ...item, json: { ...json, exists: true } }));
		} catch (failure) {
			if (!isNoSuchEntry(failure) || job.checked.ifMissing !== 'exists') throw rethrown(failure);
			return [outputItem({ ...subjectOfRead(job.op, job.params), exists: false })];
		}
	},
};
