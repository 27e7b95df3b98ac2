import type { JsonObject } from '../wire/json';
import { LibraryError } from '../wire/libraryError';
import { labelOf, type Choice, type DateField, type Field, type ListForm, type RefField } from './fields';
import { pickedValues } from './check/list';
import type { AnyOperation } from './define';

/* From checked values to wire parameters. */

type Wire = Record<string, string>;

const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
/** The wire name of a field; a locator has one for each mode instead. */
export const wireName = (key: string, field: Field): string => field.wire ?? snake(key);

/** Several values in one text; null when there are none. */
const joined = (values: readonly string[], form: ListForm): string | null => {
	if (values.length === 0) return null;
	return form === 'json' ? JSON.stringify(values) : values.join(form);
};
const wireChoice = (choices: Readonly<Record<string, Choice>>, value: string): string | null => {
	const wire = choices[value]?.wire;
	return wire === undefined ? value : wire;
};

function wireDate({ unit }: Pick<DateField, 'unit'>, date: Date): string {
	if (unit === 'day') return date.toISOString().slice(0, 10);
	return String(unit === 'seconds' ? Math.floor(date.getTime() / 1000) : date.getTime());
}

/** One checked value as wire text; null when the value means "leave it out". */
function wireText(field: Exclude<Field, RefField>, value: unknown): string | null {
	switch (field.kind) {
		case 'flag':
			return value ? (field.on ?? '1') : field.off === 'omit' ? null : field.off;
		case 'choice':
			return wireChoice(field.choices, value as string);
		case 'multi': {
			const values = (value as string[]).map((key) => wireChoice(field.choices, key) ?? key);
			return joined(values, field.form);
		}
		case 'list':
			return joined(value as string[], field.form);
		case 'rows':
			return joined(pickedValues(value as JsonObject[]), field.form ?? 'json');
		case 'date':
			return typeof value === 'string' ? value : wireDate(field, value as Date);
		case 'json':
			return JSON.stringify(value);
		default:
			return String(value);
	}
}

/** One checked value as its wire parameter; nothing when the value means "leave it out". */
function wireOf(key: string, field: Field, value: unknown): Wire {
	if (field.kind === 'ref') {
		const { by, value: text } = value as { by: string; value: string };
		const mode = field.modes[by];
		return mode ? { [mode.wire]: text } : {};
	}
	const text = wireText(field, value);
	return text === null ? {} : { [wireName(key, field)]: text };
}

/** What is sent for a field that was left empty: nothing, unless the interface always wants the parameter. */
function whenEmpty(key: string, field: Field): Wire {
	if (field.sentWhenEmpty === undefined) return {};
	const [mode] = field.kind === 'ref' ? Object.values(field.modes) : [];
	return { [mode?.wire ?? wireName(key, field)]: field.sentWhenEmpty };
}

/**
 * Turns what `checkFields` has checked into the wire parameters of an operation; identity, dateline and sign are added
 * later. Throws what `check` and `compose` of the operation throw, before anything is sent.
 */
export function encodeChecked(op: AnyOperation, checked: Readonly<Record<string, unknown>>): Wire {
	op.check?.(checked);
	const wire: Wire = {};
	for (const [key, field] of Object.entries(op.input)) {
		if (field.composed) continue;
		const value = checked[key];
		Object.assign(wire, value === undefined ? whenEmpty(key, field) : wireOf(key, field, value));
	}
	return { ...wire, ...op.compose?.(checked) };
}

/**
 * Refuses an update that changes nothing, which the service would answer with success. `checked` is what `checkFields`
 * answered. Throws LibraryError input.
 */
export function requireUpdate({ updates, input }: AnyOperation, checked: Readonly<Record<string, unknown>>): void {
	const changes = (key: string): boolean =>
		checked[key] !== undefined &&
		input[key] !== undefined &&
		Object.keys(wireOf(key, input[key], checked[key])).length > 0;
	if (!updates || updates.some(changes)) return;
	const labels = updates.flatMap((key) => (input[key] && !input[key].showFor ? [labelOf(key, input[key])] : []));
	const list = `${labels.slice(0, -1).join(', ')} or ${labels.at(-1) ?? ''}`;
	throw new LibraryError('input', `Choose at least one field to update: ${list}`, {
		field: labels[0] ?? '',
		retryable: false,
		hint: 'Without one of them nothing would change.',
	});
}
