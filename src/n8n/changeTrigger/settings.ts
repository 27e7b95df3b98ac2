import type { IPollFunctions } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import type { Start } from '../../client/feed/state';
import { changeTrigger } from '../../protocol/catalogue/changeTrigger';
import { get as info } from '../../protocol/catalogue/libraryFile';
import { acceptor, type ChangeFilter, type EventChoice } from '../../protocol/feed/changeFilter';
import { checkFields } from '../../protocol/operation/check';
import { fieldsIn } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import type { InputOf } from '../../protocol/operation/fields';
import { toFullpath } from '../../protocol/wire/paths';
import { readForm } from '../form/readForm';

/** What the form of the trigger says. Times in ms, sizes in bytes. */
export interface TriggerSettings {
	readonly filter: ChangeFilter;
	/** The folder to watch; the whole library when absent. */
	readonly folder?: { readonly by: string; readonly value: string };
	readonly start: Start;
	readonly overlapMs: number;
	readonly maximumItems: number;
	readonly runPerItem: boolean;
	readonly burst: 'stop' | 'continue';
	/** The binary field for the content; absent when nothing is downloaded. */
	readonly contentField?: string;
}

type Input = InputOf<typeof changeTrigger.input>;
const listOf = (text = ''): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);

/** Reads the form. Throws inputError, before anything is sent. */
export function triggerSettings(context: IPollFunctions): TriggerSettings {
	const input = checkFields(changeTrigger.input, readForm(context, changeTrigger)) as Input;
	const { events, startFrom = 'now', startDate, scope, folder } = input;
	if (events.length === 0)
		throw inputError(
			'Events',
			'is required',
			'Choose Any Change, or the kinds of change to start the workflow with.',
		);
	const filter = filterOf(input);
	acceptor(filter); // refuses filters that nothing can pass
	return {
		filter,
		...(scope === 'folder' && folder ? { folder: { by: folder.by, value: String(folder.value) } } : {}),
		start: startFrom === 'date' ? { from: 'date', ms: (startDate as Date).getTime() } : { from: startFrom },
		overlapMs: (input.overlap ?? 30) * 1000,
		maximumItems: input.maximumItems ?? 10_000,
		runPerItem: input.runPerItem === true,
		burst: input.burst ?? 'stop',
		...(input.downloadContent ? { contentField: input.binaryPropertyName?.trim() || 'data' } : {}),
	};
}

function filterOf({
	events,
	includeDeleted,
	type,
	includeSubfolders,
	extensions,
	namePattern,
	changedBy,
	notChangedBy,
	minimumSize,
	maximumSize,
}: Input): ChangeFilter {
	return {
		events: new Set<EventChoice>(events),
		includeDeleted: includeDeleted !== false,
		type: type ?? 'all',
		subfolders: includeSubfolders !== false,
		extensions: listOf(extensions).map((extension) => extension.replace(/^\*?\./, '').toLowerCase()),
		namePattern: namePattern?.trim() ?? '',
		changedBy: listOf(changedBy),
		notChangedBy: listOf(notChangedBy),
		...(minimumSize === undefined ? {} : { minimumSize }),
		...(maximumSize === undefined ? {} : { maximumSize }),
	};
}

/** The path of the watched folder, asked for when it is given by ID; undefined for the whole library. Throws what `call` throws, and inputError for a file. */
export async function watchedPath(caller: Caller, { folder }: TriggerSettings): Promise<string | undefined> {
	if (folder?.by !== 'id') return folder && toFullpath(folder.value);
	const found = fieldsIn(await call(caller, info, { hash: folder.value.trim(), attribute: '10' }));
	if (Number(found['dir']) !== 1) throw inputError('Folder', 'is a file', 'Choose a folder.');
	return toFullpath(String(found['fullpath'] ?? ''));
}
