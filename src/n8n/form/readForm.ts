import { tryToParseDateTime, type IPollFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { labelOf } from '../../protocol/operation/check';
import type { AnyOperation } from '../../protocol/operation/define';
import type { DateField, Field, RefField } from '../../protocol/operation/fields';
import type { JsonObject } from '../../protocol/wire/json';
import { isCursorText } from '../../protocol/wire/feedCursor';
import { inputError } from '../../protocol/wire/libraryError';
import { placeOf } from './operationLayout';
import type { Form } from './parameters';

/** Below it a bare number is taken as seconds (in the year 5138), from it on as milliseconds (in 1973). */
const LARGEST_SECONDS = 1e11;

/**
 * Reads what was entered for one item, in the shape that `checkFields` takes. `collections` is filled with the
 * collections that were read for it, because each reading costs. Throws inputError for a text that is not a date.
 */
export function readInput(
	form: Form,
	op: AnyOperation,
	item: number,
	collections: Record<string, JsonObject> = {},
): JsonObject {
	const input: JsonObject = {};
	for (const [key, field] of Object.entries(op.input)) {
		const place = placeOf(field);
		const raw =
			place === 'top'
				? form.get(key, item)
				: (collections[place] ??= form.get(place, item, {}) as JsonObject)[key];
		const value = readValue(labelOf(key, field), field, raw, form.timezone());
		if (value !== undefined) input[key] = value;
	}
	return input;
}

/** The form of a trigger: `readInput` for a node that has no items. */
export function readForm(
	context: Pick<IPollFunctions | IWebhookFunctions, 'getTimezone'> & {
		getNodeParameter(name: string, fallback?: unknown): unknown;
	},
	op: AnyOperation,
): JsonObject {
	const form: Form = {
		get: (name, _item, fallback = null) => context.getNodeParameter(name, fallback),
		timezone: () => context.getTimezone(),
	};
	return readInput(form, op, 0);
}

/** A locator by its mode; a bare value from an expression counts as the first mode with text input. */
export function readRef(field: RefField<string, boolean>, raw: unknown): { by: string; value: unknown } {
	if (typeof raw === 'object' && raw !== null && 'mode' in raw) {
		const { mode, value } = raw as { mode: string; value: unknown };
		return { by: mode, value };
	}
	const typed = Object.keys(field.modes).find((mode) => !field.modes[mode]?.search);
	return { by: typed ?? 'list', value: raw };
}

/**
 * What one value of the form means. The only place that decides on empty values: they are "not entered"; 0 and false
 * are values.
 */
function readValue(label: string, field: Field, raw: unknown, timezone: string): unknown {
	if (raw === undefined || raw === null) return undefined;
	if (field.kind === 'ref') return readRef(field, raw);
	if (raw === '') return undefined;
	if (field.kind === 'date' && field.orCursor && isCursorText(raw)) return raw;
	if (field.kind === 'date') return readDate(label, field, raw, timezone);
	if (field.kind === 'rows') return (raw as { rows?: unknown }).rows ?? (Array.isArray(raw) ? raw : undefined);
	if (field.kind === 'list' && Array.isArray(raw) && raw.length === 0) return undefined;
	return raw;
}

/**
 * A time of the form: ISO text without an offset is in the time zone of the workflow, as everywhere in n8n. Where
 * only the day counts it is the day as written, in whatever time zone: 2026-12-31T23:00 in New York is the 31st.
 */
function readDate(
	label: string,
	field: Pick<DateField<boolean>, 'unit' | 'dayOnly'>,
	raw: unknown,
	timezone: string,
): Date {
	const number = typeof raw === 'number' || (typeof raw === 'string' && /^\d+$/.test(raw)) ? Number(raw) : undefined;
	if (number !== undefined) {
		const isSeconds = field.unit !== 'milliseconds' && number > 0 && number < LARGEST_SECONDS;
		return new Date(isSeconds ? number * 1000 : number);
	}
	try {
		const time = tryToParseDateTime(raw, timezone);
		return field.dayOnly || field.unit === 'day' ? new Date(`${time.toISODate()}T00:00:00Z`) : time.toJSDate();
	} catch {
		throw inputError(label, `"${String(raw)}" is not a date`, 'Enter a date such as 2026-12-31T18:00:00Z.');
	}
}
