import { type IntField, local, notEmpty, type SizeField } from '../operation/fields';
import { FILTER_LABELS } from '../tree/entryFilter';
import { days, daysAgo } from './shared';
import { outputField } from './sharedTransfer';

/* What operations on a folder with everything in it have in common. */

/** What a pattern may contain. */
export const WILDCARDS = '* any characters, ? one, {a,b} one of several';

const pattern = (label: string, help: string, details: string, placeholder: string) =>
	notEmpty(
		local.filter.list([label, `${help}: ${WILDCARDS}, ** any folders`], {
			claims: 'nothing',
			button: 'Add Pattern',
			details: `${details} A pattern with a slash or ** is compared with the path inside the folder.`,
			placeholder,
		}),
	);

/** What paths have to be like. */
export const namePatterns = {
	include: pattern(
		FILTER_LABELS.include,
		'Only names that fit',
		'In any case; what is in folders that fit is included.',
		'e.g. *.{pdf,docx} or 2026/**',
	),
	exclude: pattern(
		FILTER_LABELS.exclude,
		'No names that fit',
		'In any case; what is in folders that fit is excluded too.',
		'e.g. ~$* or Archive',
	),
} as const;

const FORMER_SET = { formerPlace: 'filters.patterns' } as const;
/** The same in a form that had them in a set of their own. */
export const patternFields = {
	include: { ...namePatterns.include, ...FORMER_SET },
	exclude: { ...namePatterns.exclude, ...FORMER_SET },
} as const;

/** The filter by extensions of names. */
export const extensions = notEmpty(
	local.filter.list('Only files with these extensions, in any case', {
		claims: 'nothing',
		of: 'extension',
		placeholder: 'e.g. pdf',
	}),
);

/** What Maximum Depth counts. */
export const LEVELS = 'Levels to read: 1 is the folder itself, 2 also its subfolders';

/** The filters by size in MB, checked as bytes under the names of `keys`: earlier versions had fields in bytes. */
export const sizeFilters = <const Min extends string, const Max extends string>(keys: { min: Min; max: Max }) => {
	const inBytes = { former: true, min: 0 } as const;
	const [atLeast, atMost] = ['Only files of at least this size', 'Only files of at most this size'];
	return {
		[keys.min]: local.filter.int(['Minimum Size (Bytes)', atLeast], { ...inBytes }),
		[keys.max]: local.filter.int(['Maximum Size (Bytes)', atMost], { ...inBytes }),
		minMegabytes: local.filter.size([FILTER_LABELS.minSize, atLeast], { unit: 'MB', default: 0, as: keys.min }),
		maxMegabytes: local.filter.size([FILTER_LABELS.maxSize, atMost], { unit: 'MB', default: 1000, as: keys.max }),
	} as Readonly<Record<Max | Min, IntField> & Record<'maxMegabytes' | 'minMegabytes', SizeField>>;
};

/**
 * Everything that limits which entries of a folder and its subfolders are included. The checked values are an
 * `EntryFilter`; `check` of the operation refuses what excludes itself (`checkEntryFilter`).
 */
export const treeFilterFields = {
	maxDepth: local.filter.int(['Maximum Depth', `${LEVELS}; all when left empty`], { default: 2, min: 1 }),
	kind: local.filter.choice('Which entries to include', {
		choices: { all: 'Files and Folders', file: 'Files', folder: 'Folders' },
	}),
	extensions,
	...patternFields,
	modifiedWithin: days(
		'Modified Within (Days)',
		7,
		'Only entries modified in the last days; Modified After overrides it',
	),
	modifiedAfter: local.filter.date([FILTER_LABELS.modifiedAfter, 'Only entries modified at this time or later'], {
		unit: 'seconds',
		whenEmpty: daysAgo('modifiedWithin'),
	}),
	unmodifiedFor: {
		...days(
			'Not Modified For (Days)',
			365,
			'Only entries not modified for these days; Modified Before overrides it',
		),
		min: 0,
	},
	modifiedBefore: local.filter.date([FILTER_LABELS.modifiedBefore, 'Only entries modified before this time'], {
		unit: 'seconds',
		whenEmpty: daysAgo('unmodifiedFor'),
	}),
	...sizeFilters({ min: 'minSize', max: 'maxSize' }),
} as const;

/** Whether a list goes into subfolders. */
export const recursive = local.top.flag(['Include Subfolders', 'Whether to also list everything in the subfolders']);

/** The filters of a list, which has levels only where it goes into subfolders. */
export const listFilterFields = {
	...treeFilterFields,
	maxDepth: { ...treeFilterFields.maxDepth, showFor: { field: 'recursive', values: ['true'] } },
} as const;

/** The name of the limit of an archive, which is in the unit of the filters by size. */
export const ALL_FILES = 'Maximum Size of All Files (MB)';

/** What becomes of a folder as an archive. */
export const archiveFields = {
	binaryPropertyName: outputField,
	fileName: local.text('Name of the archive; the name of the folder when left empty', {
		placeholder: 'e.g. contracts.zip',
	}),
	maximumSize: local.int('Fail before the download if there are more bytes; no limit when left empty', {
		former: true,
		label: 'Maximum Size of All Files (Bytes)',
		min: 0,
	}),
	maxMegabytesInAll: local.size([ALL_FILES, 'Fail before the download if there is more; no limit when left empty'], {
		default: 2000,
		unit: 'MB',
		as: 'maximumSize',
	}),
	ifFileFails: local.choice('What to do when a file cannot be downloaded, or not as the service announced it', {
		label: 'If a File Fails',
		choices: {
			fail: ['Fail', 'The item fails, and there is no archive'],
			skip: ['Leave It Out', 'The item lists the files that are not in the archive'],
		},
	}),
} as const;
