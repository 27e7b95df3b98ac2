import { inputError } from '../../wire/libraryError';
import { toFullpath } from '../../wire/paths';
import type { ListField } from '../fields';
import { checkInteger } from './number';
import { plainText } from './text';

/** One value, a list, or a list written as JSON text, as a list; the empty text is an empty list. */
export function asList(value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value === 'string' && value.trimStart().startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(value);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			/* not JSON: one value that begins with a bracket */
		}
	}
	return value === '' ? [] : [value];
}

/** The values of a list field as texts; paths without the slashes around them. Throws inputError. */
export function checkList(
	label: string,
	{ of, form, required }: Pick<ListField<boolean>, 'of' | 'form' | 'required'>,
	value: unknown,
): string[] {
	const parts = asList(value).map((entry) => {
		const part = of === 'int' ? String(checkInteger(label, entry)) : plainText(label, entry);
		return of === 'path' ? toFullpath(part) : part;
	});
	for (const part of parts) {
		if (part === '') throw inputError(label, 'contains an empty value', 'Remove the empty entry.');
		// The interface shows no escape for the separator, so such a value would name two other things (A13).
		if (form !== 'json' && part.includes(form))
			throw inputError(
				label,
				`"${part}" contains "${form}", which separates the values`,
				'Enter each value on its own row.',
			);
	}
	if (parts.length === 0 && required) throw inputError(label, 'is required');
	return parts;
}
