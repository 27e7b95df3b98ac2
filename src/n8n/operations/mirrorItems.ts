import type { INodeExecutionData } from 'n8n-workflow';
import type { MirrorOutcome } from '../../client/mirror/applyMirror';
import {
	shownChange,
	shownPath,
	type MirrorPlaces,
	type MirrorStatus,
	type MirrorSummaryItem,
} from '../../protocol/mirror/mirrorItem';
import type { MirrorSummary } from '../../protocol/mirror/mirrorSummary';
import type { MirrorPlan } from '../../protocol/mirror/types';
import type { JsonObject } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import { failedItem } from './failedItem';
import { outputItem, type Job } from './job';

/* What Mirror returns: one item for each change, and a summary. */

/** What the items of a run have in common. */
export interface MirrorReport {
	readonly job: Job;
	readonly plan: MirrorPlan;
	readonly summary: MirrorSummary;
	readonly places: MirrorPlaces;
	/** The library of the target as items name it. */
	readonly library: JsonObject;
}

/** The items of conflicts, about which nothing is done in any run. */
const conflictItems = ({ plan, places, library }: MirrorReport): INodeExecutionData[] =>
	plan.conflicts.map((conflict) => outputItem({ ...shownChange(conflict, places, 'conflict'), ...library }));

/** The items of changes that are not made: `planned` in a dry run, `blocked` in another one. */
export function plannedItems(report: MirrorReport, status: 'planned' | 'blocked'): INodeExecutionData[] {
	const { plan, summary, places, library } = report;
	const more = summary.blocked ? ({ blocked: true } as const) : {};
	const changes = plan.stages.flat().map((change) => shownChange(change, places, status, more));
	return [...changes.map((change) => outputItem({ ...change, ...library })), ...conflictItems(report)];
}

/** The items of changes that were made or have failed, in the order of the plan. */
export const outcomeItems = (report: MirrorReport, outcomes: readonly MirrorOutcome[]): INodeExecutionData[] => [
	...outcomes.map((outcome) => outcomeItem(report, outcome)),
	...conflictItems(report),
];

function outcomeItem({ job, places, library }: MirrorReport, outcome: MirrorOutcome): INodeExecutionData {
	const { context, item } = job;
	const { failure } = outcome;
	const result = { ...outputItem({ ...shownOutcome(outcome, places), ...library }), pairedItem: { item } };
	return failure ? failedItem(context, result, toNodeError(context, failure, item)) : result;
}

/** A change that was made or has failed, as a person reads it. */
export const shownOutcome = ({ change, bytesSent, failure }: MirrorOutcome, places: MirrorPlaces) =>
	shownChange(
		change,
		places,
		failure ? 'failed' : 'done',
		sends(change) && !failure ? { bytes_sent: bytesSent } : {},
	);

const sends = ({ change }: MirrorOutcome['change']): boolean => change === 'addFile' || change === 'updateFile';

/** The last item: the plan in numbers, and what became of it. */
export function summaryItem(
	{ summary, places, library }: MirrorReport,
	status: Exclude<MirrorStatus, 'conflict'>,
	outcomes: readonly MirrorOutcome[] = [],
): INodeExecutionData {
	const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
	const json: MirrorSummaryItem = {
		change: 'summary',
		fullpath: shownPath(places.targetFolder),
		source_fullpath: shownPath(places.sourceFolder),
		...library,
		dry_run: status === 'planned',
		status,
		...summary,
		done: outcomes.length - failed,
		failed,
		bytes_sent: outcomes.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
	};
	return outputItem(json);
}
