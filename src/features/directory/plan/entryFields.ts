import { rowError, type RowField, type RowOrigin } from '../../../protocol/rows/inputRow';
import { type JsonObject, textOf } from '../../../protocol/wire/json';
import type { LibraryError } from '../../../protocol/wire/libraryError';

/* What the fields of an entry are called: in the input, and in errors. */

const field = (label: string, ...names: [string, ...string[]]): RowField => ({ label, names });

/**
 * The fields of an entry: what errors call each, and the input fields that it is read from unless the form says
 * otherwise. With the names that the service uses, the items of Member: Get Many and Department: Get Many are input as
 * they are.
 */
export const ENTRY_FIELDS = {
	type: field('Type', 'type'),
	outId: field('External ID', 'out_id', 'outId'),
	name: field('Name', 'name', 'member_name', 'group_name'),
	account: field('Account', 'account'),
	email: field('Email', 'email', 'member_email'),
	phone: field('Phone', 'phone', 'member_phone'),
	title: field('Title', 'title', 'member_title'),
	enabled: field('Enabled', 'enabled', 'state'),
	expires: field('Expires', 'expires', 'expire'),
	leader: field('Supervisor', 'leader'),
	leaderOutId: field('Supervisor External ID', 'leader_out_id', 'leaderOutId'),
	leaderAccount: field('Supervisor Account', 'leader_account', 'leaderAccount'),
	parentOutId: field('Parent', 'parent_out_id', 'parentOutId'),
	departmentOutIds: field('Departments', 'department_out_ids', 'departmentOutIds', 'group_out_ids'),
	order: field('Order', 'order', 'orderby'),
};
export type FieldKey = keyof typeof ENTRY_FIELDS;
/** The fields of an entry as the input has them. */
export type EntryFields = Readonly<Record<FieldKey, RowField>>;

/** Fields of the service by which an entry without a type is recognized: only one of the two types has them. */
export const TYPE_SHOWN_BY = {
	member: ['member_id', 'member_name'],
	department: ['group_id', 'group_path', 'group_name', 'parent_id'],
} as const;

const OF_DEPARTMENTS: readonly FieldKey[] = ['parentOutId', 'order'];
const OF_BOTH: readonly FieldKey[] = ['type', 'outId', 'name'];
const KEYS = Object.keys(ENTRY_FIELDS) as FieldKey[];

/** The fields of entries of each type; all others say nothing about it. */
export const FIELDS_OF: Readonly<Record<'member' | 'department', readonly FieldKey[]>> = {
	member: KEYS.filter((key) => !OF_DEPARTMENTS.includes(key)),
	department: [...OF_BOTH, ...OF_DEPARTMENTS],
};

/** The fields by the names entered in the form, and by the usual names where it was left empty or has one of those. */
export function entryFields(entered: Readonly<JsonObject> = {}): EntryFields {
	const fields = KEYS.map((key): [FieldKey, RowField] => {
		const usual = ENTRY_FIELDS[key];
		const name = textOf(entered[key]).trim();
		const isUsual = ['', usual.names[0], key].includes(name);
		return [key, isUsual ? usual : { ...usual, names: [name] }];
	});
	return Object.fromEntries(fields) as EntryFields;
}

/** Names that the form gives to fields: what no entry has, it misspells. */
export const namesOfForm = (fields: EntryFields): string[] =>
	KEYS.flatMap((key) => (fields[key] === ENTRY_FIELDS[key] ? [] : [fields[key].names[0]]));

/** Wrong input in one field of an entry: names the field and the input item. Thrown before anything is changed. */
export const entryFieldError = (from: RowOrigin, key: FieldKey, message: string, hint?: string): LibraryError =>
	rowError(from, ENTRY_FIELDS[key].label, message, hint);
