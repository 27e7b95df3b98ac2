import type { INodeExecutionData } from 'n8n-workflow';
import { applyTable as apply } from '../../client/permissionTable/applyTable';
import { makePlaceReader, type PlaceReader } from '../../client/permissionTable/placeReader';
import { placeRows } from '../../client/permissionTable/placedRows';
import { readTableFacts } from '../../client/permissionTable/tableFacts';
import type { Caller } from '../../client/service/call';
import type { applyTable as operation } from '../../protocol/catalogue/permissionTable';
import type { In } from '../../protocol/operation/define';
import { planTable, type TablePlan } from '../../protocol/permissionTable/planTable';
import { readRows } from '../../protocol/permissionTable/readRows';
import type { InputRow } from '../../protocol/permissionTable/rowCells';
import { tableSummary } from '../../protocol/permissionTable/tableItems';
import { defined } from '../../protocol/wire/json';
import { inputRows } from './inputRows';
import type { Handler } from './handler';
import type { Job } from './job';
import { showHint } from './listHints';
import { blockedHint, blockedItems, stoppedError } from './planFailures';
import { plannedTable, shownTableOutcome, tableOutcomes, tableSummaryItem, type TableSummary } from './tableItems';
import { tablePeople } from './tablePeople';

type Input = In<typeof operation>;

/** The rows: the input items, or the list in the form. Throws inputError. */
const rowsOf = (job: Job, { source, table }: Input): InputRow[] =>
	inputRows(job, source, {
		label: 'Table',
		list: table,
		of: 'rows',
		hint: 'Enter it as [{ "fullpath": …, "member_id": …, "granted": […] }, …].',
	});

/** A plan that is to be carried out. */
interface Task {
	readonly reader: PlaceReader;
	readonly plan: TablePlan;
	readonly summary: TableSummary;
	readonly width: number;
}

/** Makes the changes. Throws the failure that ended the run, with what was done before. */
async function carryOut(job: Job, caller: Caller, { reader, plan, summary, width }: Task) {
	const continueOnFail = job.context.continueOnFail();
	const { outcomes, stoppedBy } = await apply(caller, reader, plan.changes, { width, continueOnFail });
	if (stoppedBy) throw stoppedError(stoppedBy, outcomes, plan.changes.length, shownTableOutcome);
	const failed = outcomes.some(({ failure }) => failure !== undefined);
	const last = tableSummaryItem(summary, { dry_run: false, status: failed ? 'failed' : 'done' }, outcomes);
	return [...tableOutcomes(job, outcomes), last];
}

/**
 * Compares the rows of all input items with the permissions that there are, and shows or makes the changes: one item
 * for each, and a summary. Throws LibraryError input before anything is changed, and what reading and `carryOut` throw.
 */
const applyTable: Handler['run'] = async (job, caller): Promise<INodeExecutionData[]> => {
	const input = job.checked as Input;
	const wanted = readRows(rowsOf(job, input));
	const people = await tablePeople(job);
	const reader = makePlaceReader(caller);
	const width = input.concurrency ?? 8;
	const rows = await placeRows(reader, people, wanted, width);
	const facts = await readTableFacts(reader, people, rows, { width, removeMissing: input.removeMissing === true });
	const limits = { percent: input.deletionLimit ?? 10, ...defined({ count: input.deletionLimitCount }) };
	const plan = planTable(rows, facts, limits);
	const summary = tableSummary(plan, { rows: rows.length, folders: facts.places.size }, limits);
	for (const note of summary.notes) showHint(job.context, note, 'warning');
	if (summary.blocked) showHint(job.context, blockedHint(summary.reasons), 'warning');
	// Only an explicit No changes anything.
	if (input.dryRun !== false)
		return [
			...plannedTable(plan.changes, 'planned', summary),
			tableSummaryItem(summary, { dry_run: true, status: 'planned' }),
		];
	if (summary.blocked)
		return blockedItems(job.context, {
			item: 0,
			summary,
			planned: plannedTable(plan.changes, 'blocked', summary),
			last: tableSummaryItem(summary, { dry_run: false, status: 'blocked' }),
			check: 'check that no row is missing; if none is, raise the limit under Options',
		});
	return await carryOut(job, caller, { reader, plan, summary, width });
};

/** All that is particular to Apply Table. The rows of a table name people and folders, and contain what is sent. */
export const handler: Handler = { run: applyTable, automatic: ['fullpath', 'member_id', 'group_id', 'permissions'] };
