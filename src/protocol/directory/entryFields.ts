import { defined, textOf, type JsonObject } from '../wire/json';
import { LibraryError } from '../wire/libraryError';
import type { Origin } from './wantedDirectory';

/* What the fields of an entry are called: in the input, and in errors. */

/** The input field that each field of an entry is read from unless the form says otherwise. */
export const FIELD_NAMES = {
	type: 'type',
	outId: 'outId',
	name: 'name',
	account: 'account',
	email: 'email',
	phone: 'phone',
	title: 'title',
	parentOutId: 'parentOutId',
	departmentOutIds: 'departmentOutIds',
} as const;
export type FieldKey = keyof typeof FIELD_NAMES;
/** The input field that each field of an entry is read from. */
export type FieldNames = Readonly<Record<FieldKey, string>>;

const LABELS: Readonly<Record<FieldKey, string>> = {
	type: 'Type',
	outId: 'External ID',
	name: 'Name',
	account: 'Account',
	email: 'Email',
	phone: 'Phone',
	title: 'Title',
	parentOutId: 'Parent',
	departmentOutIds: 'Departments',
};

/** The names entered in the form, and the usual name for each field that was left empty. */
export function fieldNames(entered: Readonly<JsonObject>): FieldNames {
	const filled = Object.keys(FIELD_NAMES)
		.map((key) => [key, textOf(entered[key]).trim()] as const)
		.filter(([, name]) => name !== '');
	return { ...FIELD_NAMES, ...Object.fromEntries(filled) };
}

/** Wrong input in one field of an entry: names the field and the input item. Thrown before anything is sent. */
export const entryError = (from: Origin, key: FieldKey, message: string, hint?: string): LibraryError =>
	new LibraryError(
		'input',
		`${from.where}${LABELS[key]}: ${message}`,
		defined({ field: LABELS[key], item: from.item, hint }),
	);
