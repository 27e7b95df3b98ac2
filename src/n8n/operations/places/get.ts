import type { get } from '../../../protocol/catalogue/libraryFiles';
import type { In } from '../../../protocol/operation/define';
import { subjectOfRead } from '../../../protocol/operation/subject';
import { isLibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { type Handler, outputItem } from '../job';
import { plainOperation } from '../plainOperation';

/** The service's word for "there is no such file or folder"; a library that does not exist has another code. */
const NO_SUCH_ENTRY = 40402;

/**
 * The properties of a file or folder, with `exists: true`. Where the form wants it, one that does not exist is an item
 * with `exists: false` and what was asked for; any other failure is one. Throws what `call` throws.
 */
export const handler: Handler<In<typeof get>> = {
	async run(job, caller) {
		try {
			const items = await plainOperation.run(job, caller);
			return items.map(({ json, ...item }) => ({ ...item, json: { ...json, exists: true } }));
		} catch (failure) {
			const isMissing = isLibraryError(failure) && failure.code === NO_SUCH_ENTRY;
			if (!isMissing || job.checked.ifMissing !== 'exists') throw rethrown(failure);
			return [outputItem({ ...subjectOfRead(job.op, job.params), exists: false })];
		}
	},
};
