import type { INodeExecutionData } from 'n8n-workflow';
import type { TableOutcome } from '../../client/permissionTable/applyTable';
import type { TableChange } from '../../protocol/permissionTable/tableChange';
import { tableChangeItem } from '../../protocol/permissionTable/tableItems';
import { defined } from '../../protocol/wire/json';
import { LibraryError, reworded } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { failedItem } from './failedItem';
import type { Job } from './job';
import { plannedTable, tableSummaryItem, type TableSummary } from './tableItems';

/* Apply Table when a plan must not be carried out, or was carried out only in part. */

/**
 * A plan that must not be carried out: its items where the workflow continues, otherwise throws the reasons. With an
 * error output all of them go there: nothing of it was done.
 */
export function blockedTable(
	{ context }: Job,
	changes: readonly TableChange[],
	summary: TableSummary,
): INodeExecutionData[] {
	const hint =
		'Nothing was changed. Turn on Dry Run to see the whole plan. If a limit is exceeded, check that no row is ' +
		'missing; if none is, raise the limit under Options.';
	const failure = new LibraryError('input', summary.reasons.join('; '), { hint, data: { summary } });
	const error = toNodeError(context.getNode(), failure, 0);
	if (!context.continueOnFail()) throw error;
	const planned = plannedTable(changes, 'blocked', summary);
	const withErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return [
		...(withErrorOutput ? planned.map((item) => failedItem(context, item, error)) : planned),
		failedItem(context, tableSummaryItem(summary, { dry_run: false, status: 'blocked' }), error),
	];
}

/** The failure that ended a run, with what was done before: no item can show it any more. */
export function stoppedTable(failure: LibraryError, outcomes: readonly TableOutcome[], planned: number): LibraryError {
	const done = outcomes.filter((outcome) => !outcome.failure);
	const failed = outcomes.filter((outcome) => outcome.failure);
	const hint =
		(failure.hint ? `${failure.hint.replace(/\.?$/, '.')} ` : '') +
		'Run the node again to make the rest: what has been made is recognized and left as it is. The changes that ' +
		'were made are listed in the data of this error; with On Error set to continue they are items.';
	const made = `${done.length} of ${planned} changes had already been made and were not undone`;
	return reworded(failure, `${failure.message}; ${made}`, {
		hint,
		data: {
			done: done.map(({ change, warning }) => ({ ...tableChangeItem(change, 'done'), ...defined({ warning }) })),
			failed: failed.map(({ change, failure: cause }) => ({
				...tableChangeItem(change, 'failed'),
				error: cause?.message,
			})),
			notAttempted: planned - outcomes.length,
		},
	});
}
