import type { INodeExecutionData } from 'n8n-workflow';
import type { TableOutcome } from '../../client/permissionTable/applyTable';
import type { TableChange } from '../../protocol/permissionTable/tableChange';
import { tableChangeItem, type tableSummary, type TableStatus } from '../../protocol/permissionTable/tableItems';
import { defined } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import { failedItem } from './failedItem';
import { outputItem, type Job } from './job';

/* What Apply Table returns: one item for each change, paired with the row that asked for it. */

/** A plan in numbers. */
export type TableSummary = ReturnType<typeof tableSummary>;

function itemOf(change: TableChange, status: TableStatus, more: object = {}): INodeExecutionData {
	const item = outputItem({ ...tableChangeItem(change, status), ...more });
	return change.item === undefined ? item : { ...item, pairedItem: { item: change.item } };
}

/** The items of changes that are not made: `planned` in a dry run, `blocked` in another one. */
export const plannedTable = (
	changes: readonly TableChange[],
	status: 'planned' | 'blocked',
	{ blocked }: Pick<TableSummary, 'blocked'>,
): INodeExecutionData[] => changes.map((change) => itemOf(change, status, blocked ? { blocked: true } : {}));

/** A change that was made or has failed, as a person reads it. */
export const shownTableOutcome = ({ change, failure, warning }: TableOutcome) =>
	failure ? tableChangeItem(change, 'failed') : { ...tableChangeItem(change, 'done'), ...defined({ warning }) };

function outcomeItem({ context, item }: Job, { change, failure, warning }: TableOutcome): INodeExecutionData {
	const result = itemOf(change, failure ? 'failed' : 'done', defined({ warning }));
	if (!failure) return result;
	return failedItem(context, result, toNodeError(context, failure, change.item ?? item));
}

/** The items of changes that were made or have failed. */
export const tableOutcomes = (job: Job, outcomes: readonly TableOutcome[]): INodeExecutionData[] =>
	outcomes.map((outcome) => outcomeItem(job, outcome));

/** The last item: the plan in numbers, and what became of it. */
export function tableSummaryItem(
	summary: TableSummary,
	more: { readonly dry_run: boolean; readonly status: TableStatus },
	outcomes: readonly TableOutcome[] = [],
): INodeExecutionData {
	const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
	return outputItem({ type: 'summary', ...more, ...summary, done: outcomes.length - failed, failed });
}
