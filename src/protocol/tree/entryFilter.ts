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

type Test = (entry: JsonObject, path: string) => boolean;

/** What a filter asks of an entry; nothing where every entry passes. */
function testsOf(filter: EntryFilter): readonly Test[] {
	checkRanges(filter);
	const { kind = 'all', extensions = [], include = [], exclude = [] } = filter;
	const { modifiedAfter, modifiedBefore, minSize, maxSize } = filter;
	const hasSize = minSize !== undefined || maxSize !== undefined;
	const tests: Test[] = [];
	if (kind === 'folder') tests.push(isFolder);
	if (kind === 'file' || extensions.length > 0 || hasSize) tests.push((entry) => !isFolder(entry));
	if (extensions.length > 0)
		tests.push((_, path) => {
			const name = baseName(path).toLowerCase();
			return extensions.some((extension) => name.endsWith(`.${extension}`));
		});
	// An entry without a time passes only where no time is asked for, and a file without a size where no size is.
	if (modifiedAfter || modifiedBefore)
		tests.push(({ last_dateline: seconds }) => {
			const ms = (secondsOf(seconds) ?? NaN) * 1000;
			return ms >= (modifiedAfter?.getTime() ?? 0) && ms < (modifiedBefore?.getTime() ?? Infinity);
		});
	if (hasSize)
		tests.push(({ filesize }) => {
			const size = amountOf(filesize) ?? NaN;
			return size >= (minSize ?? 0) && size <= (maxSize ?? Infinity);
		});
	const isIncluded = compilePatterns(FILTER_LABELS.include, include);
	const isExcluded = excludedBy({ exclude });
	if (include.length > 0) tests.push((_, path) => isIncluded(path));
	if (exclude.length > 0) tests.push((_, path) => !isExcluded(path));
	return tests;
}

/**
 * Compiles a filter into a predicate over entries as the service sends them and their paths inside the folder that was
 * named. Throws inputError for filters that no entry can pass, and what `compilePatterns` throws.
 */
export function compileEntryFilter(filter: EntryFilter): (entry: JsonObject, path: string) => boolean {
	const tests = testsOf(filter);
	return (entry, path) => tests.every((passes) => passes(entry, path));
}

/**
 * Compiles what a filter excludes by patterns into a predicate over paths inside the folder: nothing in a folder that
 * is excluded passes, so that nobody has to look there. Throws what `compilePatterns` throws.
 */
export const excludedBy = ({ exclude = [] }: EntryFilter): ((path: string) => boolean) =>
	compilePatterns(FILTER_LABELS.exclude, exclude);

/** Whether every entry passes. Throws what `compileEntryFilter` throws. */
export const passesAll = (filter: EntryFilter): boolean => testsOf(filter).length === 0;

/** Whether an entry is a folder. */
export const isFolder = ({ dir }: { readonly dir?: unknown }): boolean => flagOf(dir, (code) => code === 1) === true;
