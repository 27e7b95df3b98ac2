import { defined, type JsonObject } from '../wire/json';
import { LibraryError } from '../wire/libraryError';

/* A row of the input, and errors about it. */

/** Where a row comes from. */
export interface RowOrigin {
	/** Input item, from 0. */
	readonly item: number;
	/** Begins errors where the item does not identify the row, e.g. `Directory 3, `; '' elsewhere. */
	readonly where: string;
}

/** One row as it was handed in. */
export interface InputRow extends RowOrigin {
	readonly json: Readonly<JsonObject>;
}

/** How a row is called beside another one: `item 3`, or `Directory 3`. */
export const rowName = ({ where, item }: RowOrigin): string =>
	where === '' ? `item ${item}` : where.replace(/, $/, '');

/** Wrong input in one row: names the field and the row. Thrown before anything is changed. */
export const rowError = ({ where, item }: RowOrigin, label: string, message: string, hint?: string): LibraryError =>
	new LibraryError('input', `${where}${label}: ${message}`, defined({ field: label, item, hint }));
