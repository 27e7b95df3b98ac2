import { asList, entriesIn } from '../../protocol/operation/check/list';
import { type Field, labelOf, modeIn, type RefField } from '../../protocol/operation/fields';
import { isJsonObject } from '../../protocol/wire/json';
import type { LibraryError } from '../../protocol/wire/libraryError';
import { emptyPieceError, type Origin } from '../../protocol/wire/paths';

/* How a value as it stands in the workflow comes to be. */

/** Whether a value as it stands in the workflow has an expression in it. */
export const hasExpression = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);

/** Whether there is one that no model fills in: a model may leave a field empty. */
export const hasOwnExpression = (raw: unknown): boolean =>
	hasExpression(raw) && !/\$fromAI\b/i.test(JSON.stringify(raw));

/**
 * One field of an item and nothing else, e.g. `{{ $json.fullpath }}` or `{{ $('List').item.json["path"] }}`: nothing is
 * put together. A call with arguments of its own, such as `$fromAI('path')`, is none of an item.
 */
const FIELD_OF_ITEM =
	/^=\s*\{\{\s*\$(?:json|input|\(["'][^"'{}]*["']\))(?:\.\w+(?:\(\))?|\[["'][^"'{}]*["']\]|\[\d+\])+\s*\}\}$/;

/** Where a value comes from, by how it stands in the workflow. */
export function originOf(raw: unknown): Origin {
	if (!hasExpression(raw)) return 'typed';
	return typeof raw === 'string' && FIELD_OF_ITEM.test(raw) ? 'item' : 'made';
}

/* Which paths in a form an expression has made, in rows and lists too, and whether one of them has an empty piece. */

/** The texts that one value stands for: a list, JSON text of one, or with `bars` one with bars between. */
function textsIn(value: unknown, hasBars = false): string[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value.flatMap((each) => textsIn(each, hasBars)) : [];
	const [only, ...more] = entriesIn(value, 'path');
	if (more.length > 0 || only !== value) return textsIn([only, ...more], hasBars);
	return hasBars ? value.split('|') : [value];
}

/** Whether a locator names a folder in which something is put, or, in an operation that only reads, looked for. */
function isPlace({ into, modes }: RefField, isRead: boolean): boolean {
	const all = Object.values(modes);
	const isEntry = 'id' in modes || all.some(({ search }) => search === 'entriesByPath');
	return into === true || (isRead && !isEntry && all.some(({ root }) => root !== undefined));
}

/** Where a value is: what errors call it, and how it stands in the workflow, which costs. */
interface Where {
	readonly label: string;
	readonly isRead: boolean;
	raw(): unknown;
}

function refusedText(texts: readonly string[], { label, raw }: Where, isPlace = false): LibraryError | undefined {
	const refusals = texts.map((path) => {
		const asMade = emptyPieceError(label, path, { origin: 'made', isPlace });
		return asMade && emptyPieceError(label, path, { origin: originOf(raw()), isPlace });
	});
	return refusals.find((refusal) => refusal !== undefined);
}

function refusedInRows(
	cells: Readonly<Record<string, Field>>,
	value: unknown,
	{ label, isRead, raw }: Where,
): LibraryError | undefined {
	for (const [at, row] of asList(value ?? []).entries())
		for (const [key, cell] of isJsonObject(row) ? Object.entries(cells) : []) {
			const entered = (): unknown => {
				const rows = raw();
				// Rows that stand in the workflow one by one; otherwise one expression makes them all.
				if (!isJsonObject(rows) || !Array.isArray(rows.rows)) return rows;
				const rawRow: unknown = rows.rows[at];
				return isJsonObject(rawRow) ? rawRow[key] : rawRow;
			};
			const where = { label: `${label}, row ${at + 1}, ${labelOf(key, cell)}`, isRead, raw: entered };
			const refused = refusedPath(cell, isJsonObject(row) ? row[key] : undefined, where);
			if (refused) return refused;
		}
	return undefined;
}

/**
 * The error for the first path of a field that an expression made with an empty piece; undefined where there is none.
 * `isRead`: the operation only reads.
 */
export function refusedPath(field: Field, value: unknown, where: Where): LibraryError | undefined {
	if (field.kind === 'rows') return refusedInRows(field.cells, value, where);
	if ((field.kind === 'text' && field.path) || (field.kind === 'list' && field.of === 'path'))
		return refusedText(textsIn(value), where);
	if (field.kind !== 'ref' || !isJsonObject(value)) return undefined;
	const mode = modeIn(field.modes, value.by);
	if (mode?.of !== 'path' && mode?.of !== 'paths') return undefined;
	const entered = (): unknown => {
		const raw = where.raw();
		return isJsonObject(raw) && 'value' in raw ? raw.value : raw;
	};
	return refusedText(textsIn(value.value, mode.bars), { ...where, raw: entered }, isPlace(field, where.isRead));
}
