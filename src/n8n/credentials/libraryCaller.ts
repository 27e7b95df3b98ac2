import { libraryBindings, type LibraryId } from '../../client/service/libraryBinding';
import type { Caller } from '../../client/service/call';
import { checkValue } from '../../protocol/operation/check';
import { inputError } from '../../protocol/wire/libraryError';
import { callerOf, type Context } from './caller';
import { library } from '../form/libraryAccess';
import { readRef } from '../form/readForm';

/** Reads a parameter of the node; undefined when the form does not have it. */
export type Read = (name: string) => unknown;
/** Whether the node uses the credential of an enterprise. */
export const isEnterprise = (read: Read): boolean => read('authentication') === 'enterprise';

function libraryOf(raw: unknown): LibraryId {
	if (raw === undefined || raw === null) throw inputError('Library', 'is required', 'Choose the library first.');
	const { by, value } = checkValue('Library', library, readRef(library, raw)) as { by: string; value: string };
	return { by: by === 'mountId' ? 'mount_id' : 'org_id', id: value.trim() };
}

/**
 * The caller for the files of the node's library, by the credential that the node uses. With that of an enterprise it
 * binds the library (src/client/service/libraryBinding.ts). Throws inputError when no library is chosen, and what
 * binding throws.
 */
export async function libraryCaller(context: Context, read: Read, item = 0): Promise<Caller> {
	if (!isEnterprise(read)) return await callerOf(context, 'org', item);
	const chosen = libraryOf(read('library'));
	return await libraryBindings.bind(await callerOf(context, 'enterprise', item), chosen);
}
