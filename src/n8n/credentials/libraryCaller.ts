import type { Caller } from '../../client/service/call';
import { libraryBindings, type LibraryId } from '../../client/service/libraryBinding';
import { withSilence } from '../../client/service/withSilence';
import { checkValue } from '../../protocol/operation/check';
import { shown } from '../../protocol/operation/check/text';
import { inputError } from '../../protocol/wire/libraryError';
import { libraryField } from '../form/libraryAccess';
import { readRef } from '../form/readForm';
import { callerOf, type Context } from './caller';

/** Reads a parameter of the node; undefined when the form does not have it. */
type ReadParameter = (name: string) => unknown;

interface CallerOptions {
	/** Position of the item that the credential is read for; 0 when absent. */
	readonly item?: number;
	/** Longest silence of a server, in ms; what each request needs when absent. */
	readonly silenceMs?: number | undefined;
}

/**
 * The caller for the files of the node's library, by the credential that the node uses. With that of an enterprise it
 * binds the library, for which it may send a request. Throws inputError when no library is chosen, and what binding
 * throws.
 */
export async function libraryCaller(
	context: Context,
	read: ReadParameter,
	{ item = 0, silenceMs }: CallerOptions = {},
): Promise<Caller> {
	if (!isByEnterprise(read('authentication'))) return withSilence(await callerOf(context, 'org', item), silenceMs);
	const library = chosenLibrary(read('library'));
	return await libraryBindings.bind(withSilence(await callerOf(context, 'enterprise', item), silenceMs), library);
}

/** Whether the node uses the credential of an enterprise. Throws inputError for a credential that it cannot use. */
export function isByEnterprise(authentication: unknown): boolean {
	if (authentication === 'enterprise') return true;
	const isDefault = authentication === undefined || authentication === null || authentication === '';
	if (isDefault || authentication === 'libraryAuthorization') return false;
	throw inputError('Authentication', `${shown(authentication)} is not one of enterprise, libraryAuthorization`);
}

/** The library that is chosen in the form. Throws inputError when none is. */
export function chosenLibrary(raw: unknown): LibraryId {
	if (raw === undefined || raw === null) throw inputError('Library', 'is required', 'Choose the library first.');
	const { by, value } = checkValue('Library', libraryField, readRef(libraryField, raw)) as {
		by: string;
		value: string;
	};
	return { by: by === 'mountId' ? 'mount_id' : 'org_id', id: value };
}
