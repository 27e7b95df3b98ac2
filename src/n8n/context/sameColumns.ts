import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../../client/async/inTurns';

/** Adds names to others, each behind the one that it follows in its own list. */
function joinColumns(columns: string[], names: readonly string[]): void {
	if (names.every((name) => columns.includes(name))) return;
	let after = -1;
	for (const name of names) {
		const at = columns.indexOf(name);
		if (at < 0) columns.splice(++after, 0, name);
		else after = at;
	}
}

/**
 * The entries of a list as rows of one table: each has all columns of all of them, in one order, with null where it has
 * nothing to say. Without it n8n shows `undefined` there, and what maps columns by the first item would lose the rest.
 * What failed (Continue On Fail) is no row.
 */
export async function withSameColumns(items: readonly INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const columns: string[] = [];
	await mapInTurns(items, ({ json, error }) => error ?? joinColumns(columns, Object.keys(json)));
	return await mapInTurns(items, (item) => {
		if (item.error || Object.keys(item.json).length === columns.length) return item;
		const row: IDataObject = {};
		for (const name of columns) row[name] = item.json[name] ?? null;
		return { ...item, json: row };
	});
}
