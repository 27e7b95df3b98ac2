import { rowError, type RowField, type RowOrigin } from '../rows/inputRow';
import { type JsonObject, textOf } from '../wire/json';
import type { LibraryError } from '../wire/libraryError';

/* What the fields of an entry are called: in the input, and in errors. */

/** The input field that each field of an entry is read from unless the form says otherwise. */
export const FIELD_NAMES = {
	type: 'type',
	outId: 'out_id',
	name: 'name',
	account: 'account',
	email: 'email',
	phone: 'phone',
	title: 'title',
	enabled: 'enabled',
	expires: 'expires',
	leader: 'leader',
	leaderOutId: 'leader_out_id',
	leaderAccount: 'leader_account',
	parentOutId: 'parent_out_id',
	departmentOutIds: 'department_out_ids',
	order: 'order',
} as const;
export type FieldKey = keyof typeof FIELD_NAMES;
/** The fields of an entry as the input has them. */
export type EntryFields = Readonly<Record<FieldKey, RowField>>;

/**
 * Other names that are read, unless the form names the field. With those that the service uses, the items of Member:
 * Get Many and Department: Get Many are input as they are.
 */
const ALSO_READ: Readonly<Partial<Record<FieldKey, readonly string[]>>> = {
	outId: ['outId'],
	name: ['member_name', 'group_name'],
	email: ['member_email'],
	phone: ['member_phone'],
	title: ['member_title'],
	enabled: ['state'],
	expires: ['expire'],
	leaderOutId: ['leaderOutId'],
	leaderAccount: ['leaderAccount'],
	parentOutId: ['parentOutId'],
	departmentOutIds: ['departmentOutIds', 'group_out_ids'],
	order: ['orderby'],
};
/** Fields of the service by which an entry without a type is recognized: only one of the two types has them. */
export const TYPE_SHOWN_BY = {
	member: ['member_id', 'member_name'],
	department: ['group_id', 'group_path', 'group_name', 'parent_id'],
} as const;

const LABELS: Readonly<Record<FieldKey, string>> = {
	type: 'Type',
	outId: 'External ID',
	name: 'Name',
	account: 'Account',
	email: 'Email',
	phone: 'Phone',
	title: 'Title',
	enabled: 'Enabled',
	expires: 'Expires',
	leader: 'Supervisor',
	leaderOutId: 'Supervisor External ID',
	leaderAccount: 'Supervisor Account',
	parentOutId: 'Parent',
	departmentOutIds: 'Departments',
	order: 'Order',
};

const OF_DEPARTMENTS: readonly FieldKey[] = ['parentOutId', 'order'];
const OF_BOTH: readonly FieldKey[] = ['type', 'outId', 'name'];
const isKey = (key: string): key is FieldKey => key in FIELD_NAMES;
const KEYS = Object.keys(FIELD_NAMES).filter(isKey);

/** The fields of entries of each type; all others say nothing about it. */
export const FIELDS_OF: Readonly<Record<'member' | 'department', readonly FieldKey[]>> = {
	member: KEYS.filter((key) => !OF_DEPARTMENTS.includes(key)),
	department: [...OF_BOTH, ...OF_DEPARTMENTS],
};

/** The name that the form gives to a field; undefined where that is the usual one, in either spelling. */
function enteredName(entered: Readonly<JsonObject>, key: FieldKey): string | undefined {
	const name = textOf(entered[key]).trim();
	return name === '' || name === FIELD_NAMES[key] || name === key ? undefined : name;
}

/** The fields by the names entered in the form, and by the usual names where it was left empty. */
export function entryFields(entered: Readonly<JsonObject> = {}): EntryFields {
	const fields = KEYS.map((key): [FieldKey, RowField] => {
		const name = enteredName(entered, key);
		const usual = [FIELD_NAMES[key], ...(ALSO_READ[key] ?? [])] as const;
		return [key, { label: LABELS[key], names: name === undefined ? usual : [name] }];
	});
	return Object.fromEntries(fields) as EntryFields;
}

/** Names that the form gives to fields: what no entry has, it misspells. */
export const namesOfForm = (fields: EntryFields): string[] =>
	KEYS.map((key) => [key, fields[key].names[0]] as const).flatMap(([key, name]) =>
		name === FIELD_NAMES[key] ? [] : [name],
	);

/** Wrong input in one field of an entry: names the field and the input item. Thrown before anything is changed. */
export const entryError = (from: RowOrigin, key: FieldKey, message: string, hint?: string): LibraryError =>
	rowError(from, LABELS[key], message, hint);
