import type { IPollFunctions } from 'n8n-workflow';
import type { ReadOptions, FeedStart } from '../../client/feed/state';
import { call, type Caller } from '../../client/service/call';
import { changeTrigger } from '../../protocol/catalogue/triggers';
import { get as getInfo } from '../../protocol/catalogue/libraryFiles';
import type { EventChoice } from '../../protocol/feed/changeEvent';
import { type FeedEntry } from '../../protocol/feed/change';
import { type ChangeFilter, compileFilter } from '../../protocol/feed/changeFilter';
import { checkBinaryName, checkFields } from '../../protocol/operation/check';
import type { InputOf } from '../../protocol/operation/fields';
import { defined, fieldsIn, plainNumber, textOf } from '../../protocol/wire/json';
import { inputError, missingError } from '../../protocol/wire/libraryError';
import { toFullpath } from '../../protocol/wire/paths';
import { readForm } from '../form/readForm';
import { silenceIn } from '../form/fixedProperties';

/** The form of the trigger, read and checked. Times in ms, sizes in bytes. */
export interface TriggerSettings extends Pick<ReadOptions, 'overlapMs' | 'onHiddenChanges'> {
	/** The filters, without the watched folder. */
	readonly filter: ChangeFilter;
	/** The folder to watch, by path or ID; the whole library when absent. */
	readonly folder?: { readonly by: string; readonly value: string };
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
		folder: folderOf(input),
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

const folderOf = ({ scope, folder }: Input): TriggerSettings['folder'] | undefined =>
	scope === 'folder' && folder ? { by: folder.by, value: String(folder.value) } : undefined;

function startOf({ startFrom = 'now', startDate }: Input): FeedStart {
	if (startFrom !== 'date') return { from: startFrom };
	if (!startDate) throw missingError('Start Date');
	return { from: 'date', ms: startDate.getTime() };
}

const commaList = (text = ''): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);

const filterOf = (input: Input): ChangeFilter =>
	defined({
		events: new Set<EventChoice>(input.events),
		includeDeleted: input.includeDeleted !== false,
		type: input.type ?? 'all',
		subfolders: input.includeSubfolders !== false,
		extensions: commaList(input.extensions).map((extension) => extension.replace(/^\*?\./, '').toLowerCase()),
		include: input.include,
		exclude: input.exclude,
		changedBy: commaList(input.changedBy),
		notChangedBy: commaList(input.notChangedBy),
		minimumSize: input.minimumSize,
		maximumSize: input.maximumSize,
	});

type Filter = (entry: FeedEntry) => boolean;

/** The filter of the settings, made when it is first asked for: a folder that is chosen by ID costs a request. */
export function lazyFilter(caller: Caller, settings: TriggerSettings): () => Promise<Filter> {
	let filter: Promise<Filter> | undefined;
	const make = async (): Promise<Filter> =>
		compileFilter(defined({ ...settings.filter, folder: await watchedPath(caller, settings) }));
	return async () => await (filter ??= make());
}

/** The path of the watched folder, requested where it is chosen by ID. Throws what `call` throws, and inputError. */
async function watchedPath(caller: Caller, { folder }: TriggerSettings): Promise<string | undefined> {
	if (folder?.by !== 'id') return folder && toFullpath(folder.value);
	const info = fieldsIn(await call(caller, getInfo, { hash: folder.value.trim(), attribute: '10' }));
	if (plainNumber(info.dir) !== 1) throw inputError('Folder', 'is a file', 'Choose a folder.');
	return toFullpath(textOf(info.fullpath));
}
