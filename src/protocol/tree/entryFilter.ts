import { amountOf, flagOf, type JsonObject, secondsOf } from '../wire/json';
import { inputError } from '../wire/libraryError';
import { baseName } from '../wire/paths';
import { compilePatterns } from './patterns';

/**
 * Which entries of a tree are wanted, with the names of the form. Extensions and sizes are those of files: a filter
 * that asks for them passes no folder. Names are compared case-insensitively.
 */
export interface EntryFilter {
	readonly kind?: 'all' | 'file' | 'folder';
	/** In lower case and without the dot; any extension when absent or empty. */
	readonly extensions?: readonly string[];
	/** See `compilePatterns`: only entries that one of them covers; any entry when absent or empty. */
	readonly include?: readonly string[];
	/** No entry that one of them covers. */
	readonly exclude?: readonly string[];
	/** Modified at this time or later. */
	readonly modifiedAfter?: Date;
	/** Modified earlier than this. */
	readonly modifiedBefore?: Date;
	/** Bytes. */
	readonly minSize?: number;
	/** Bytes. */
	readonly maxSize?: number;
}

/** The names of the filters that errors mention, as the forms show them. */
export const FILTER_LABELS = {
	include: 'Include Names',
	exclude: 'Exclude Names',
	modifiedAfter: 'Modified After',
	modifiedBefore: 'Modified Before',
	minSize: 'Minimum Size (MB)',
	maxSize: 'Maximum Size (MB)',
} as const;

const RANGES = ['modifiedAfter', 'modifiedBefore', 'minSize', 'maxSize'] as const;

/** Refuses filters that no entry can pass, and patterns that `compilePatterns` refuses. Throws inputError. */
export function checkEntryFilter(filter: EntryFilter): void {
	compileEntryFilter(filter);
}

function checkRanges({ minSize = 0, maxSize = Infinity, modifiedAfter, modifiedBefore }: EntryFilter): void {
	if (minSize > maxSize)
		throw inputError(
			FILTER_LABELS.maxSize,
			`is smaller than ${FILTER_LABELS.minSize}`,
			'No file matches both: change one of them.',
		);
	if (modifiedAfter && modifiedBefore && modifiedAfter >= modifiedBefore)
		throw inputError(
			FILTER_LABELS.modifiedBefore,
			`is not later than ${FILTER_LABELS.modifiedAfter}`,
			'Nothing matches both: change one of them.',
		);
}

/**
 * Compiles a filter into a predicate over entries as the service sends them and their paths inside the folder that was
 * named. Throws inputError for filters that no entry can pass, and what `compilePatterns` throws.
 */
export function compileEntryFilter(filter: EntryFilter): (entry: JsonObject, path: string) => boolean {
	checkRanges(filter);
	const [isIncluded, isExcluded] = [includedBy(filter), excludedBy(filter)];
	return (entry, path) =>
		isKindWanted(filter, isFolder(entry)) &&
		hasExtension(filter.extensions, baseName(path)) &&
		isTimeWanted(filter, entry) &&
		isSizeWanted(filter, entry) &&
		isIncluded(path) &&
		!isExcluded(path);
}

const includedBy = ({ include = [] }: EntryFilter): ((path: string) => boolean) =>
	include.length === 0 ? () => true : compilePatterns(FILTER_LABELS.include, include);

/**
 * Compiles what a filter excludes by patterns into a predicate over paths inside the folder: nothing in a folder that
 * is excluded passes, so that nobody has to look there. Throws what `compilePatterns` throws.
 */
export const excludedBy = ({ exclude = [] }: EntryFilter): ((path: string) => boolean) =>
	exclude.length === 0 ? () => false : compilePatterns(FILTER_LABELS.exclude, exclude);

/** Whether every entry passes. */
export const passesAll = ({ kind = 'all', extensions = [], include = [], exclude = [], ...ranges }: EntryFilter) =>
	kind === 'all' &&
	[extensions, include, exclude].every(({ length }) => length === 0) &&
	RANGES.every((name) => ranges[name] === undefined);

/** Whether an entry is a folder. */
export const isFolder = ({ dir }: { readonly dir?: unknown }): boolean => flagOf(dir, (code) => code === 1) === true;

/** Whether only files can pass. */
const wantsFiles = ({ extensions = [], minSize, maxSize }: EntryFilter): boolean =>
	extensions.length > 0 || minSize !== undefined || maxSize !== undefined;

function isKindWanted(filter: EntryFilter, folder: boolean): boolean {
	const { kind = 'all' } = filter;
	return folder ? kind !== 'file' && !wantsFiles(filter) : kind !== 'folder';
}

/** Whether a name ends with one of the extensions, in lower case and without the dot, or there are none. */
function hasExtension(extensions: readonly string[] = [], name: string): boolean {
	const lower = name.toLowerCase();
	return extensions.length === 0 || extensions.some((extension) => lower.endsWith(`.${extension}`));
}

/** An entry without a time passes only where no time is asked for. */
function isTimeWanted({ modifiedAfter, modifiedBefore }: EntryFilter, { last_dateline: seconds }: JsonObject): boolean {
	if (!modifiedAfter && !modifiedBefore) return true;
	const ms = (secondsOf(seconds) ?? NaN) * 1000;
	return ms >= (modifiedAfter?.getTime() ?? 0) && ms < (modifiedBefore?.getTime() ?? Infinity);
}

/** A file without a size passes only where no size is asked for. */
function isSizeWanted({ minSize, maxSize }: EntryFilter, { filesize }: JsonObject): boolean {
	if (minSize === undefined && maxSize === undefined) return true;
	const size = amountOf(filesize) ?? NaN;
	return size >= (minSize ?? 0) && size <= (maxSize ?? Infinity);
}
