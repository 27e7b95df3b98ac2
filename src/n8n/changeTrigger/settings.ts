import type { IPollFunctions } from 'n8n-workflow';
import type { ReadOptions, FeedStart } from '../../client/feed/state';
import { infoIfExists, fileCalls } from '../../client/files/fileCalls';
import type { Caller } from '../../client/service/call';
import { changeTrigger } from '../../protocol/catalogue/triggers';
import type { EventChoice } from '../../protocol/feed/changeEvent';
import { type FeedEntry } from '../../protocol/feed/change';
import { type ChangeFilter, compileArrivalFilter, compileFilter, type Place } from '../../protocol/feed/changeFilter';
import { checkBinaryName, checkFields } from '../../protocol/operation/check';
import type { InputOf } from '../../protocol/operation/fields';
import { defined, textOf } from '../../protocol/wire/json';
import { inputError, missingError } from '../../protocol/wire/libraryError';
import { toFullpath } from '../../protocol/wire/paths';
import { readForm } from '../form/readForm';
import { silenceIn } from '../form/fixedProperties';

interface WatchedFolder {
	readonly by: string;
	readonly value: string;
}

/** The form of the trigger, read and checked. Times in ms, sizes in bytes. */
export interface TriggerSettings extends Pick<ReadOptions, 'overlapMs' | 'onHiddenChanges'> {
	/** The filters, without the watched folder. */
	readonly filter: ChangeFilter;
	/** The folders to watch, by path or ID; the whole library when absent. */
	readonly folders?: readonly WatchedFolder[];
	readonly start: FeedStart;
	readonly maximumItems: number;
	readonly runPerItem: boolean;
	/** The binary field for the content; absent when nothing is downloaded. */
	readonly contentField?: string;
	/** Longest silence of the service. */
	readonly silenceMs?: number;
}

type Input = InputOf<typeof changeTrigger.input>;

/** Reads the form. Throws inputError for a wrong setting; no request has been sent then. */
export function triggerSettings(context: IPollFunctions): TriggerSettings {
	const input = checkFields(changeTrigger.input, readForm(context, changeTrigger)) as Input;
	if (input.events.length === 0)
		throw missingError('Events', 'Choose the events that start the workflow', 'Any Change is all of them.');
	const filter = filterOf(input);
	compileFilter(filter); // throws for a filter that no entry can pass
	return defined({
		filter,
		folders: foldersOf(input),
		start: startOf(input),
		overlapMs: (input.overlap ?? 30) * 1000,
		maximumItems: input.maximumItems ?? 10_000,
		runPerItem: input.runPerItem === true,
		onHiddenChanges: input.burst ?? 'stop',
		silenceMs: silenceIn(context.getNodeParameter('options', {})),
		contentField: input.downloadContent ? contentFieldOf(input) : undefined,
	});
}

const contentFieldOf = ({ binaryPropertyName = '' }: Input): string =>
	checkBinaryName('Put Output File in Field', binaryPropertyName.trim() || 'data');

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

const filterOf = (input: Input): ChangeFilter =>
	defined({
		events: new Set<EventChoice>(input.events),
		includeDeleted: input.includeDeleted !== false,
		type: input.type ?? 'all',
		subfolders: input.includeSubfolders !== false,
		excludedFolders: input.excludeFolders ?? [],
		extensions: input.extensions ?? [],
		include: input.include,
		exclude: input.exclude,
		changedBy: input.changedBy ?? [],
		notChangedBy: input.notChangedBy ?? [],
		minimumSize: input.minimumSize,
		maximumSize: input.maximumSize,
	});

type Filter = (entry: FeedEntry) => boolean;

/** What a poll wants: the filter of the form, with the paths that its folders have now. */
export interface Wanted {
	readonly accept: Filter;
	readonly place: Place;
	/** For files that arrive or leave, wherever they are. */
	readonly acceptPlaced: Filter;
}

/** The filter of the settings, made when it is first asked for: a folder that is chosen by ID costs a request. */
export function lazyFilter(caller: Caller, settings: TriggerSettings): (isFirst?: boolean) => Promise<Wanted> {
	let wanted: Promise<Wanted> | undefined;
	const make = async (isFirst: boolean): Promise<Wanted> => {
		const filter = defined({ ...settings.filter, folders: await watchedPaths(caller, settings, isFirst) });
		return { accept: compileFilter(filter), place: filter, acceptPlaced: compileArrivalFilter(filter) };
	};
	return async (isFirst = false) => await (wanted ??= make(isFirst));
}

/** Whether arrivals are followed by what is in the watched folders. */
export const followsArrivals = ({ folders, filter: { events } }: TriggerSettings): boolean =>
	folders !== undefined && (events.has('fileArrived') || events.has('fileLeft'));

/** The paths of the watched folders. Throws what `call` throws, and inputError. */
async function watchedPaths(
	caller: Caller,
	{ folders }: TriggerSettings,
	isFirst: boolean,
): Promise<readonly string[] | undefined> {
	if (!folders) return undefined;
	const paths: string[] = [];
	for (const folder of folders) {
		const path = await watchedPath(caller, folder, isFirst);
		if (path !== undefined) paths.push(path);
	}
	return paths;
}

/**
 * The path of a watched folder, requested where it is chosen by ID; undefined where that one does not exist any more.
 * At the first poll that is an error.
 */
async function watchedPath(caller: Caller, folder: WatchedFolder, isFirst: boolean): Promise<string | undefined> {
	if (folder.by !== 'id') return toFullpath(folder.value);
	const params = { hash: folder.value.trim() };
	const info = isFirst ? await fileCalls(caller).info(params) : await infoIfExists(caller, params);
	if (!info) return undefined;
	if (info.dir !== 1) throw inputError('Folder', 'is a file', 'Choose a folder.');
	return toFullpath(textOf(info.fullpath));
}
