import { mapInTurns } from '../../client/async/inTurns';

/* Items with the same fields in the same order, so that a table of them has the same columns in each row. */

/** Most columns of a table. Rows with more names in all differ by mistake, and would grow with each other. */
const MAX_COLUMNS = 200;

/** Adds names to others, each behind the one that it follows in its own list, until there are too many. */
function joinColumns(columns: string[], names: readonly string[]): void {
	let after = -1;
	for (const name of names) {
		if (columns.length > MAX_COLUMNS) return;
		const at = columns.indexOf(name);
		if (at < 0) columns.splice(++after, 0, name);
		else after = at;
	}
}

/** What becomes an item, or is one. */
interface Row {
	readonly json: object;
	/** Of an item that failed. */
	readonly error?: unknown;
}

/** n8n tells what failed by its fields, so they stay as they are. */
const isFailure = ({ json, error }: Row): boolean =>
	error !== undefined || ('error' in json && json.error !== undefined);

/**
 * The entries of a list as rows of one table: each has all columns of all of them, in one order, with null where it has
 * nothing to say. Without it n8n shows `undefined` there, and what maps columns by the first item would lose the rest.
 * What failed (Continue On Fail) is no row; with more than 200 columns nothing is changed.
 */
export async function withSameColumns<R extends Row>(items: R[]): Promise<R[]> {
	const columns: string[] = [];
	await mapInTurns(items, (item) => isFailure(item) || joinColumns(columns, Object.keys(item.json)));
	if (columns.length > MAX_COLUMNS) return items;
	return await mapInTurns(items, (item) => {
		if (isFailure(item) || Object.keys(item.json).length === columns.length) return item;
		const cells = new Map<string, unknown>(Object.entries(item.json));
		return { ...item, json: Object.fromEntries(columns.map((name) => [name, cells.get(name) ?? null])) };
	});
}
