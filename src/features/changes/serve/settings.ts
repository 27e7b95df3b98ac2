import { arrivalPort, type WatchedFolder } from '../work/arrivalState';
import type { IPollFunctions } from 'n8n-workflow';
import type { FeedStart } from '../work/feed';
import { shortDigest } from '../../../protocol/wire/shape';
import { infoIfExists } from '../../../client/files/fileCalls';
import type { Caller } from '../../../client/service/call';
import { changeTrigger } from '../entries';
import type { EventChoice } from '../plan/change';
import { type ChangeFilter, compileArrivalFilter, compileFilter } from '../plan/changeFilter';
import { checkBinaryName } from '../../../protocol/operation/check';
import type { In } from '../../../protocol/operation/define';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { defined, textOf } from '../../../protocol/wire/json';
import { inputError, valueError, missingError, quoted } from '../../../protocol/wire/libraryError';
import { toFullpath } from '../../../protocol/wire/paths';
import { readForm } from '../../../n8n/form/readForm';

/** The form of the trigger, read and checked. Times in ms, sizes in bytes. */
export type TriggerSettings = ReturnType<typeof triggerSettings>;
type Input = In<typeof changeTrigger>;

/** Reads the form. Throws inputError for a wrong setting; no request has been sent then. */
export function triggerSettings(context: IPollFunctions) {
	const input = readForm(context, changeTrigger);
	if (input.events.length === 0)
		throw missingError('Events', 'Choose the events that start the workflow', 'Any Change is all of them.');
	const contentField = (input.binaryPropertyName ?? '').trim() || 'data';
	const filter = filterOf(input);
	compileFilter(filter); // throws for a filter that no entry can pass
	return defined({
		/** The filters, without the watched folder. */
		filter,
		/** The folders to watch, by path or ID; the whole library when absent. */
		folders: foldersOf(input),
		start: startOf(input),
		overlapMs: (input.overlap ?? 30) * 1000,
		maximumItems: input.maximumItems ?? 10_000,
		runPerItem: input.runPerItem === true,
		onHiddenChanges: input.burst ?? 'stop',
		/** The binary field for the content; absent when nothing is downloaded. */
		contentField: input.downloadContent ? checkBinaryName('Put Output File in Field', contentField) : undefined,
	});
}

function foldersOf({ scope, folder, folders = [] }: Input): readonly WatchedFolder[] | undefined {
	if (scope === undefined || scope === 'library') return undefined;
	const chosen = scope === 'folder' ? [folder] : folders.map((row) => row.folder);
	const watched = chosen.flatMap((one) => (one ? [{ by: one.by, value: String(one.value) }] : []));
	if (watched.length === 0) throw missingError('Folders', 'Add the folders to watch');
	return watched;
}

function startOf({ startFrom = 'now', startDate }: Input): FeedStart {
	if (startFrom !== 'date') return { from: startFrom };
	if (!startDate) throw missingError('Start Date');
	return { from: 'date', ms: startDate.getTime() };
}

const KINDS = { all: 'all', files: 'file', folders: 'folder' } as const;

const filterOf = (input: Input): ChangeFilter =>
	defined({
		events: new Set<EventChoice>(input.events),
		includeDeleted: input.includeDeleted !== false,
		kind: KINDS[input.type ?? 'all'],
		subfolders: input.includeSubfolders !== false,
		excludedFolders: input.excludeFolders ?? [],
		extensions: input.extensions,
		include: input.include,
		exclude: input.exclude,
		changedBy: input.changedBy,
		notChangedBy: input.notChangedBy,
		minSize: input.minimumSize,
		maxSize: input.maximumSize,
	});

/** What a poll wants: the filter of the form, with the paths that its folders have now. */
export type Wanted = Awaited<ReturnType<typeof wantedNow>>;

/**
 * Looks up what is wanted: a folder that is chosen by ID costs a request. Folders that were chosen `anew` have to be
 * there. Throws what `call` throws, and inputError.
 */
export async function wantedNow(caller: Caller, settings: TriggerSettings, anew: boolean) {
	const filter = defined({ ...settings.filter, folders: await watchedPaths(caller, settings, anew) });
	return {
		accept: compileFilter(filter),
		folders: filter.folders,
		/** The watched folders, where arrivals are followed. */
		port: arrivalPort(caller, filter, settings.folders),
		/** For files that arrive or leave, wherever they are. */
		acceptPlaced: compileArrivalFilter(filter),
	};
}

/** Whether a folder is watched wherever it is: by its ID. */
export const watchesById = ({ folders }: TriggerSettings): boolean => folders?.some(({ by }) => by === 'id') === true;

/** Whether arrivals are followed by what is in the watched folders. */
export const followsArrivals = ({ folders, filter: { events, excludedFolders = [] } }: TriggerSettings): boolean =>
	(folders !== undefined || excludedFolders.length > 0) && (events.has('fileArrived') || events.has('fileLeft'));

/** The paths of the watched folders, see `watchedPath`. Throws what `call` throws, and inputError. */
export async function watchedPaths(
	caller: Caller,
	{ folders }: TriggerSettings,
	anew: boolean,
): Promise<readonly string[] | undefined> {
	if (!folders) return undefined;
	const paths: string[] = [];
	for (const folder of folders) {
		const path = await watchedPath(caller, folder, anew);
		if (path !== undefined) paths.push(path);
	}
	return paths;
}

/**
 * The path of a watched folder; undefined where one that is chosen by ID does not exist any more. One that was chosen
 * `anew` must exist: a misspelled path would never start the workflow.
 */
async function watchedPath(caller: Caller, { by, value }: WatchedFolder, anew: boolean): Promise<string | undefined> {
	const path = toFullpath(value);
	if (by !== 'id' && (!anew || path === '')) return path;
	const info = await infoIfExists(caller, by === 'id' ? { hash: value.trim() } : { fullpath: path });
	if (!info && anew)
		throw valueError('Folder', `${quoted(value)} does not exist in this library`, 'Choose a folder that exists.');
	if (!info) return undefined;
	if (!isFolder(info)) throw inputError('Folder', 'is a file', 'Choose a folder.');
	return by === 'id' ? toFullpath(textOf(info.fullpath)) : path;
}

/** From so many characters on, a text that is only compared is saved as a digest. */
const LONG = 1_000;

/** A text that is only compared, as it is saved. */
export const shortened = (text: string): string => (text.length < LONG ? text : shortDigest(text, 12));
