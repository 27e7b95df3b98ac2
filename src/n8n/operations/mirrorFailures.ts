import type { INodeExecutionData } from 'n8n-workflow';
import type { MirrorOutcome } from '../../client/mirror/applyMirror';
import type { MirrorSummary } from '../../protocol/mirror/mirrorSummary';
import { LibraryError, reworded } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { failedItem } from './failedItem';
import { plannedItems, shownOutcome, summaryItem, type MirrorReport } from './mirrorItems';

/* Mirror when a plan must not be carried out, or was carried out only in part. */

const blockedError = (summary: MirrorSummary): LibraryError =>
	new LibraryError('input', summary.reasons.join('; '), {
		hint:
			'Nothing was changed. Turn on Dry Run to see the whole plan. If a limit is exceeded, check that the ' +
			'source folder is complete; if it is, raise the limit.',
		data: { summary },
	});

/**
 * A plan that must not be carried out: its items where the workflow continues, otherwise throws the reasons. With an
 * error output all of them go there: nothing of it was done.
 */
export function blockedItems(report: MirrorReport): INodeExecutionData[] {
	const { context, item } = report.job;
	const error = toNodeError(context.getNode(), blockedError(report.summary), item);
	if (!context.continueOnFail()) throw error;
	const planned = plannedItems(report, 'blocked');
	const withErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return [
		...(withErrorOutput ? planned.map((one) => failedItem(context, one, error)) : planned),
		failedItem(context, summaryItem(report, 'blocked'), error),
	];
}

/** The failure that ended a run, with what was done before: no item can show it any more. */
export function stoppedError(
	{ plan, places }: MirrorReport,
	failure: LibraryError,
	outcomes: readonly MirrorOutcome[],
): LibraryError {
	const planned = plan.stages.flat().length;
	const done = outcomes.filter((outcome) => !outcome.failure);
	const failed = outcomes.filter((outcome) => outcome.failure);
	const hint =
		(failure.hint ? `${failure.hint.replace(/\.?$/, '.')} ` : '') +
		'Run the node again to make the rest: what has been made is recognized and left as it is. The changes that ' +
		'were made are listed in the data of this error; with On Error set to continue they are items.';
	return reworded(
		failure,
		`${failure.message}; ${done.length} of ${planned} changes had already been made and were not undone`,
		{
			hint,
			data: {
				done: done.map((outcome) => shownOutcome(outcome, places)),
				failed: failed.map((outcome) => ({
					...shownOutcome(outcome, places),
					error: outcome.failure?.message,
				})),
				notAttempted: planned - outcomes.length,
			},
		},
	);
}
