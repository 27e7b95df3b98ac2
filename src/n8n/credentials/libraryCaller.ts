import type { Caller } from '../../client/service/call';
import { libraryBindings, type LibraryId } from '../../client/service/libraryBinding';
import { withSilence } from '../../client/service/callerVariants';
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
	/** The parameter that names the library, for an operation with libraries of its own. Default: that of the node. */
	readonly library?: LibraryParameter;
}

/** A parameter that names a library, and what it is called in the form. */
export interface LibraryParameter {
	readonly name: string;
	readonly label: string;
}
const LIBRARY: LibraryParameter = { name: 'library', label: 'Library' };
/** The libraries of Mirror, with the credential of an enterprise. */
export const SOURCE_LIBRARY: LibraryParameter = { name: 'sourceLibrary', label: 'Source Library' };
export const TARGET_LIBRARY: LibraryParameter = { name: 'targetLibrary', label: 'Target Library' };

/**
 * The caller for the files of the node's library, by the credential that the node uses. With that of an enterprise it
 * binds the library, for which it may send a request. Throws inputError when no library is chosen, and what binding
 * throws.
 */
export async function libraryCaller(
	context: Context,
	read: ReadParameter,
	{ item = 0, silenceMs, library: parameter = LIBRARY }: CallerOptions = {},
): Promise<Caller> {
	if (!isByEnterprise(read('authentication'))) return withSilence(await callerOf(context, 'org', item), silenceMs);
	const library = chosenLibrary(read(parameter.name), parameter);
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
export function chosenLibrary(raw: unknown, { label }: LibraryParameter = LIBRARY): LibraryId {
	if (raw === undefined || raw === null) throw inputError(label, 'is required', 'Choose the library first.');
	const { by, value } = checkValue(label, libraryField, readRef(libraryField, raw)) as {
		by: string;
		value: string;
	};
	return { by: by === 'mountId' ? 'mount_id' : 'org_id', id: value };
}
