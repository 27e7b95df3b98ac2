import { closeLink, listLinks } from '../entries';
import { codeOf } from '../plan/linkItems';
import { fieldsIn, type JsonObject } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { allEntries } from '../../../client/paging/pages';
import type { Making } from '../../../client/plan/applyPlan';
import { call, type Caller } from '../../../client/service/call';
import type { Operator } from '../../../client/upload/port';

/** Closes one link. Throws what `call` throws, and LibraryError protocol for one of which the code is not known. */
async function close(caller: Caller, link: JsonObject, operator: Operator): Promise<undefined> {
	const code = codeOf(link);
	if (code === undefined)
		throw new LibraryError('protocol', 'The service did not send the code of this link', {
			operation: closeLink.id,
			retryable: false,
			hint: 'Close it by the path of its file, with Link: Close.',
		});
	await call(caller, closeLink, { code, ...operator });
}

/**
 * How links are closed, as the service listed them. Those that it refuses to close, or of which the answer was lost,
 * are looked for once more: a link that is no longer open is closed, whoever did it.
 */
export const closing = (operator: Operator): Making<JsonObject> => ({
	make: async ([link], caller) => link && (await close(caller, link, operator)),
	madeAfterAll: async (links, caller) => {
		const open = new Set((await allEntries(caller, listLinks)).map((link) => codeOf(fieldsIn(link))));
		return links.filter((link) => !open.has(codeOf(link)));
	},
});
