import { ownOperation, returns } from '../../protocol/operation/define';
import { eachNotEmpty, local, titleCase } from '../../protocol/operation/fields';
import type { DeletionTotals, DescribedDeletion, RecycledFilter } from './plan/recycled';
import type { PlanItem } from '../../protocol/plan/plan';
import { compileNamePattern } from '../../protocol/tree/patterns';
import { requireTime } from '../../protocol/operation/check/date';
import { emptyUpdate } from '../../protocol/operation/check/text';
import { inputError, missingError } from '../../protocol/wire/libraryError';
import { deleteForGood, listRecycled } from '../../protocol/catalogue/libraryRecycleBin';
import { operatorOfPlan, operatorParams } from '../../protocol/catalogue/shared';
import { deletionCount, deletionShare, planFields } from '../../protocol/catalogue/sharedPlans';
import { WILDCARDS } from '../../protocol/catalogue/sharedTree';

/** Which deleted entries are meant; an entry has to pass all filters. An expression that gives nothing is refused. */
const filters = eachNotEmpty({
	deletedBefore: local.filter.text('Only entries deleted before this time, or more than this many days ago', {
		placeholder: 'e.g. 30 or 2026-10-01',
	}),
	namePattern: local.filter.text(`Only such names: ${WILDCARDS}`, {
		details: 'With a slash or ** it is compared with the full path.',
		placeholder: 'e.g. *.tmp',
	}),
	folder: local.filter.text('Only entries that were in this folder, at any depth', {
		path: true,
		claims: 'nothing',
		placeholder: 'e.g. Contracts/2025',
	}),
	deletedBy: local.filter.text('Only entries deleted by this name, as the recycle bin shows it', {
		placeholder: 'e.g. Kim Lee',
	}),
});

/** Refuses to mean all entries unless somebody says so, and to mean them beside a filter. Throws inputError. */
function requireChoice(input: RecycledFilter & { readonly allEntries?: boolean }): void {
	const keys = Object.keys(filters) as Array<keyof typeof filters>;
	const set = keys.filter((key) => input[key] !== undefined);
	for (const key of set) if (input[key]?.trim() === '') throw emptyUpdate(titleCase(key), 'filters');
	requireTime('Deleted Before', input.deletedBefore);
	if (input.namePattern !== undefined) compileNamePattern('Name Pattern', input.namePattern);
	if (set.length === 0 && input.allEntries !== true)
		throw missingError(
			'Filters',
			'Set at least one filter that says which entries to delete',
			'To delete everything in the recycle bin, turn on All Entries.',
		);
	if (set.length > 0 && input.allEntries === true)
		throw inputError('All Entries', "can't be combined with filters", 'Turn it off, or remove the filters.');
}

export const deleteManyPermanently = ownOperation('libraryFileRecycleEmpty', 'recycleBin.empty', deleteForGood, {
	covers: [listRecycled, deleteForGood],
	name: 'Delete Many Permanently',
	action: 'Delete many files from the recycle bin permanently',
	summary: 'Permanently delete the entries of the recycle bin that filters select',
	caution: { kind: 'permanent', when: ({ dryRun }) => dryRun === false },
	input: {
		...planFields('Whether to only show the entries that would be deleted'),
		allEntries: local.top.flag('Whether to delete everything', { hint: 'While this is off, a filter is required' }),
		...filters,
		deletionLimit: deletionShare(50, 'of the entries that one run may delete; beyond it nothing is deleted'),
		deletionLimitCount: deletionCount('of entries to delete'),
		...operatorOfPlan,
	},
	check: requireChoice,
	compose: operatorParams,
	items: returns<PlanItem<DescribedDeletion, DeletionTotals>>(),
	example: { dryRun: true, filters: { folder: 'Reports' } },
});
