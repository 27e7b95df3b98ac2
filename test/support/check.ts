import { ok } from 'node:assert/strict';
import { isLibraryError, type LibraryError } from '../../src/protocol/wire/libraryError';

/** What something gave: its result, or the LibraryError that it threw. */
export type Outcome<T> = { readonly value: T; readonly error?: never } | { readonly error: LibraryError };

/** The result or LibraryError of a function. Throws every other error. */
export function outcomeOf<T>(run: () => T): Outcome<T> {
	try {
		return { value: run() };
	} catch (error) {
		if (isLibraryError(error)) return { error };
		throw error;
	}
}

/** The LibraryError of a function that must throw one. */
export function refusalOf(run: () => unknown): LibraryError {
	const { error } = outcomeOf(run);
	if (!error) throw new Error('nothing was refused');
	return error;
}

export async function outcomeLater<T>(run: () => Promise<T>): Promise<Outcome<T>> {
	try {
		return { value: await run() };
	} catch (error) {
		if (isLibraryError(error)) return { error };
		throw error;
	}
}

/** What every object inherits before anything ran. */
const INHERITED = Reflect.ownKeys(Object.prototype).length;

/** Throws when something has been added to what all objects inherit. */
export const nothingInherited = (): void =>
	ok(Reflect.ownKeys(Object.prototype).length === INHERITED, 'the prototype of all objects was changed');
