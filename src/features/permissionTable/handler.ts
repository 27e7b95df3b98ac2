import type { INodeExecutionData } from 'n8n-workflow';
import { inTurns, mapInTurns } from '../../client/async/inTurns';
import type { Caller } from '../../client/service/call';
import { readTree } from '../../client/tree/readTree';
import { withSameColumns } from '../../n8n/context/tableItems';
import {
	enterpriseOf,
	type Handler,
	inputRows,
	type Job,
	outputItem,
	type HandlerFor,
	handles,
} from '../../n8n/execute/job';
import { concurrencyIn } from '../../n8n/form/nodeSettings';
import { runPlan } from '../../n8n/plan/runPlan';
import type { Subject, SubjectColumn } from '../../protocol/catalogue/permissionCodes';
import type { PermissionTableRow } from '../../protocol/answers/items';
import type { In } from '../../protocol/operation/define';
import { isFolder } from '../../protocol/tree/entryFilter';
import { joinPath } from '../../protocol/wire/paths';
import { applyTable, getTable } from './entries';
import { planTable } from './plan/planTable';
import { readRow } from './plan/readRows';
import { rowItem, rowWithLists } from './plan/tableItems';
import { TableMaking } from './work/makeTableChange';
import { makePlaceReader, type PlaceReader, readLibraryPeople } from './work/placeReader';
import { placeNamed, readTable, type TableRequest } from './work/readTable';
import { placeRows, readTableFacts } from './work/tableFacts';

/** Reads with at most `width` requests at a time. Throws what `callerOf` and `readLibraryPeople` throw. */
async function readerOf<I>(job: Job<I>, caller: Caller, width: number): Promise<PlaceReader> {
	const asked = await enterpriseOf(job);
	return makePlaceReader(caller, width, asked && (await readLibraryPeople(asked.enterprise, asked.library)));
}

type Input = In<typeof getTable>;

const COLUMNS: Readonly<Record<'member' | 'department', Readonly<Record<string, SubjectColumn>>>> = {
	member: { list: 'member_id', id: 'member_id', outId: 'out_id', account: 'account' },
	department: { list: 'group_id', id: 'group_id', outId: 'group_out_id' },
};

/** The chosen places, each once, with the subfolders of as many levels as are wanted. */
async function placesIn(
	{ folders, subfolders = 0 }: Input,
	caller: Caller,
	reader: PlaceReader,
): Promise<TableRequest['places']> {
	const reading = { concurrency: reader.width, maxDepth: subfolders };
	const places = new Map<string, TableRequest['places'][number]>();
	for (const { value: fullpath } of folders.map(({ folder }) => folder)) {
		places.set(fullpath, { fullpath });
		if (subfolders === 0 || !(await placeNamed(reader, fullpath)).isFolder) continue;
		for await (const found of readTree(caller, { folder: fullpath, ...reading })) {
			const at = joinPath(fullpath, found.path);
			if (isFolder(found.entry) && !places.has(at)) places.set(at, { fullpath: at, entry: found.entry });
		}
	}
	return [...places.values()];
}

/** Reads a permission table: one item for each folder and member or department. Throws what `readTable` throws. */
const read: Handler<Input, PermissionTableRow> = {
	// The rows of a table name people and folders, and contain what is sent.
	automatic: ['fullpath', 'member_id', 'group_id', 'permissions'],
	async run(job, caller) {
		const input = job.checked;
		const reader = await readerOf(job, caller, concurrencyIn(job.form));
		const places = await placesIn(input, caller, reader);
		const subjects = (input.people ?? []).flatMap((row): Subject[] => {
			const located = row[row.type];
			const column = located && COLUMNS[row.type][located.by];
			return located && column ? [{ type: row.type, by: column, value: located.value }] : [];
		});
		const rows = await readTable(reader, { places, subjects });
		return await withSameColumns(
			input.listsAsText === false
				? // The schema has the texts.
					rows.map((row): INodeExecutionData =>
						outputItem<PermissionTableRow<readonly string[]>>(rowWithLists(row)),
					)
				: rows.map((row) => outputItem<PermissionTableRow>(rowItem(row))),
		);
	},
};

/**
 * Brings permissions in line with the rows. Throws LibraryError input before anything is changed, and what reading and
 * `runPlan` throw.
 */
const apply: HandlerFor<typeof applyTable> = {
	// The rows of a table name people and folders, and contain what is sent.
	automatic: ['fullpath', 'member_id', 'group_id', 'permissions'],
	async run(job, caller) {
		const { removeMissing = false, deletionLimit: percent = 10, ...input } = job.checked;
		const given = await inputRows(job, {
			key: 'table',
			of: 'rows',
			hint: 'Enter it as [{ "fullpath": …, "member_id": …, "granted": […] }, …].',
		});
		const wanted = await mapInTurns(given, readRow);
		const width = input.concurrency ?? 8;
		const reader = await readerOf(job, caller, width);
		const rows = await placeRows(reader, wanted);
		const skipsUnknown = input.unknownSubjects === 'skip';
		const setUnknownAside = skipsUnknown || job.context.continueOnFail();
		const facts = await readTableFacts(reader, rows, { removeMissing, setUnknownAside });
		const plan = planTable(rows, facts, {
			limits: { percent, count: input.deletionLimitCount ?? null },
			// A dry run only says so.
			failsForUnknown: !skipsUnknown && input.dryRun === false,
			describesAll: removeMissing,
		});
		return await runPlan(job, {
			plan: await inTurns(plan),
			making: new TableMaking(reader, skipsUnknown),
			caller,
			width,
			verb: 'Setting permissions',
			whenBlocked: 'check that no row is missing; if none is, raise the limit under Options',
		});
	},
};

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(getTable, read), handles(applyTable, apply)];
