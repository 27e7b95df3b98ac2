import { LibraryError } from '../wire/libraryError';

/* What the input says about the wanted directory: one entry for each member or department, read and checked one by one. */

/** Where an entry comes from: its input item (from 0), and how errors call the entry when the item alone does not tell. */
export interface Origin {
	readonly item: number;
	readonly where: string;
}
/** An entry as it came. */
export interface Row extends Origin {
	readonly json: Readonly<Record<string, unknown>>;
}

interface Described {
	readonly from: Origin;
	readonly outId: string;
	readonly name: string;
}
/** A department that is to be there. Without `parent` it stays where it is, `''` is the top level. */
export interface WantedDepartment extends Described {
	readonly parent?: string | undefined;
}
/** A member that is to be there. What is undefined stays as it is; no departments means the top level. */
export interface WantedMember extends Described {
	readonly account?: string | undefined;
	readonly email?: string | undefined;
	readonly phone?: string | undefined;
	readonly title?: string | undefined;
	readonly departments?: readonly string[] | undefined;
}
export interface Wanted {
	readonly departments: readonly WantedDepartment[];
	readonly members: readonly WantedMember[];
}

/** The fields of an entry as they are called unless the person says otherwise. */
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
type Key = keyof typeof FIELD_NAMES;
/** What each field of an entry is called in the input. */
export type FieldNames = Readonly<Record<Key, string>>;

const LABELS: Readonly<Record<Key, string>> = {
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

/** An entry that cannot be: names its field and its input item. Nothing was sent. */
export const refusal = (from: Origin, key: Key, message: string, hint?: string): LibraryError =>
	new LibraryError('input', `${from.where}${LABELS[key]}: ${message}`, {
		field: LABELS[key],
		item: from.item,
		...(hint ? { hint } : {}),
	});

/** The value of a field; a name with dots that is no field itself leads into objects. */
function valueAt(json: Readonly<Record<string, unknown>>, name: string): unknown {
	if (Object.hasOwn(json, name)) return json[name];
	let at: unknown = json;
	for (const part of name.split('.'))
		at =
			typeof at === 'object' && at !== null && Object.hasOwn(at, part)
				? (at as Record<string, unknown>)[part]
				: undefined;
	return at;
}

function plain(row: Row, names: FieldNames, key: Key, value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw refusal(
		row,
		key,
		`must be text, but is ${Array.isArray(value) ? 'a list' : 'an object'}`,
		`Look at the field "${names[key]}".`,
	);
}

/** Undefined for a field that is missing or null: nothing is said about it (ambiguities A15). */
function textIn(row: Row, names: FieldNames, key: Key): string | undefined {
	const value = valueAt(row.json, names[key]);
	return value === undefined || value === null ? undefined : plain(row, names, key, value);
}

function requiredIn(row: Row, names: FieldNames, key: Key): string {
	const value = textIn(row, names, key);
	if (value === undefined || value.trim() === '')
		throw refusal(row, key, 'is required', `The field "${names[key]}" is missing or empty.`);
	return value;
}

/** An external ID. The interface joins IDs by commas and shows no escape, so one with a comma would name two others (ambiguities A13). */
function identifier(row: Row, key: Key, value: string): string {
	if (value.includes(',')) throw refusal(row, key, `"${value}" holds ",", which separates external IDs`);
	return value;
}

function departmentsIn(row: Row, names: FieldNames): string[] | undefined {
	const value = valueAt(row.json, names.departmentOutIds);
	if (value === undefined || value === null) return undefined;
	const parts = Array.isArray(value)
		? (value as unknown[]).map((part) =>
				identifier(row, 'departmentOutIds', plain(row, names, 'departmentOutIds', part)),
			)
		: plain(row, names, 'departmentOutIds', value).split(',');
	return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

function departmentOf(row: Row, names: FieldNames, outId: string, name: string): WantedDepartment {
	// A name with a slash would read as a path (ambiguities I16).
	if (name.includes('/'))
		throw refusal(row, 'name', `"${name}" holds "/"`, 'Names of departments are joined by slashes to paths.');
	return { from: row, outId, name, parent: textIn(row, names, 'parentOutId') };
}

function memberOf(row: Row, names: FieldNames, outId: string, name: string): WantedMember {
	const [account, email, phone, title] = (['account', 'email', 'phone', 'title'] as const).map((key) =>
		textIn(row, names, key),
	);
	return {
		from: row,
		outId,
		name,
		account: account === '' ? undefined : account,
		email,
		phone,
		title,
		departments: departmentsIn(row, names),
	};
}

/** Remembers who has a value; throws for the second one. */
function unique(seen: Map<string, Row>, value: string, row: Row, key: Key): void {
	const first = seen.get(value);
	if (first)
		throw refusal(
			row,
			key,
			`"${value}" is given twice, first by ${first.where ? first.where.replace(/, $/, '') : `item ${first.item}`}`,
		);
	seen.set(value, row);
}

/**
 * The wanted directory. Throws LibraryError input with the item of the entry for an unknown type, an external ID or name that is
 * missing or empty, and an external ID or account that is given twice.
 */
export function readWanted(rows: readonly Row[], names: FieldNames): Wanted {
	const wanted = { departments: [] as WantedDepartment[], members: [] as WantedMember[] };
	const seen = {
		department: new Map<string, Row>(),
		member: new Map<string, Row>(),
		account: new Map<string, Row>(),
	};
	for (const row of rows) {
		const type = requiredIn(row, names, 'type').trim().toLowerCase();
		if (type !== 'member' && type !== 'department')
			throw refusal(
				row,
				'type',
				`"${type}" is neither member nor department`,
				`Look at the field "${names.type}".`,
			);
		const outId = identifier(row, 'outId', requiredIn(row, names, 'outId'));
		const name = requiredIn(row, names, 'name');
		unique(seen[type], outId, row, 'outId');
		if (type === 'department') {
			wanted.departments.push(departmentOf(row, names, outId, name));
		} else {
			const member = memberOf(row, names, outId, name);
			if (member.account !== undefined) unique(seen.account, member.account, row, 'account');
			wanted.members.push(member);
		}
	}
	return wanted;
}
