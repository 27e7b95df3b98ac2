import { tryToParseDateTime, type IPollFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { labelOf } from '../../protocol/operation/check';
import type { AnyOperation } from '../../protocol/operation/define';
import { inputError } from '../../protocol/wire/libraryError';
import type { DateField, Field, RefField } from '../../protocol/operation/fields';
import type { Form } from './parameters';
import { placeOf } from './properties';

type Values = Readonly<Record<string, unknown>>;

/**
 * A time of the form: ISO text without an offset is in the workflow's time zone, as everywhere in n8n.
 * Where only the day counts it is the day as written, wherever that is: 2026-12-31T23:00 in New York means the 31st.
 * A bare number is Unix milliseconds, or seconds when it is below 1e11 (the year 5138 in seconds).
 */
function readDate(label: string, field: DateField<boolean>, raw: unknown, timezone: string): Date {
	const number = typeof raw === 'number' || (typeof raw === 'string' && /^\d+$/.test(raw)) ? Number(raw) : undefined;
	if (number !== undefined)
		return new Date(number < 1e11 && number > 0 && field.unit !== 'milliseconds' ? number * 1000 : number);
	try {
		const time = tryToParseDateTime(raw, timezone);
		return field.dayOnly || field.unit === 'day' ? new Date(`${time.toISODate()}T00:00:00Z`) : time.toJSDate();
	} catch {
		throw inputError(label, `"${String(raw)}" is not a date`, 'Use a date as 2026-12-31T18:00:00Z.');
	}
}

/** A locator; a bare text from an expression is taken as its first mode that is typed in. */
export function readRef(field: RefField<string, boolean>, raw: unknown): { by: string; value: unknown } {
	if (typeof raw === 'object' && raw !== null && 'mode' in raw) {
		const { mode, value } = raw as { mode: string; value: unknown };
		return { by: mode, value };
	}
	const typed = Object.keys(field.modes).find((mode) => !field.modes[mode]?.search);
	return { by: typed ?? 'list', value: raw };
}

/** What one form value means. The one place that decides on empty ones: an empty value is "not given"; 0 and false are values. */
function readValue(label: string, field: Field, raw: unknown, timezone: string): unknown {
	if (raw === undefined || raw === null) return undefined;
	if (field.kind === 'ref') return readRef(field, raw);
	if (raw === '') return undefined;
	if (field.kind === 'date') return readDate(label, field, raw, timezone);
	if (field.kind === 'rows') return (raw as { rows?: unknown }).rows ?? (Array.isArray(raw) ? raw : undefined);
	if (field.kind === 'list' && Array.isArray(raw) && raw.length === 0) return undefined;
	return raw;
}

/** Reads what the person entered for one item, in the shape that `encode` takes. Throws inputError for a date that is none. */
export function readInput(form: Form, op: AnyOperation, item: number): Record<string, unknown> {
	const collections: Record<string, Values> = {};
	const input: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(op.input)) {
		const place = placeOf(field);
		const values = place === 'top' ? undefined : (collections[place] ??= form.get(place, item, {}) as Values);
		const raw = values ? values[key] : form.get(key, item);
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
): Record<string, unknown> {
	const form: Form = {
		get: (name, _item, fallback = null) => context.getNodeParameter(name, fallback),
		timezone: () => context.getTimezone(),
	};
	return readInput(form, op, 0);
}
