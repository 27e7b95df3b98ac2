import { ownOperation, returns } from '../../protocol/operation/define';
import { local, required, saidOnce } from '../../protocol/operation/fields';
import { createFolder, getDownloadLink, libraryFileInfo, listFolder } from '../../protocol/catalogue/libraryFiles';
import { countChanges, listVersions } from '../../protocol/catalogue/libraryHistory';
import { listRecycled, restore } from '../../protocol/catalogue/libraryRecycleBin';
import { libraryFileDelete, libraryFileMove } from '../../protocol/catalogue/libraryPlaces';
import { libraryUploading } from '../../protocol/catalogue/requests';
import { by, chosenFolder, operatorOfPlan, operatorParams } from '../../protocol/catalogue/shared';
import { deletionCount, deletionShare, planFields } from '../../protocol/catalogue/sharedPlans';
import { namePatterns } from '../../protocol/catalogue/sharedTree';
import { textList } from '../../protocol/catalogue/sharedTriggers';
import { checkEntryFilter } from '../../protocol/tree/entryFilter';
import { defined } from '../../protocol/wire/json';
import { listChanges } from '../changes/entries';
import type { PlanItem } from '../../protocol/plan/plan';
import type { DescribedRestoration, RestoreTotals } from './plan/restoreItems';

/** Share of the files in percent that one run may recycle unless told otherwise. */
export const DELETION_LIMIT = 50;

export const restoreToTime = ownOperation('libraryFolderRestoreToTime', 'folder.restoreToTime', listChanges, {
	name: 'Restore to a Time',
	action: 'Restore a folder to a time',
	summary: 'Make a folder what it was at a time: contents, names, places and deleted entries come back',
	forModel:
		'Make a folder of File Library what it was at a time. Contents of today stay as versions, and nothing is ' +
		'deleted for good. Dry Run only shows the changes; Return says one item for each or one summary.',
	covers: [listChanges, libraryFileInfo, listVersions, listRecycled, restore, libraryFileMove],
	alsoSends: [...libraryUploading, libraryFileDelete, createFolder, listFolder, countChanges, getDownloadLink],
	caution: { kind: 'bulk', when: ({ dryRun }) => dryRun === false },
	input: {
		folder: required.ref('The folder, by the path that it had at the time', {
			...chosenFolder,
			details: 'It may be deleted or elsewhere by now.',
		}),
		time: local.required.date('The folder becomes what it was at the end of this second', { unit: 'milliseconds' }),
		...planFields(),
		newFiles: local.top.choice('What to do with files and folders that were added since then', {
			choices: { keep: ['Keep', 'They stay where they are'], recycle: ['Recycle', 'They go to the recycle bin'] },
		}),
		changedBy: textList(
			'Add Person',
			'Only what these people changed last, by name or account, as the updates feed shows them',
			'e.g. Zhang Wei',
		),
		patterns: namePatterns.include,
		...saidOnce({ exclude: namePatterns.exclude }),
		deletionLimit: deletionShare(
			DELETION_LIMIT,
			'of the files that one run may move to the recycle bin; beyond it nothing is changed',
		),
		deletionLimitCount: deletionCount('of files to move to the recycle bin'),
		...operatorOfPlan,
	},
	check: ({ patterns, exclude }) => checkEntryFilter(defined({ include: patterns, exclude })),
	compose: operatorParams,
	items: returns<PlanItem<DescribedRestoration, RestoreTotals, 'keep'>>(),
	example: { folder: by('path', 'Contracts'), time: '2026-11-01T10:39:00Z', planOutput: 'summary' },
});
