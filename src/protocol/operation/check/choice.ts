import { inputError } from '../../wire/libraryError';
import type { ChoiceField, MultiField } from '../fields';
import { asList } from './list';
import { emptyUpdate, plainText, shown } from './text';

type Choosing = ChoiceField<string, boolean> | MultiField<string, boolean>;

/** The key of one choice. Throws inputError for any other value. */
export function checkChoice(label: string, { choices }: Choosing, value: unknown): string {
	const entered = plainText(label, value);
	if (Object.hasOwn(choices, entered)) return entered;
	throw inputError(
		label,
		`${shown(entered)} is not one of ${Object.keys(choices).join(', ')}`,
		'Choose one of these values.',
	);
}

/**
 * The keys of several choices, each once. Keys contain no comma, so comma-separated text from an expression is a list
 * too. Throws inputError.
 */
export function checkChoices(label: string, field: MultiField<string, boolean>, value: unknown): string[] {
	const values =
		typeof value === 'string' && !value.startsWith('[')
			? value
					.split(',')
					.map((part) => part.trim())
					.filter(Boolean)
			: asList(value);
	if (values.length === 0 && field.required) throw inputError(label, 'is required');
	if (values.length === 0 && field.empty === 'refused') throw emptyUpdate(label);
	return [...new Set(values.map((part) => checkChoice(label, field, part)))];
}

/** Yes or no, also entered as text or as 0 and 1. Throws inputError. */
export function checkFlag(label: string, value: unknown): boolean {
	if (value === true || value === 1 || value === 'true' || value === '1') return true;
	if (value === false || value === 0 || value === 'false' || value === '0') return false;
	throw inputError(label, `must be true or false, but is ${shown(value)}`);
}
