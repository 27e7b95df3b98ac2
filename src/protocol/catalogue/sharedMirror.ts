import { flag, int, shownFor } from '../operation/fields';
import { chosenFolder, folderRef, LOCAL } from './shared';
import { planFields, SHOWS_PLAN } from './sharedPlan';
import { treeFilterFields } from './sharedTree';

/* What mirroring a folder is, whoever does it. */

/** How both nodes mirror. */
export const mirroring = {
	resource: 'folder',
	operation: 'mirror',
	action: 'Mirror a folder',
	summary:
		'Make a folder equal to another one, in the same library or in another: compares by path, size and SHA1, ' +
		'and moves no content that the service knows',
	forModel:
		'Returns one item for each change, or one summary of all. With Dry Run, nothing is changed. ' +
		'The source is never changed.',
	handler: 'mirror/mirror',
} as const;

/** When a mirror is more than a copy: an AI model must not decide that alone. */
export const deletingMany = {
	kind: 'bulk',
	when: ({ dryRun, deleteExtra }: { dryRun?: boolean; deleteExtra?: boolean }) =>
		dryRun === false && deleteExtra === true,
} as const;

/** The folder that is read; the form begins with the library root. */
export const sourceFolder = {
	...folderRef,
	claims: 'source',
	label: 'Source Folder',
	help: 'The folder to copy from, with everything in it. Use "/" for the library root.',
	composed: true,
	dependsOn: 'sourceLibrary',
	modes: { ...folderRef.modes, list: { ...folderRef.modes.list, search: 'foldersOfSource' } },
} as const;

/** The folder that is changed; `wire` carries its path for the order of items. */
export const targetFolder = <const W extends string>(wire: W) =>
	({
		...chosenFolder,
		label: 'Target Folder',
		help: 'The folder to make equal to it; it is created if it does not exist. Use "/" for the library root.',
		composed: true,
		dependsOn: 'targetLibrary',
		modes: {
			list: { ...chosenFolder.modes.list, wire, search: 'foldersOfTarget' },
			path: { ...chosenFolder.modes.path, wire },
		},
	}) as const;

/** Share of the target in percent that one run may delete unless told otherwise. */
export const DELETION_LIMIT = 50;

/** What is done, and what is left alone. */
export const mirrorFields = {
	...planFields(SHOWS_PLAN),
	deleteExtra: flag({
		...LOCAL,
		off: 'omit',
		place: 'top',
		help:
			'Whether to move to the recycle bin what only the target folder has. ' +
			'Without it nothing is deleted, and what was renamed in the source is there twice.',
	}),
	deletionLimit: shownFor(
		'deleteExtra',
		['true'],
		int({
			...LOCAL,
			label: 'Deletion Limit (%)',
			default: DELETION_LIMIT,
			min: 0,
			max: 100,
			help:
				'Maximum share of the files in the target folder that one run may delete. ' +
				'If more would be, nothing is changed at all.',
		}),
	),
	deletionLimitCount: shownFor(
		'deleteExtra',
		['true'],
		int({
			...LOCAL,
			label: 'Deletion Limit (Number)',
			min: 0,
			help:
				'Maximum number of files that one run may delete. ' +
				'Applies in addition to the share; no limit by number when left empty.',
		}),
	),
	...treeFilterFields('filters'),
} as const;
