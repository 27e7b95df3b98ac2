import type { INodeExecutionData } from 'n8n-workflow';
import { applyPlan } from '../../client/directory/applyPlan';
import { readDirectory } from '../../client/directory/readDirectory';
import type { Caller } from '../../client/service/call';
import type { synchronizeDirectory } from '../../protocol/catalogue/directory';
import type { DeletionRules } from '../../protocol/directory/deletionLimit';
import type { DirectoryRow } from '../../protocol/directory/directoryRow';
import { fieldNames } from '../../protocol/directory/entryFields';
import { planDirectory } from '../../protocol/directory/planDirectory';
import { readWanted } from '../../protocol/directory/readWanted';
import type { In } from '../../protocol/operation/define';
import { isJsonObject } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { outcomeItem, plannedItem } from './directoryItems';
import type { Job } from './job';

type Input = In<typeof synchronizeDirectory>;

/** An entry of the list in the form; `at` counts from 0. */
function listedRow(json: unknown, at: number, item: number): DirectoryRow {
	if (isJsonObject(json)) return { item, where: `Directory ${at + 1}, `, json };
	const hint = 'Enter each member and department as { "type": …, "outId": … }.';
	throw inputError(`Directory ${at + 1}`, 'must be an object', hint);
}

/** The entries of the wanted directory: the input items, or the list in the form. */
function rowsOf({ context, item }: Job, { source, directory }: Input): DirectoryRow[] {
	if (source !== 'json') return context.getInputData().map(({ json }, at) => ({ item: at, where: '', json }));
	if (Array.isArray(directory)) return directory.map((entry, at) => listedRow(entry, at, item));
	const hint = 'Enter it as [{ "type": "department", … }, …].';
	throw inputError('Directory', 'must be a list of members and departments', hint);
}

const rulesOf = (input: Input): DeletionRules => ({
	deleteMembers: input.deleteMissingMembers === true,
	deleteDepartments: input.deleteMissingDepartments === true,
	deletionLimit: input.deletionLimit ?? 10,
});

/**
 * Compares the directory that all input items together describe with the one of the service, and shows or makes the
 * changes: one item for each change. Throws LibraryError input before anything is sent, and what `readDirectory` and
 * `applyPlan` throw.
 */
export async function synchronize(job: Job, caller: Caller): Promise<INodeExecutionData[]> {
	const input = job.checked as Input;
	const wanted = readWanted(rowsOf(job, input), fieldNames(input));
	const width = input.concurrency ?? 4;
	const plan = planDirectory(await readDirectory(caller, wanted, width), wanted, rulesOf(input));
	// Only an explicit No changes anything.
	if (input.dryRun !== false) return plan.map(plannedItem);
	const continueOnFail = job.context.continueOnFail();
	const outcomes = await applyPlan(caller, plan, { width, continueOnFail });
	return outcomes.map((outcome) => outcomeItem(job, outcome));
}
