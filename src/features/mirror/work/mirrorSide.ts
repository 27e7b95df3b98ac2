import { listedEntry, type ListedEntry } from '../../../protocol/tree/listedEntry';
import { infoIfExists, unlessNoEntry } from '../../../client/files/fileCalls';
import type { ListNotice } from '../../../client/paging/offsetPages';
import type { Caller } from '../../../client/service/call';
import { readTree, type TreeReading } from '../../../client/tree/readTree';
import { type Operator, paramsAt } from '../../../client/service/account';
import { stopWith } from '../../../client/async/onAbort';
import { defined, type JsonObject } from '../../../protocol/wire/json';
import { isLibraryError, LibraryError, quoted, reworded } from '../../../protocol/wire/libraryError';
import { baseName, isNumbered, toFullpath } from '../../../protocol/wire/paths';

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

type SideReading = Pick<TreeReading, 'concurrency' | 'maxDepth' | 'skipsFolder'>;

/** What is in a folder of a mirror. */
export interface SideContents {
	readonly entries: readonly ListedEntry[];
	/** What the service says of a list that does not settle or shows fewer entries than it has: some may be missing. */
	readonly doubt?: ListNotice;
}

/** Reads a folder with all that is in it. Throws what `readTree` throws. */
export async function readSide(side: MirrorSide, reading: SideReading): Promise<SideContents> {
	const { caller, folder, mountId } = side;
	const entries: ListedEntry[] = [];
	let doubt: ListNotice | undefined;
	const onNotice = (notice: ListNotice): void => {
		if (notice.kind !== 'changed') doubt = notice;
	};
	const tree = readTree(caller, { folder, onNotice, ...reading, ...defined({ mountId }) });
	for await (const { path, entry } of tree) entries.push(listedEntry(path, entry));
	return { entries, ...defined({ doubt }) };
}

/** The failure to read the target. A refusal names the parameter, which is that of the source too. */
function whyNoTarget({ folder }: MirrorSide, cause: unknown): unknown {
	if (!isLibraryError(cause) || cause.kind !== 'input' || cause.field !== undefined) return cause;
	const [numbers = ''] = / \([^()]*\)$/.exec(cause.message) ?? [];
	return reworded(cause, `Target Folder: ${quoted(folder)} can't be read as a folder${numbers}`, {
		field: 'Target Folder',
		hint: 'Check that it is a folder, and not a file.',
	});
}

/**
 * Reads both sides at the same time; nothing for a target that does not exist. When one of them fails, the other one
 * ends before that is thrown.
 */
export async function readSides(
	[source, ofSource]: readonly [MirrorSide, SideReading],
	[target, ofTarget]: readonly [MirrorSide, SideReading],
): Promise<readonly [source: SideContents, target: SideContents | undefined]> {
	const stop = stopWith(source.caller.signal);
	const stopped = (side: MirrorSide): MirrorSide => ({ ...side, caller: { ...side.caller, signal: stop.signal } });
	const both = [
		readSide(stopped(source), ofSource),
		readSide(stopped(target), ofTarget)
			.catch(unlessNoEntry)
			.catch((cause: unknown) => {
				throw whyNoTarget(target, cause);
			}),
	] as const;
	try {
		return await Promise.all(both);
	} finally {
		stop.abort();
		await Promise.allSettled(both);
	}
}
