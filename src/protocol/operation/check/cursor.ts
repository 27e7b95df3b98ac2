import { parseCursor } from '../../wire/feedCursor';
import { inputError } from '../../wire/libraryError';
import { shown } from './text';

/** The text of a cursor. Throws inputError for one that is not whole: half of it would repeat or lose changes. */
export function checkCursor(label: string, value: string): string {
	if (parseCursor(value)) return value.trim();
	throw inputError(
		label,
		`${shown(value)} is not a whole cursor`,
		'Use the value of the field "cursor" of an earlier item unchanged.',
	);
}
