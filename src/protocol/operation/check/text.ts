import { inputError } from '../../wire/libraryError';
import { toFullpath } from '../../wire/paths';
import type { TextField } from '../fields';

/** A wrong value as an error shows it; long texts are cut. */
export function shown(value: unknown): string {
	if (typeof value === 'string') return `"${value.slice(0, 60)}"`;
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : String(value);
}

/** A plain value as text. Throws inputError for a list or an object. */
export function plainText(label: string, value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	throw inputError(
		label,
		`must be text, but is ${shown(value)}`,
		'If the value comes from an expression, select a single value of the item.',
	);
}

/** The value of a text field; a path without the slashes around it. Throws inputError. */
export function checkText(label: string, field: TextField<boolean>, value: unknown): string {
	const entered = plainText(label, value);
	const result = field.path ? toFullpath(entered) : entered;
	const bad = [...(field.forbid ?? '')].find((c) => result.includes(c));
	if (bad) throw inputError(label, `can't contain "${bad}"`);
	if (result === '' && field.required) throw inputError(label, 'is required');
	return result;
}
