import { defined, type JsonObject } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { baseName, isNumbered, toFullpath } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import { infoIfExists } from '../../../client/files/fileCalls';
import type { Caller } from '../../../client/service/call';
import type { Operator } from '../../../client/upload/port';

/** One of the two folders of a mirror, and what opens its library. */
export interface MirrorSide {
	readonly caller: Caller;
	/** The library of a user token (mount_id); a library authorization is for one library anyway. */
	readonly mountId?: string;
	/** Full path of the folder; '' is the root of the library. */
	readonly folder: string;
	/** The member in whose name the service records the changes. */
	readonly operator?: Operator;
}

/** The parameters that name what a side has at a full path. */
export const paramsAt = ({ mountId }: MirrorSide, fullpath: string) => ({
	...defined({ mount_id: mountId }),
	fullpath,
});

/** What the library of a side has at a full path; undefined for nothing. Throws what `call` throws. */
export const infoAt = async (side: MirrorSide, fullpath: string): Promise<JsonObject | undefined> =>
	await infoIfExists(side.caller, paramsAt(side, fullpath));

/**
 * Throws LibraryError conflict where the service has put something under another name than it was told to, because
 * something came there since the target was read. `made` is the full path that the service answered, if any.
 */
export function requireName(wanted: string, made: string | undefined): void {
	if (made === undefined || !isNumbered(baseName(wanted), baseName(toFullpath(made)))) return;
	throw new LibraryError(
		'conflict',
		`${quoted(wanted)} was taken in the meantime, so the service made ${quoted(toFullpath(made))}`,
		{
			retryable: false,
			hint: 'Something was put there while the mirror ran. Run it again to make the folders equal.',
		},
	);
}
