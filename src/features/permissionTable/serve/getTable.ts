import { readLibraryPeople, type LibraryPeople } from '../work/libraryPeople';
import { makePlaceReader, type PlaceReader } from '../work/placeReader';
import { placeNamed, readTable, type TableRequest } from '../work/readTable';
import type { Caller } from '../../../client/service/call';
import { readTree } from '../../../client/tree/readTree';
import type { getTable as operation } from '../entries';
import type { In } from '../../../protocol/operation/define';
import type { Subject, SubjectColumn } from '../../../protocol/catalogue/permissionCodes';
import { rowItem } from '../plan/tableRow';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { joinPath } from '../../../protocol/wire/paths';
import { withSameColumns } from '../../../n8n/context/sameColumns';
import { concurrencyIn } from '../../../n8n/form/nodeSettings';
import { enterpriseOf, type Job, type Handler, outputItem } from '../../../n8n/execute/job';

/**
 * Who takes part in the library of the node, with names and roles; undefined for a library authorization, which is not
 * told. Throws what `callerOf` and `readLibraryPeople` throw.
 */
export async function tablePeople(job: Parameters<typeof enterpriseOf>[0]): Promise<LibraryPeople | undefined> {
	const asked = await enterpriseOf(job);
	return asked && (await readLibraryPeople(asked.enterprise, asked.library));
}

type Input = In<typeof operation>;

/** What each mode of a locator is called in a row. */
const COLUMNS: Readonly<Record<'member' | 'department', Readonly<Record<string, SubjectColumn>>>> = {
	member: { list: 'member_id', id: 'member_id', outId: 'out_id', account: 'account' },
	department: { list: 'group_id', id: 'group_id', outId: 'group_out_id' },
};

const subjectsIn = (people: NonNullable<Input['people']>): Subject[] =>
	people.flatMap((row) => {
		const located = row[row.type];
		const column = located && COLUMNS[row.type][located.by];
		return located && column ? [{ type: row.type, by: column, value: located.value }] : [];
	});

/** The share of Concurrency that one item has while others run beside it. */
function widthOf({ context, form }: Pick<Job, 'context' | 'form'>): number {
	const width = concurrencyIn(form);
	return Math.max(1, Math.floor(width / Math.min(width, context.getInputData().length)));
}

/** The chosen places, each once, with the subfolders of as many levels as are wanted. */
async function placesIn(
	{ folders, subfolders = 0 }: Input,
	{ caller, reader, width }: { readonly caller: Caller; readonly reader: PlaceReader; readonly width: number },
): Promise<TableRequest['places']> {
	const places = new Map<string, TableRequest['places'][number]>();
	for (const { value: fullpath } of folders.map(({ folder }) => folder)) {
		places.set(fullpath, { fullpath });
		if (subfolders === 0 || !(await placeNamed(reader, fullpath)).isFolder) continue;
		for await (const found of readTree(caller, { folder: fullpath, concurrency: width, maxDepth: subfolders })) {
			const at = joinPath(fullpath, found.path);
			if (isFolder(found.entry) && !places.has(at)) places.set(at, { fullpath: at, entry: found.entry });
		}
	}
	return [...places.values()];
}

/** Reads a permission table: one item for each folder and member or department. Throws what `readTable` throws. */
export const handler: Handler<Input> = {
	// The rows of a table name people and folders, and contain what is sent.
	automatic: ['fullpath', 'member_id', 'group_id', 'permissions'],
	async run(job, caller) {
		const input = job.checked;
		const people = await tablePeople(job);
		const width = widthOf(job);
		const reader = makePlaceReader(caller);
		const places = await placesIn(input, { caller, reader, width });
		const request = { places, subjects: subjectsIn(input.people ?? []), width };
		const rows = await readTable(reader, people, request);
		return await withSameColumns(rows.map((row) => outputItem(rowItem(row, input.listsAsText === true))));
	},
};
