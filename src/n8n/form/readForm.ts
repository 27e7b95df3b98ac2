import { type IExecuteFunctions, type IPollFunctions, type IWebhookFunctions, tryToParseDateTime } from 'n8n-workflow';
import { asList } from '../../protocol/operation/check/list';
import { shown } from '../../protocol/operation/check/text';
import { valueAlong } from '../../protocol/operation/check/inputRow';
import { checkFields, contentOf } from '../../protocol/operation/check';
import type { Entered } from '../../protocol/operation/check/locator';
import type { AnyOperation, In } from '../../protocol/operation/define';
import { type DateField, type Field, labelOf, type RefField, type RowsField } from '../../protocol/operation/fields';
import { isCursorText } from '../../protocol/wire/feedCursor';
import { isJsonObject, isNothing, type JsonObject } from '../../protocol/wire/json';
import { gaveNothing, inputError } from '../../protocol/wire/libraryError';
import { hasExpression, hasOwnExpression, refusedPath } from './expressions';
import { placeOf, titleOfPlace } from './operationLayout';
import { countsDays, isDate, isoText, writtenDate } from '../../protocol/operation/check/date';

/** The parameters of a node as entered for each item. */
export interface Form {
	/**
	 * The value of a top-level parameter for one item; `whenMissing` where the node does not have it. It must not be
	 * changed, because other items read the same value. Throws n8n's ExpressionError.
	 */
	get(name: string, item: number, whenMissing?: unknown): unknown;
	/** The same as it stands in the workflow, where an expression is a text; null where it was never entered. */
	raw(name: string, item: number): unknown;
	timezone(): string;
}

type FormContext = Pick<IExecuteFunctions, 'getNodeParameter' | 'getTimezone'>;

/**
 * Reads the parameters of a node. For every read n8n resolves the parameter anew, copies it and searches all
 * properties of the node for its description; a value without an expression is the same for all items, so it is read
 * once, and any other once for all that is read of it for one item.
 */
export function formOf(context: FormContext): Form {
	const known = new Map<string, { readonly value: unknown; readonly holdsFor: (item: number) => boolean }>();
	let timezone: string | undefined;
	const raw = (name: string, item: number): unknown =>
		context.getNodeParameter(name, item, null, { rawExpressions: true });
	return {
		raw,
		timezone: () => (timezone ??= context.getTimezone()),
		get: (name, item, fallback) => {
			let latest = known.get(name);
			if (!latest?.holdsFor(item)) {
				const isFixed = !latest && !hasExpression(raw(name, item));
				// Values are checked by src/protocol/operation/check: the forms declare nothing that n8n could check.
				const value: unknown = context.getNodeParameter(name, item, null, { skipValidation: true });
				latest = { value, holdsFor: (other) => isFixed || other === item };
				known.set(name, latest);
			}
			return latest.value ?? fallback;
		},
	};
}

/**
 * Reads what was entered for one item, in the shape that `checkFields` takes; nothing is checked yet. Throws inputError
 * for a collection that is none.
 */
export function readInput(form: Form, op: AnyOperation, item: number): JsonObject {
	const input: JsonObject = {};
	for (const [key, field] of Object.entries(op.input)) {
		const place = placeIn(form, item, key, field);
		const added = place === 'top' ? undefined : readCollection(form, place, item);
		const raw = added ? added[key] : form.get(key, item);
		const isEmptied = added && Object.hasOwn(added, key) && (raw === undefined || raw === null);
		// What is empty must not pass for a filter that was not added; an update leaves such a field as it is.
		const isRefused = isEmptied && place !== 'updateFields' && field.empty === 'refused';
		const value = isRefused ? '' : readValue(field, raw, form.timezone());
		const label = labelOf(key, field);
		const entered = (): unknown => rawAt(form, item, place, key);
		const refusal = isMissed(field, place, raw, entered)
			? gaveNothing(label)
			: refusedPath(field, value, { label, isRead: op.reads === true, raw: entered });
		const result = refusal ?? value;
		if (result !== undefined) input[key] = result;
	}
	return input;
}

/**
 * Where a workflow has a field: where it was in the form when the workflow was saved, unless something else was entered
 * since than what is preset.
 */
function placeIn(form: Form, item: number, key: string, field: Field): string {
	const [place, { formerPlace }] = [placeOf(field), field];
	if (formerPlace === undefined) return place;
	const entered = rawAt(form, item, place, key);
	const preset = 'default' in field ? field.default : field.kind === 'flag' ? false : [];
	const isPreset = isNothing(entered) || JSON.stringify(entered) === JSON.stringify(preset);
	return isPreset && Object.hasOwn(readCollection(form, formerPlace, item), key) ? formerPlace : place;
}

/** What has a default that is safe, or may be left out by an item: a name, a choice, a switch. */
const MAY_BE_NOTHING: ReadonlySet<Field['kind']> = new Set(['text', 'choice', 'flag', 'json', 'binary']);

/** What an empty text, such as an empty cell of a table, is no value of. */
const EMPTY_IS_NOTHING: ReadonlySet<Field['kind']> = new Set(['int', 'size', 'date']);

/** Whether an expression gave nothing for what must not pass for a default: a filter, a number, a time, a place. */
function isMissed(field: Field, place: string, raw: unknown, entered: () => unknown): boolean {
	const value = contentOf(field, raw) ?? undefined;
	if (value !== undefined && !(value === '' && EMPTY_IS_NOTHING.has(field.kind))) return false;
	const isOptional = MAY_BE_NOTHING.has(field.kind) && field.empty !== 'refused' && !place.startsWith('filters');
	if (isOptional || place === 'updateFields' || field.optionalFor) return false;
	return hasOwnExpression(entered());
}

/** Whether an expression makes the value of a field, or a part of it. */
export const isExpression = (form: Form, item: number, key: string, field: Field): boolean =>
	hasExpression(rawAt(form, item, placeIn(form, item, key, field), key));

/** The value of a field as it stands in the workflow. */
export function rawAt(form: Form, item: number, place: string, key: string): unknown {
	if (place === 'top') return form.raw(key, item);
	const added = form.raw(place, item);
	return isJsonObject(added) ? added[key] : added;
}

/** The fields that were added to a collection, see `placeOf`. Throws inputError for any other value. */
export function readCollection(form: Form, place: string, item: number): JsonObject {
	const fields = form.get(place, item, {});
	if (isJsonObject(fields)) return fields;
	throw inputError(titleOfPlace(place), `must be a set of fields, but is ${shown(fields)}`);
}

/** The checked form of a trigger, which has no items. Throws inputError. */
export function readForm<Op extends AnyOperation>(
	context: Pick<IPollFunctions | IWebhookFunctions, 'getNode' | 'getTimezone'> & {
		getNodeParameter(name: string, whenMissing?: unknown): unknown;
	},
	op: Op,
): In<Op> {
	const form: Form = {
		get: (name, _item, fallback = null) => context.getNodeParameter(name, fallback) ?? fallback,
		raw: (name) => valueAlong(context.getNode().parameters, name.split('.')) ?? null,
		timezone: () => context.getTimezone(),
	};
	return checkFields(op.input, readInput(form, op, 0)) as In<Op>;
}

/** A locator by its mode; a bare value from an expression counts as the first mode with text input. */
export function readRef(field: RefField, raw: unknown): Entered {
	if (isJsonObject(raw) && 'mode' in raw) return { by: raw.mode, value: raw.value };
	const typed = Object.keys(field.modes).find((mode) => !field.modes[mode]?.search);
	return { by: typed ?? 'list', value: raw };
}

/** Rows as n8n keeps them; a list of rows, or one row, from an expression. Undefined when there are none. */
function readRows(field: RowsField, raw: unknown): unknown {
	const isRow = isJsonObject(raw) && !('rows' in raw);
	if (isRow && Object.keys(raw).length === 0) return undefined;
	const rows = isJsonObject(raw) && 'rows' in raw ? raw.rows : raw;
	if (rows === undefined || rows === null) return undefined;
	/** A locator by its mode; every other cell as it is, because an empty text is a value in a row. */
	const readCell = ([key, value]: [string, unknown]): [string, unknown] => {
		const cell = field.cells[key];
		return [key, cell?.kind === 'ref' && value !== undefined && value !== null ? readRef(cell, value) : value];
	};
	return asList(rows).map((row) => (isJsonObject(row) ? Object.fromEntries(Object.entries(row).map(readCell)) : row));
}

/**
 * What one value of the form means. The only place that decides on empty values: they are "not entered", unless the
 * field says what they mean; 0 and false are values.
 */
function readValue(field: Field, raw: unknown, timezone: string): unknown {
	if (raw === undefined || raw === null) return undefined;
	if (field.kind === 'ref') return readRef(field, withDatesAsText(raw, timezone));
	if (raw === '') return field.empty === undefined ? undefined : raw;
	if (field.kind === 'date') return field.orCursor && isCursorText(raw) ? raw : readDate(field, raw, timezone);
	const value = field.kind === 'json' ? raw : withDatesAsText(raw, timezone);
	if (field.kind === 'rows') return readRows(field, value);
	if (field.kind === 'list' && Array.isArray(value) && value.length === 0) return undefined;
	return value;
}

/** A date of an expression: JavaScript's own, or one of Luxon such as `$now`. */
const isDateObject = (value: unknown): boolean =>
	isDate(value) || (isJsonObject(value) && 'isLuxonDateTime' in value && typeof value.toISO === 'function');

/** The same date in Luxon's type: in its own time zone, otherwise in that of the workflow; undefined for no date. */
function dateTimeOf(value: unknown, timezone: string): ReturnType<typeof tryToParseDateTime> | undefined {
	try {
		return tryToParseDateTime(value, timezone);
	} catch {
		return undefined;
	}
}

/**
 * A time of the form: text without an offset is in the time zone of the workflow, as everywhere in n8n. Where only the
 * day counts it is the day as written, in whatever time zone: 2026-12-31T23:00 in New York is the 31st. What is no date
 * stays as it is, for `checkDate` to refuse.
 */
export function readDate(field: Pick<DateField, 'unit' | 'dayOnly'>, raw: unknown, timezone: string): unknown {
	const isDay = countsDays(field);
	if (isDateObject(raw)) {
		const time = dateTimeOf(raw, timezone);
		return (isDay ? time?.toISODate() : time?.toJSDate()) ?? raw;
	}
	const written = typeof raw === 'string' ? writtenDate(raw) : undefined;
	if (!written || isDay || written.offset !== undefined) return raw;
	return dateTimeOf(isoText(written), timezone)?.toJSDate() ?? raw;
}

/** The day that a time zone has at a point in time (Unix milliseconds), as YYYY-MM-DD. */
export const dayIn = (timeZone: string, time: number): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);

/**
 * A value with the dates in it as ISO text in the time zone of the workflow, as n8n itself shows them in a text. What
 * is below a row of a list or of a collection stays as it is.
 */
function withDatesAsText(raw: unknown, timezone: string, depth = 0): unknown {
	if (isDateObject(raw)) return dateTimeOf(raw, timezone)?.toISO() ?? raw;
	if (depth === 4) return raw;
	const inside = (value: unknown): unknown => withDatesAsText(value, timezone, depth + 1);
	if (Array.isArray(raw)) return raw.some(isObject) ? raw.map(inside) : raw;
	if (!isJsonObject(raw) || !Object.values(raw).some(isObject)) return raw;
	return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, inside(value)]));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
