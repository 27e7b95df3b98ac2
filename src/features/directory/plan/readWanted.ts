import { checkDate } from '../../../protocol/operation/check/date';
import {
	checkedIn,
	flagIn,
	type InputRow,
	requiredIn,
	rowName,
	rowText,
	givenIn,
	textIn,
	trimmedIn,
	valueAt,
} from '../../../protocol/operation/check/inputRow';
import { asJson } from '../../../protocol/operation/check/text';
import type { Steps } from '../../../protocol/plan/inSteps';
import { defined, isNothing, nameKey } from '../../../protocol/wire/json';
import { quoted } from '../../../protocol/wire/libraryError';
import { refuseAmbiguous } from './accounts';
import { refuseLoop } from './departmentTree';
import {
	ENTRY_FIELDS,
	entryFieldError,
	type EntryFields,
	FIELD_KEYS,
	type FieldKey,
	type LeaderReference,
	type WantedDepartment,
	type WantedDirectory,
	type WantedMember,
} from './directories';

/*
 * Fields of an entry that are more than text: IDs, states, days, supervisors. They are undefined where the input says
 * nothing, and throw LibraryError input for what cannot be read.
 */

/** The same external ID. The interface joins IDs by commas and has no escape (A13), so one with a comma is refused. */
function externalId(row: InputRow, key: FieldKey, value: string): string {
	if (value.includes(','))
		throw entryFieldError(row, key, `${quoted(value)} contains ",", which separates external IDs`);
	return value;
}

/** External IDs without repeats, from a list or from text with commas. */
function departmentOutIdsIn(row: InputRow, { departmentOutIds: field }: EntryFields): string[] | undefined {
	const said = givenIn(row, field);
	if (!said) return undefined;
	const { name, value } = said;
	const parts = Array.isArray(value)
		? value.map((part) => externalId(row, 'departmentOutIds', rowText(row, field, { name, value: part })))
		: rowText(row, field, said).split(',');
	return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

const ENABLED_HINT =
	'Use true or false, 1 or 0, or enabled or disabled. ' +
	'If this field has another meaning in your data, choose another one under Field Names.';

const NEVER = ['', '0', 'never'];

/** The last day of a temporary account as YYYY-MM-DD, entered as any date of a form; '' for no expiry. */
function expiresIn(row: InputRow, { expires }: EntryFields): string | undefined {
	const said = givenIn(row, expires);
	if (!said) return undefined;
	// A date object, also of n8n's expressions, is the text that it has in JSON.
	const text = rowText(row, expires, { ...said, value: asJson(said.value) }).trim();
	if (NEVER.includes(text.toLowerCase())) return '';
	const hint = 'Enter the last day of the account, e.g. 2026-12-31, or leave the field empty for no expiry.';
	const date = checkedIn(
		row,
		expires.label,
		(label) => checkDate(label, { unit: 'seconds', dayOnly: true }, text),
		hint,
	);
	// The first day of 1970 would be sent as 0, which removes the expiry.
	if (date.getTime() > 0) return date.toISOString().slice(0, 10);
	throw entryFieldError(row, 'expires', `${quoted(text)} is not a date`, hint);
}

const LEADERS = [
	['leaderOutId', 'outId'],
	['leaderAccount', 'account'],
	['leader', 'either'],
] as const;

/** Whom the member reports to, by one field only (I06); an empty reference removes the supervisor. */
function leaderIn(row: InputRow, fields: EntryFields): LeaderReference | undefined {
	const said = LEADERS.flatMap(([key, by]) => {
		const value = trimmedIn(row, fields[key]);
		return value === undefined ? [] : [{ key, by, value }];
	});
	const [first = said[0], second] = said.filter(({ value }) => value !== '');
	if (!second) return first;
	const hint = 'Use one of the fields for the supervisor.';
	throw entryFieldError(row, second.key, 'the supervisor is named by more than one field', hint);
}

/** The place of a department among its siblings. */
function orderIn(row: InputRow, { order }: EntryFields): number | undefined {
	const value = trimmedIn(row, order);
	if (!value) return undefined;
	if (/^-?\d+$/.test(value) && Number.isSafeInteger(Number(value))) return Number(value);
	const hint = `Check the field "${order.names[0]}".`;
	throw entryFieldError(row, 'order', `${quoted(value)} is not a whole number`, hint);
}

/* Fields of the input that say nothing, so that a misspelled name does not pass for a member without that field. */

/** Fields of the service by which an entry without a type is recognized: only one of the two types has them. */
const TYPE_SHOWN_BY = {
	member: ['member_id', 'member_name'],
	department: ['group_id', 'group_path', 'group_name', 'parent_id'],
} as const;

/** The fields of entries of each type; all others say nothing about it. */
const FIELDS_OF: Readonly<Record<'member' | 'department', readonly FieldKey[]>> = {
	member: FIELD_KEYS.filter((key) => key !== 'parentOutId' && key !== 'order'),
	department: ['type', 'outId', 'name', 'parentOutId', 'order'],
};

/** Names of the input fields that are read of entries of a type. */
const knownNames = (fields: EntryFields, type: 'member' | 'department'): ReadonlySet<string> =>
	new Set([
		...FIELDS_OF[type].flatMap((key) => fields[key].names.flatMap((name) => [name, ...name.split('.', 1)])),
		// The ID of a parent is no external ID: whoever sends it should know that it moves nothing.
		...TYPE_SHOWN_BY[type].filter((name) => name !== 'parent_id'),
	]);

/** Empty columns of a table say nothing about entries of the other type. */
const isEmpty = (value: unknown): boolean => isNothing(value) || (Array.isArray(value) && value.length === 0);

/** Names that the form gives to fields and that no entry has: a misspelled name would leave the field unchanged. */
export function unusedNames(rows: readonly InputRow[], fields: EntryFields): string[] {
	const ofForm = FIELD_KEYS.filter((key) => fields[key] !== ENTRY_FIELDS[key]).map((key) => fields[key].names[0]);
	return [...new Set(ofForm)].filter((name) => rows.every(({ json }) => valueAt(json, name) === undefined));
}

/*
 * Reads and checks the input, before anything is sent: entry by entry, and what the entries say together. What only the
 * directory of the service can tell is checked by the plan: whether a member is new and so needs an account, whether a
 * department or supervisor that is not described exists, and who has an account.
 */

/** What an item of the service is, by the fields that only one type has; undefined where they don't tell. */
function typeShownIn({ json }: InputRow): 'member' | 'department' | undefined {
	const isShown = (type: 'member' | 'department'): boolean =>
		TYPE_SHOWN_BY[type].some((name) => json[name] !== undefined && json[name] !== null);
	const [member, department] = [isShown('member'), isShown('department')];
	return member === department ? undefined : member ? 'member' : 'department';
}

/**
 * Whether an entry is a member or a department: by its type, which items of the service do not have. Throws
 * LibraryError input for anything else.
 */
function typeIn(row: InputRow, fields: EntryFields): 'member' | 'department' {
	const shown = givenIn(row, fields.type) === undefined ? typeShownIn(row) : undefined;
	if (shown !== undefined) return shown;
	const type = requiredIn(row, fields.type).trim().toLowerCase();
	if (type === 'member' || type === 'department') return type;
	const message = `${quoted(type)} is neither member nor department`;
	throw entryFieldError(row, 'type', message, `Check the field "${fields.type.names[0]}".`);
}

function departmentIn(row: InputRow, fields: EntryFields, outId: string, name: string): WantedDepartment {
	// A name with a slash would read as a path (I16).
	const hint = 'Slashes separate the departments of a path.';
	if (name.includes('/')) throw entryFieldError(row, 'name', `${quoted(name)} contains "/"`, hint);
	const said = defined({ parent: trimmedIn(row, fields.parentOutId), order: orderIn(row, fields) });
	return { from: row, outId, name, ...said };
}

function memberIn(row: InputRow, fields: EntryFields, outId: string, name: string): WantedMember {
	const said = defined({
		// Every member has an account, so an empty one says nothing.
		account: trimmedIn(row, fields.account) || undefined,
		email: trimmedIn(row, fields.email),
		phone: textIn(row, fields.phone),
		title: textIn(row, fields.title),
		enabled: flagIn(row, fields.enabled, 'is neither enabled nor disabled', ENABLED_HINT),
		expires: expiresIn(row, fields),
		leader: leaderIn(row, fields),
		departments: departmentOutIdsIn(row, fields),
	});
	return { from: row, outId, name, ...said };
}

/** What tells a value from others, with the first row that has it, and how it is written there. */
type FirstUses = Map<string, readonly [row: InputRow, value: string]>;

/** Refuses a value that another row has had. `key` is what tells it from others. Throws LibraryError input. */
function requireUnique(usedBy: FirstUses, row: InputRow, field: FieldKey, value: string, key = value): void {
	const [first, written = value] = usedBy.get(key) ?? [];
	if (!first) return void usedBy.set(key, [row, value]);
	const as = written === value ? '' : ` as ${quoted(written)}`;
	throw entryFieldError(row, field, `${quoted(value)} is used twice, first by ${rowName(first)}${as}`);
}

/**
 * The wanted directory. Throws LibraryError input with the item of the entry for an unknown type, an external ID or
 * name that is missing or empty, a value that cannot be read, an external ID or account that is used twice, departments
 * below themselves, and a supervisor who may be one of two members.
 * Accounts are the same without regard to case.
 */
export function* readWanted(rows: readonly InputRow[], fields: EntryFields): Steps<WantedDirectory> {
	const departments: WantedDepartment[] = [];
	const members: WantedMember[] = [];
	const usedBy: Record<'department' | 'member' | 'account', FirstUses> = {
		department: new Map(),
		member: new Map(),
		account: new Map(),
	};
	const known = { member: knownNames(fields, 'member'), department: knownNames(fields, 'department') };
	const unknown = new Map<string, number>();
	for (const row of rows) {
		yield;
		const type = typeIn(row, fields);
		for (const name of Object.keys(row.json))
			if (!known[type].has(name) && !isEmpty(row.json[name])) unknown.set(name, (unknown.get(name) ?? 0) + 1);
		const outId = externalId(row, 'outId', requiredIn(row, fields.outId).trim());
		const name = requiredIn(row, fields.name);
		requireUnique(usedBy[type], row, 'outId', outId);
		if (type === 'department') {
			departments.push(departmentIn(row, fields, outId, name));
			continue;
		}
		const member = memberIn(row, fields, outId, name);
		const { account } = member;
		if (account !== undefined) requireUnique(usedBy.account, row, 'account', account, nameKey(account));
		members.push(member);
	}
	const parents = new Map(departments.map(({ outId, parent }) => [outId, parent]));
	for (const one of departments) refuseLoop(one, one.outId, (outId) => parents.get(outId));
	yield;
	refuseAmbiguous(members);
	return { departments, members, unknownFields: Object.fromEntries([...unknown].sort(([, a], [, b]) => b - a)) };
}
