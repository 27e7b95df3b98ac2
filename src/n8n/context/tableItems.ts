import type { IDataObject } from 'n8n-workflow';
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

interface Row {
	readonly json: object;
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

/* Items as people read them in a table. */

/** What people look for first where an item has it; any other beginning comes behind the path. */
const BEGINS_WELL = /^(?:event|action|date|status|viewer|link|url|(?:.*_)?(?:file)?name)$/;
const PATHS = ['fullpath', 'group_path'];
/** The ends of the names of fields that programs need and people do not read. */
const FOR_PROGRAMS = /(?:^|_)(?:ids?|hash|filehash|act|state|code|cursor|logo_url)$/;

/** 0 for what comes first, 1 for all else that people read, 2 for what only programs need. */
const rankOf = (name: string, begins: string | undefined): number =>
	name === begins ? 0 : FOR_PROGRAMS.test(name) ? 2 : 1;

/** The same fields in the order of a person: what it is about, then what people read, then IDs. */
export function namesFirst(json: IDataObject): IDataObject {
	const names = Object.keys(json);
	const begins = BEGINS_WELL.test(names[0] ?? '') ? names[0] : PATHS.find((path) => path in json);
	const ordered = [0, 1, 2].flatMap((rank) => names.filter((name) => rankOf(name, begins) === rank));
	return Object.fromEntries(ordered.map((name) => [name, json[name]]));
}
