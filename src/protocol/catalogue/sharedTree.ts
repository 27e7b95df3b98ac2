import { choice, date, flag, int, list, text } from '../operation/fields';
import { checkEntryFilter, FILTER_LABELS, type EntryFilter } from '../tree/entryFilter';
import { LOCAL } from './shared';

/* What operations on a folder with everything in it have in common. */

const NAME_PATTERN_HELP =
	'Only entries with such a name, in any case: * stands for any characters, ? for exactly one. ' +
	'A pattern with a slash or ** is compared with the path inside the folder; ** stands for any folders.';

/** What is asked of the name and the kind of an entry. */
export const nameFilterFields = <const P extends string>(place: P) =>
	({
		kind: choice({
			...LOCAL,
			place,
			help: 'Which entries to include',
			default: 'all',
			choices: { all: { label: 'Files and Folders' }, file: { label: 'Files' }, folder: { label: 'Folders' } },
		}),
		extensions: list({
			...LOCAL,
			place,
			claims: 'nothing',
			form: 'json',
			of: 'extension',
			button: 'Add Extension',
			help: 'Only files with one of these extensions, in any case',
			placeholder: 'e.g. pdf',
		}),
		namePattern: text({
			...LOCAL,
			place,
			label: FILTER_LABELS.namePattern,
			help: NAME_PATTERN_HELP,
			placeholder: 'e.g. invoice-*.pdf or 2026/**/*.pdf',
		}),
	}) as const;

/** What is asked of the last change of an entry and the size of a file. */
const rangeFields = <const P extends string>(place: P) => {
	const SECONDS = { ...LOCAL, place, unit: 'seconds' } as const;
	const BYTES = { ...LOCAL, place, min: 0 } as const;
	const { modifiedAfter, modifiedBefore, minSize, maxSize } = FILTER_LABELS;
	return {
		modifiedAfter: date({
			...SECONDS,
			label: modifiedAfter,
			help: 'Only entries last modified at this time or later',
		}),
		modifiedBefore: date({
			...SECONDS,
			label: modifiedBefore,
			help: 'Only entries last modified before this time',
		}),
		minSize: int({ ...BYTES, label: minSize, default: 0, help: 'Only files of at least this size' }),
		maxSize: int({ ...BYTES, label: maxSize, default: 1_000_000_000, help: 'Only files of at most this size' }),
	} as const;
};

/**
 * The filters of entries, in a collection of the form. Their checked values are an `EntryFilter`; `compose` of the
 * operation refuses what excludes itself (`checkEntryFilter`), before anything is sent.
 */
const entryFilterFields = <const P extends string>(place: P) =>
	({ ...nameFilterFields(place), ...rangeFields(place) }) as const;

/** How many levels of folders are read, in a collection of the form. */
const maxDepth = <const P extends string>(place: P) =>
	int({
		...LOCAL,
		place,
		label: 'Maximum Depth',
		default: 2,
		min: 1,
		help: 'How many levels to read: 1 is the folder itself, 2 also its subfolders, and so on; all when left empty',
	});

/** Everything that limits which entries of a folder and its subfolders are included. */
export const treeFilterFields = <const P extends string>(place: P) =>
	({ maxDepth: maxDepth(place), ...entryFilterFields(place) }) as const;

/** Whether a list goes into subfolders. */
export const recursive = flag({
	...LOCAL,
	place: 'top',
	label: 'Include Subfolders',
	help: 'Whether to also list everything in the subfolders, folder by folder',
	off: 'omit',
});

/** For `compose`: nothing of the filters is sent. Throws what `checkEntryFilter` throws. */
export function checkedFilters(filter: EntryFilter): Record<string, string> {
	checkEntryFilter(filter);
	return {};
}
