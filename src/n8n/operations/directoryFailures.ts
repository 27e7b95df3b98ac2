import type { INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../client/directory/applyPlan';
import type { DirectoryChange } from '../../protocol/directory/directoryChange';
import type { PlanSummary } from '../../protocol/directory/planSummary';
import { LibraryError, reworded } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { plannedItems, shownChange, summaryItem } from './directoryItems';
import { failedItem } from './failedItem';
import type { Job } from './job';

/* Synchronize Directory when a plan must not be carried out, or was carried out only in part. */

const blockedError = (summary: PlanSummary): LibraryError =>
	new LibraryError('input', summary.reasons.join('; '), {
		hint:
			'Nothing was changed. Turn on Dry Run to see the whole plan. If a limit is exceeded, check that the ' +
			'input is complete; if it is, raise the limit under Options.',
		data: { summary },
	});

/**
 * A plan that must not be carried out: its items where the workflow continues, otherwise throws the reasons. With an
 * error output all of them go there: nothing of it was done.
 */
export function blockedItems(
	{ context }: Job,
	changes: readonly DirectoryChange[],
	summary: PlanSummary,
): INodeExecutionData[] {
	const error = toNodeError(context.getNode(), blockedError(summary), 0);
	if (!context.continueOnFail()) throw error;
	const planned = plannedItems(changes, 'blocked', summary);
	const last = summaryItem(summary, { dryRun: false, status: 'blocked' });
	const withErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return [
		...(withErrorOutput ? planned.map((item) => failedItem(context, item, error)) : planned),
		failedItem(context, last, error),
	];
}

/** The failure that ended a run, with what was done before: no item can show it any more. */
export function stoppedError(
	failure: LibraryError,
	outcomes: readonly Outcome[],
	planned: readonly DirectoryChange[],
): LibraryError {
	const done = outcomes.filter((outcome) => !outcome.failure);
	const failed = outcomes.filter((outcome) => outcome.failure);
	const hint =
		(failure.hint ? `${failure.hint.replace(/\.?$/, '.')} ` : '') +
		'Run the node again to make the rest: what has been made is recognized and left as it is. The changes that ' +
		'were made are listed in the data of this error; with On Error set to continue they are items.';
	return reworded(
		failure,
		`${failure.message}; ${done.length} of ${planned.length} changes had already been made and were not undone`,
		{
			hint,
			data: {
				done: done.map(({ change, warning }) => ({
					...shownChange(change, 'done'),
					...(warning === undefined ? {} : { warning }),
				})),
				failed: failed.map(({ change, failure: cause }) => ({
					...shownChange(change, 'failed'),
					error: cause?.message,
				})),
				notAttempted: planned.length - outcomes.length,
			},
		},
	);
}
