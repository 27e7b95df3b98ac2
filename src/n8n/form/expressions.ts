import { asList, entriesIn } from '../../protocol/operation/check/list';
import { type Field, labelOf, type RefField } from '../../protocol/operation/fields';
import { isJsonObject, textOf } from '../../protocol/wire/json';
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

/** A path of a field, as it was read and as it stands in the workflow. */
interface MadePath {
	readonly label: string;
	readonly field: Field;
	readonly path: string;
	readonly raw: unknown;
}

/** The texts that one value stands for: a list, JSON text of one, or with `bars` one with bars between. */
function textsIn(value: unknown, hasBars = false): string[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value.flatMap((each) => textsIn(each, hasBars)) : [];
	const [only, ...more] = entriesIn(value, 'path');
	if (more.length > 0 || only !== value) return textsIn([only, ...more], hasBars);
	return hasBars ? value.split('|') : [value];
}

function* pathsOf(label: string, field: Field, value: unknown, raw: unknown): Iterable<MadePath> {
	const each = function* (texts: string[], entered: unknown): Iterable<MadePath> {
		for (const path of texts) yield { label, field, path, raw: entered };
	};
	if (field.kind === 'rows') yield* pathsOfRows(label, field.cells, value, raw);
	else if ((field.kind === 'text' && field.path) || (field.kind === 'list' && field.of === 'path'))
		yield* each(textsIn(value), raw);
	else if (field.kind === 'ref' && isJsonObject(value)) {
		const mode = Object.hasOwn(field.modes, textOf(value.by)) ? field.modes[textOf(value.by)] : undefined;
		const entered = isJsonObject(raw) && 'value' in raw ? raw.value : raw;
		if (mode?.of === 'path' || mode?.of === 'paths') yield* each(textsIn(value.value, mode.bars), entered);
	}
}

function* pathsOfRows(
	label: string,
	cells: Readonly<Record<string, Field>>,
	value: unknown,
	raw: unknown,
): Iterable<MadePath> {
	// Rows that stand in the workflow one by one; otherwise one expression makes them all.
	const rawRows = isJsonObject(raw) && Array.isArray(raw.rows) ? (raw.rows as unknown[]) : undefined;
	for (const [at, row] of asList(value ?? []).entries())
		for (const [key, cell] of isJsonObject(row) ? Object.entries(cells) : []) {
			const rawRow = rawRows?.[at];
			const entered = rawRows ? (isJsonObject(rawRow) ? rawRow[key] : rawRow) : raw;
			const cellValue = isJsonObject(row) ? row[key] : undefined;
			yield* pathsOf(`${label}, row ${at + 1}, ${labelOf(key, cell)}`, cell, cellValue, entered);
		}
}

/** Whether a locator names a folder in which something is put, or, in an operation that only reads, looked for. */
function isPlace({ into, modes }: RefField, isRead: boolean): boolean {
	const all = Object.values(modes);
	const isEntry = 'id' in modes || all.some(({ search }) => search === 'entriesByPath');
	return into === true || (isRead && !isEntry && all.some(({ root }) => root !== undefined));
}

/**
 * The error for the first path of a field that an expression made with an empty piece; undefined where there is none.
 * `raw` gives the field as it stands in the workflow, which costs.
 */
export function refusedPath(
	[label, field]: readonly [label: string, field: Field],
	value: unknown,
	{ isRead, raw }: { readonly isRead: boolean; raw(): unknown },
): LibraryError | undefined {
	const refusals = (entered: unknown) => {
		for (const made of pathsOf(label, field, value, entered)) {
			const origin = entered === undefined ? 'made' : originOf(made.raw);
			const place = made.field.kind === 'ref' && isPlace(made.field, isRead);
			const refused = emptyPieceError(made.label, made.path, { origin, isPlace: place });
			if (refused) return refused;
		}
		return undefined;
	};
	return refusals(undefined) && refusals(raw() ?? '');
}
