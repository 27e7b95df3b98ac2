import { ok } from 'node:assert/strict';
import { threadMs } from './cpu';
import { isLibraryError, type LibraryError } from '../../src/protocol/wire/libraryError';

/* What properties of several targets ask. */

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

/** The same of a promise. */
export async function outcomeLater<T>(run: () => Promise<T>): Promise<Outcome<T>> {
	try {
		return { value: await run() };
	} catch (error) {
		if (isLibraryError(error)) return { error };
		throw error;
	}
}

/** A thousand times what the largest case of any target takes on a slow machine, in ms. */
const TOO_LONG_MS = 2_000;

/** The result of a function that must not take long, in time of the processor: whatever it is given, it ends soon. */
export function soon<T>(run: () => T): T {
	const before = threadMs();
	const result = run();
	const spent = threadMs() - before;
	ok(spent < TOO_LONG_MS, `it took ${Math.round(spent)} ms`);
	return result;
}

/** What every object inherits before anything ran. */
const INHERITED = Reflect.ownKeys(Object.prototype).length;

/** Throws when something has been added to what all objects inherit. */
export const nothingInherited = (): void =>
	ok(Reflect.ownKeys(Object.prototype).length === INHERITED, 'the prototype of all objects was changed');
