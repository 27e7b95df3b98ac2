import { randomBytes } from 'node:crypto';
import { checkFields } from './check';
import type { AnyOperation } from './define';
import type { Choice, Field, ListForm } from './fields';

const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
/** The wire name of a field; a locator has one for each mode instead. */
export const wireName = (key: string, field: Field): string => field.wire ?? snake(key);

const joined = (values: readonly string[], form: ListForm): string =>
	form === 'json' ? JSON.stringify(values) : values.join(form);
const wireChoice = (choices: Readonly<Record<string, Choice>>, value: string): string | null => {
	const wire = choices[value]?.wire;
	return wire === undefined ? value : wire;
};

/** One checked value as its wire parameter; nothing when the value means "leave it out". */
function wireOf(key: string, field: Field, value: unknown): Record<string, string> {
	const name = wireName(key, field);
	const one = (text: string | null): Record<string, string> => (text === null ? {} : { [name]: text });
	switch (field.kind) {
		case 'flag':
			return one(value ? (field.on ?? '1') : field.off === 'omit' ? null : field.off);
		case 'choice':
			return one(wireChoice(field.choices, value as string));
		case 'multi': {
			const values = (value as string[]).map((v) => wireChoice(field.choices, v) ?? v);
			return one(values.length ? joined(values, field.form) : null);
		}
		case 'list':
			return one((value as string[]).length ? joined(value as string[], field.form) : null);
		case 'date': {
			const ms = (value as Date).getTime();
			if (field.unit === 'day') return one((value as Date).toISOString().slice(0, 10));
			return one(String(field.unit === 'seconds' ? Math.floor(ms / 1000) : ms));
		}
		case 'json':
			return one(JSON.stringify(value));
		case 'ref': {
			const { by, value: text } = value as { by: string; value: string };
			const mode = field.modes[by];
			return mode ? { [mode.wire]: text } : {};
		}
		default:
			return one(String(value));
	}
}

/** What a parameter is when the person gave nothing: absent, unless the interface wants it always. */
function whenAbsent(key: string, field: Field): Record<string, string> {
	if (field.kind === 'date' && field.absent !== undefined) return { [wireName(key, field)]: field.absent };
	if (field.kind === 'ref' && field.absent !== undefined)
		return { [Object.values(field.modes)[0]?.wire ?? wireName(key, field)]: field.absent };
	if (field.kind === 'text' && field.random) return { [wireName(key, field)]: randomBytes(8).toString('hex') };
	return {};
}

/**
 * Turns what a person entered into the wire parameters of an operation (identity, dateline and sign come later).
 * Throws inputError, naming the field as the form shows it, before anything is sent. Pure but for `random` fields.
 */
export function encode(op: AnyOperation, given: Readonly<Record<string, unknown>>): Record<string, string> {
	return encodeChecked(op, checkFields(op.input, given));
}

/** The same for values that `checkFields` has checked already. Throws what `compose` of the operation throws. */
export function encodeChecked(op: AnyOperation, checked: Readonly<Record<string, unknown>>): Record<string, string> {
	const wire: Record<string, string> = {};
	for (const [key, field] of Object.entries(op.input)) {
		if (field.composed) continue;
		const value = checked[key];
		Object.assign(wire, value === undefined ? whenAbsent(key, field) : wireOf(key, field, value));
	}
	return { ...wire, ...op.compose?.(checked as never) };
}
