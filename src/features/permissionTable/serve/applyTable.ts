import { makePlaceReader } from '../work/placeReader';
import { placeRows } from '../work/placedRows';
import { tableMaking } from '../work/makeTableChange';
import { readTableFacts } from '../work/tableFacts';
import { inTurns } from '../../../client/async/inTurns';
import type { applyTable as operation } from '../entries';
import type { In } from '../../../protocol/operation/define';
import { planTable } from '../plan/planTable';
import { readRows } from '../plan/readRows';
import type { InputRow } from '../../../protocol/rows/inputRow';
import { defined } from '../../../protocol/wire/json';
import { inputRows, type Handler, type Job } from '../../../n8n/execute/job';
import { runPlan } from '../../../n8n/plan/runPlan';
import { tablePeople } from './getTable';

type Input = In<typeof operation>;

const rowsOf = async (job: Job<Input>, { source, table }: Input): Promise<InputRow[]> =>
	await inputRows(job, source, {
		label: 'Table',
		key: 'table',
		list: table,
		of: 'rows',
		hint: 'Enter it as [{ "fullpath": …, "member_id": …, "granted": […] }, …].',
	});

/**
 * Brings permissions in line with the rows. Throws LibraryError input before anything is changed, and what reading and
 * `runPlan` throw.
 */
export const handler: Handler<Input> = {
	// The rows of a table name people and folders, and contain what is sent.
	automatic: ['fullpath', 'member_id', 'group_id', 'permissions'],
	async run(job, caller) {
		const { removeMissing = false, deletionLimit = 10, deletionLimitCount, ...input } = job.checked;
		const wanted = await inTurns(readRows(await rowsOf(job, input)));
		const people = await tablePeople(job);
		const reader = makePlaceReader(caller);
		const width = input.concurrency ?? 8;
		const rows = await placeRows(reader, people, wanted, width);
		const skipsUnknown = input.unknownSubjects === 'skip';
		const setUnknownAside = skipsUnknown || job.context.continueOnFail();
		const facts = await readTableFacts(reader, people, rows, { width, removeMissing, setUnknownAside });
		const plan = planTable(rows, facts, {
			limits: { percent: deletionLimit, ...defined({ count: deletionLimitCount }) },
			// A dry run only says so.
			failsForUnknown: !skipsUnknown && input.dryRun === false,
			describesAll: removeMissing,
		});
		return await runPlan(job, {
			...{ plan: await inTurns(plan), making: tableMaking(reader, skipsUnknown), caller, width },
			verb: 'Setting permissions',
			whenBlocked: 'check that no row is missing; if none is, raise the limit under Options',
		});
	},
};
