import type { INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../client/directory/applyPlan';
import type { DirectoryChangeItem, DirectorySummaryItem } from '../../protocol/directory/directoryItem';
import type { DirectoryChange } from '../../protocol/directory/directoryChange';
import type { PlanSummary } from '../../protocol/directory/planSummary';
import { defined } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import { failedItem } from './failedItem';
import { outputItem, type Job } from './job';

/* What Synchronize Directory returns: one item for each change, paired with the input item that asked for it. */

/** A change as a person reads it. */
function shownChange(change: DirectoryChange, status: DirectoryChangeItem['status']): DirectoryChangeItem {
	const { request: _request, undo: _undo, item: _item, ...shown } = change;
	return { ...shown, status };
}

/** A change that was made or has failed, as a person reads it. */
export const shownOutcome = ({ change, failure, warning }: Outcome) =>
	failure ? shownChange(change, 'failed') : { ...shownChange(change, 'done'), ...defined({ warning }) };

const itemOf = (
	change: DirectoryChange,
	status: DirectoryChangeItem['status'],
	more: Pick<DirectoryChangeItem, 'blocked'> = {},
): INodeExecutionData => ({
	...outputItem({ ...shownChange(change, status), ...more }),
	...(change.item === undefined ? {} : { pairedItem: { item: change.item } }),
});

/** What is sent in every run is no change that a person has to look at, unless it fails. */
const isShown = ({ action }: DirectoryChange): boolean => action !== 'resend';

/** The items of changes that are not made: `planned` in a dry run, `blocked` in another one. */
export const plannedItems = (
	changes: readonly DirectoryChange[],
	status: 'planned' | 'blocked',
	{ blocked }: Pick<PlanSummary, 'blocked'>,
): INodeExecutionData[] =>
	changes.filter(isShown).map((change) => itemOf(change, status, blocked ? { blocked: true } : {}));

/** The item of a change that was made or has failed. */
function outcomeItem({ context, item }: Job, { change, failure, warning }: Outcome): INodeExecutionData {
	const result = itemOf(change, failure ? 'failed' : 'done');
	if (warning !== undefined) return { ...result, json: { ...result.json, warning } };
	if (!failure) return result;
	const error = toNodeError(context, failure, change.item ?? item);
	return failedItem(context, result, error);
}

/** The items of changes that were made or have failed. */
export const outcomeItems = (job: Job, outcomes: readonly Outcome[]): INodeExecutionData[] =>
	outcomes
		.filter(({ change, failure }) => failure !== undefined || isShown(change))
		.map((outcome) => outcomeItem(job, outcome));

/** The last item: the plan in numbers, and what became of it. */
export const summaryItem = (
	summary: PlanSummary,
	more: Pick<DirectorySummaryItem, 'dry_run' | 'status'>,
	outcomes: readonly Outcome[] = [],
): INodeExecutionData => {
	const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
	const done = outcomes.filter(({ change, failure }) => failure === undefined && isShown(change)).length;
	const json: DirectorySummaryItem = { type: 'summary', ...more, ...summary, done, failed };
	return outputItem(json);
};
