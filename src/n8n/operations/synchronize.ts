import type { INodeExecutionData } from 'n8n-workflow';
import { applyPlan } from '../../client/directory/applyPlan';
import { readDirectory } from '../../client/directory/readDirectory';
import type { Caller } from '../../client/service/call';
import type { synchronizeDirectory } from '../../protocol/catalogue/directory';
import type { DirectoryRow } from '../../protocol/directory/directoryRow';
import type { DirectoryRules } from '../../protocol/directory/directoryRules';
import { fieldNames } from '../../protocol/directory/entryFields';
import { changesOf, planDirectory, type DirectoryPlan } from '../../protocol/directory/planDirectory';
import { summaryOf, type PlanSummary } from '../../protocol/directory/planSummary';
import { readWanted } from '../../protocol/directory/readWanted';
import { unknownFields, unusedNames } from '../../protocol/directory/unknownFields';
import type { In } from '../../protocol/operation/define';
import { defined } from '../../protocol/wire/json';
import { showHints } from './directoryHints';
import { outcomeItems, plannedItems, shownOutcome, summaryItem } from './directoryItems';
import { inputRows } from './inputRows';
import type { Handler } from './handler';
import type { Job } from './job';
import { blockedItems, stoppedError } from './planFailures';

type Input = In<typeof synchronizeDirectory>;

/** The entries of the wanted directory: the input items, or the list in the form. */
const rowsOf = (job: Job, { source, directory }: Input): DirectoryRow[] =>
	inputRows(job, source, {
		label: 'Directory',
		list: directory,
		of: 'members and departments',
		hint: 'Enter it as [{ "type": "department", … }, …].',
		rowHint: 'Enter each member and department as { "type": …, "outId": … }.',
	});

const rulesOf = (input: Input, now: number): DirectoryRules => ({
	missingMembers: input.missingMembers ?? (input.deleteMissingMembers === true ? 'delete' : 'leave'),
	deleteMissingDepartments: input.deleteMissingDepartments === true,
	limits: { percent: input.deletionLimit ?? 10, ...defined({ count: input.deletionLimitCount }) },
	resend: input.supervisorsAndOrder !== 'withChanges',
	now,
});

/** Makes the changes of a plan. Throws the failure that ended the run, with what was done before. */
async function apply(
	job: Job,
	caller: Caller,
	plan: DirectoryPlan,
	{ summary, width }: { summary: PlanSummary; width: number },
): Promise<INodeExecutionData[]> {
	const continueOnFail = job.context.continueOnFail();
	const { outcomes, stoppedBy } = await applyPlan(caller, plan.steps, { width, continueOnFail });
	if (stoppedBy) throw stoppedError(stoppedBy, outcomes, changesOf(plan).length, shownOutcome);
	const failed = outcomes.some(({ failure }) => failure !== undefined);
	const last = summaryItem(summary, { dryRun: false, status: failed ? 'failed' : 'done' }, outcomes);
	return [...outcomeItems(job, outcomes), last];
}

/**
 * Compares the directory that all input items together describe with the one of the service, and shows or makes the
 * changes: one item for each change, and a summary. Throws LibraryError input before anything is changed, and what
 * `readDirectory` and `apply` throw.
 */
async function synchronize(job: Job, caller: Caller): Promise<INodeExecutionData[]> {
	const input = job.checked as Input;
	const [rows, names] = [rowsOf(job, input), fieldNames(input)];
	const wanted = readWanted(rows, names);
	const rules = rulesOf(input, caller.clock.now());
	const width = input.concurrency ?? 4;
	const plan = planDirectory(await readDirectory(caller, wanted, rules, width), wanted, rules);
	const summary = summaryOf(plan, wanted, rules, unknownFields(rows, names));
	showHints(job, summary, unusedNames(rows, names));
	// Only an explicit No changes anything.
	if (input.dryRun !== false)
		return [
			...plannedItems(changesOf(plan), 'planned', summary),
			summaryItem(summary, { dryRun: true, status: 'planned' }),
		];
	if (summary.blocked)
		return blockedItems(job.context, {
			item: 0,
			summary,
			planned: plannedItems(changesOf(plan), 'blocked', summary),
			last: summaryItem(summary, { dryRun: false, status: 'blocked' }),
			check: 'check that the input is complete; if it is, raise the limit under Options',
		});
	return await apply(job, caller, plan, { summary, width });
}

/** All that is particular to Synchronize. It reads whole lists, page by page. */
export const handler: Handler = { run: synchronize, automatic: ['start', 'size'] };
