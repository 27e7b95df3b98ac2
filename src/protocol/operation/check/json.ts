import { inputError } from '../../wire/libraryError';

/** A JSON value, entered as JSON text or as the value itself. Throws inputError. */
export function checkJson(label: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw inputError(label, `is not valid JSON (${reason})`, 'Check quotes, commas and brackets.');
	}
}
