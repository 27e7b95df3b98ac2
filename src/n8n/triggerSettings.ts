import type { IPollFunctions } from 'n8n-workflow';
import type { Start } from '../client/feedState';
import { call, type Caller } from '../client/call';
import { get as info } from '../protocol/catalogue/libraryFile';
import { type ChangeFilter, EVENTS, type EventChoice } from '../protocol/changeFilter';
import { checkValue } from '../protocol/check';
import { fieldsIn } from '../protocol/decode';
import { inputError } from '../protocol/errors';
import { date } from '../protocol/fields';
import { fullpath } from '../protocol/paths';
import { readDate, readRef } from './read';
import { watchedFolder } from './triggerForm';

/** What the form of the trigger says. Times in ms, sizes in bytes. */
export interface TriggerSettings {
	readonly filter: ChangeFilter;
	readonly start: Start;
	readonly overlapMs: number;
	readonly maximumItems: number;
	readonly runPerItem: boolean;
	readonly burst: 'stop' | 'continue';
	/** The binary field for the content; absent when nothing is downloaded. */
	readonly contentField?: string;
}

type Values = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')).map((part) => part.trim()).filter(Boolean);

/** Reads the form. Throws inputError, before anything is sent; the watched folder is only checked. */
export function triggerSettings(context: IPollFunctions): TriggerSettings {
	const options = context.getNodeParameter('options', {}) as Values;
	const contentField = options.downloadContent === true ? String(options.binaryPropertyName ?? 'data').trim() || 'data' : undefined;
	const settings: TriggerSettings = {
		filter: {
			events: eventsOf(context.getNodeParameter('events', ['any'])), includeDeleted: options.includeDeleted !== false,
			type: (options.type ?? 'all') as ChangeFilter['type'], subfolders: context.getNodeParameter('includeSubfolders', true) !== false,
			extensions: listOf(options.extensions).map((extension) => extension.replace(/^\*?\./, '').toLowerCase()),
			namePattern: String(options.namePattern ?? '').trim(),
			changedBy: listOf(options.changedBy), notChangedBy: listOf(options.notChangedBy),
			...numberOf(options, 'minimumSize', 'Minimum Size', 0), ...numberOf(options, 'maximumSize', 'Maximum Size', 0),
		},
		start: startOf(context), runPerItem: options.runPerItem === true, burst: options.burst === 'continue' ? 'continue' : 'stop',
		overlapMs: Math.round((numberOf(options, 'overlap', 'Overlap', 0).overlap ?? 30) * 1000),
		maximumItems: Math.floor(numberOf(options, 'maximumItems', 'Maximum Items per Run', 1).maximumItems ?? 10_000),
		...(contentField === undefined ? {} : { contentField }),
	};
	if (watchesFolder(context)) folderOf(context);
	return settings;
}

function eventsOf(raw: unknown): Set<EventChoice> {
	const chosen = listOf(raw);
	const unknown = chosen.find((event) => !Object.hasOwn(EVENTS, event));
	if (unknown !== undefined) throw inputError('Events', `"${unknown}" is not known`, `Choose among: ${Object.keys(EVENTS).join(', ')}.`);
	if (chosen.length === 0) throw inputError('Events', 'is required', 'Choose Any Change, or the kinds of change to start the workflow with.');
	return new Set(chosen as EventChoice[]);
}

function numberOf(options: Values, name: string, label: string, least: number): Record<string, number> {
	const raw = options[name];
	if (raw === undefined || raw === null || raw === '') return {};
	const number = Number(raw);
	if (!Number.isFinite(number) || number < least) throw inputError(label, `must be a number of at least ${least}`);
	return { [name]: number };
}

const START_DATE = date({ label: 'Start Date', unit: 'milliseconds', help: '' });

function startOf(context: IPollFunctions): Start {
	const from = context.getNodeParameter('startFrom', 'now');
	if (from === 'now' || from === 'beginning') return { from };
	if (from !== 'date') throw inputError('Start', `"${String(from)}" is not known`, 'Choose now, beginning or date.');
	const raw = context.getNodeParameter('startDate', '');
	if (raw === '' || raw === undefined || raw === null) throw inputError('Start Date', 'is required', 'Enter the time of the first change that counts.');
	const ms = readDate('Start Date', START_DATE, raw, context.getTimezone()).getTime();
	if (!Number.isFinite(ms)) throw inputError('Start Date', `"${String(raw)}" is not a date`, 'Use a date as 2026-12-31T18:00:00Z.');
	return { from, ms };
}

const watchesFolder = (context: IPollFunctions): boolean => context.getNodeParameter('scope', 'library') === 'folder';

function folderOf(context: IPollFunctions): { by: string; value: string } {
	const raw: unknown = context.getNodeParameter('folder', null);
	if (raw === null || raw === undefined) throw inputError('Folder', 'is required', 'Choose the folder to watch.');
	return checkValue('Folder', watchedFolder, readRef(watchedFolder, raw)) as { by: string; value: string };
}

/** The path of the watched folder, asked for when it is given by ID; undefined for the whole library. Throws what `call` throws, and inputError for a file. */
export async function watchedPath(context: IPollFunctions, caller: Caller): Promise<string | undefined> {
	if (!watchesFolder(context)) return undefined;
	const { by, value } = folderOf(context);
	if (by !== 'id') return fullpath(value);
	const found = fieldsIn(await call(caller, info, { hash: value.trim(), attribute: '10' }));
	if (Number(found['dir']) !== 1) throw inputError('Folder', 'is a file', 'Choose a folder.');
	return fullpath(String(found['fullpath'] ?? ''));
}
