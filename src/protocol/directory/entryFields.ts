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
	enabled: 'enabled',
	expires: 'expires',
	leader: 'leader',
	leaderOutId: 'leaderOutId',
	leaderAccount: 'leaderAccount',
	parentOutId: 'parentOutId',
	departmentOutIds: 'departmentOutIds',
	order: 'order',
} as const;
export type FieldKey = keyof typeof FIELD_NAMES;
/** The input fields that each field of an entry is read from: the name of the field, and others that mean the same. */
export type FieldNames = Readonly<Record<FieldKey, readonly [string, ...string[]]>>;

/**
 * What the service itself calls a field; read too, unless the form names the field. So the items of Member: Get Many
 * and Department: Get Many are input as they are.
 */
const ALSO_READ: Readonly<Partial<Record<FieldKey, readonly string[]>>> = {
	outId: ['out_id'],
	name: ['member_name', 'group_name'],
	email: ['member_email'],
	phone: ['member_phone'],
	title: ['member_title'],
	enabled: ['state'],
	expires: ['expire'],
	leaderOutId: ['leader_out_id'],
	leaderAccount: ['leader_account'],
	parentOutId: ['parent_out_id'],
	departmentOutIds: ['group_out_ids'],
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

/** The fields of entries of each type; all others say nothing about it. */
const OF_BOTH: readonly FieldKey[] = ['type', 'outId', 'name'];
export const FIELDS_OF: Readonly<Record<'member' | 'department', readonly FieldKey[]>> = {
	member: [
		...OF_BOTH,
		'account',
		'email',
		'phone',
		'title',
		'enabled',
		'expires',
		'leader',
		'leaderOutId',
		'leaderAccount',
		'departmentOutIds',
	],
	department: [...OF_BOTH, 'parentOutId', 'order'],
};

const isKey = (key: string): key is FieldKey => key in FIELD_NAMES;

/** The names entered in the form, and the usual names for each field that was left empty. */
export function fieldNames(entered: Readonly<JsonObject> = {}): FieldNames {
	const names = Object.keys(FIELD_NAMES)
		.filter(isKey)
		.map((key) => {
			const name = textOf(entered[key]).trim();
			const also = ALSO_READ[key];
			if (name !== '' && name !== FIELD_NAMES[key]) return [key, [name]];
			return [key, [FIELD_NAMES[key], ...(also ?? [])]];
		});
	return Object.fromEntries(names) as FieldNames;
}

/** Wrong input in one field of an entry: names the field and the input item. Thrown before anything is changed. */
export const entryError = (from: Origin, key: FieldKey, message: string, hint?: string): LibraryError =>
	new LibraryError(
		'input',
		`${from.where}${LABELS[key]}: ${message}`,
		defined({ field: LABELS[key], item: from.item, hint }),
	);
