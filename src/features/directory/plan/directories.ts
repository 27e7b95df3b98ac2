import { cellError, type RowField, type RowOrigin } from '../../../protocol/operation/check/inputRow';
import type { DeletionLimits } from '../../../protocol/plan/plan';
import { DAY_MS, type JsonObject, nameKey, textOf } from '../../../protocol/wire/json';
import type { LibraryError } from '../../../protocol/wire/libraryError';

/** What a plan may do beyond bringing about what the input describes. */
export interface DirectoryRules {
	readonly missingMembers: 'leave' | 'disable' | 'delete';
	readonly deleteMissingDepartments: boolean;
	/** Of the members and of the departments of the external directory, each. */
	readonly limits: DeletionLimits;
	/**
	 * Whether supervisors and orders, which no answer shows, are sent in every run; otherwise only with entries that
	 * change anyway.
	 */
	readonly resend: boolean;
	/** The time of the run in Unix ms: enabling an account that has expired has no effect. */
	readonly now: number;
}

/** Whether the last day of an account has ended. Assumption (I10): it is a day in UTC. */
export const hasExpired = (expires: string, now: number): boolean =>
	expires !== '' && now >= Date.parse(`${expires}T00:00:00Z`) + DAY_MS;

/* The directory that the service has. */

/** A department of the service. */
export interface CurrentDepartment {
	readonly id: string;
	/** '' for a department that was not created from the external directory. */
	readonly outId: string;
	readonly name: string;
	/** '' for one at the top level. */
	readonly parentId: string;
}

/** A member of the service. */
export interface CurrentMember {
	/** '' for a member that was not created from the external directory. */
	readonly outId: string;
	readonly name: string;
	readonly account: string;
	readonly email: string;
	readonly phone: string;
	readonly title: string;
	/** Whether the member may sign in; false also for an account that has expired. */
	readonly enabled: boolean;
	/** Last day of the account, YYYY-MM-DD; '' for no expiry. */
	readonly expires: string;
	/** External IDs of the departments the member is in; departments without an external ID are left out. */
	readonly departments: readonly string[];
	/** Whether member management lists the member, in a department or at the top level. */
	readonly listed: boolean;
}

/**
 * All members and departments of the service, as far as a plan needs them. Whom a member reports to and the order of
 * departments are not among them: no answer of the service shows these.
 */
export interface CurrentDirectory {
	readonly departments: readonly CurrentDepartment[];
	readonly members: readonly CurrentMember[];
	readonly placesRead: boolean;
}

/**
 * Whether a member or department can be named in a request. An external ID with a comma would name two others (A13), so
 * such entries are left alone, like those without an external ID.
 */
export const isExternal = ({ outId }: { readonly outId: string }): boolean => outId !== '' && !outId.includes(',');

/** Whether two spellings are one account or address. */
export const isSameName = (one: string, other: string | undefined): boolean =>
	one === other || nameKey(one) === nameKey(other);

/* The directory that the input asks for. */

interface WantedEntry {
	readonly from: RowOrigin;
	readonly outId: string;
	readonly name: string;
}

/** A department that is to exist. Without `parent` it stays where it is; `''` is the top level. */
export interface WantedDepartment extends WantedEntry {
	readonly parent?: string;
	readonly order?: number;
}

/** A supervisor as the input names one: by external ID, by account, or by whichever of the two fits. */
export interface LeaderReference {
	readonly key: 'leader' | 'leaderOutId' | 'leaderAccount';
	readonly by: 'outId' | 'account' | 'either';
	/** '' for a member without a supervisor. */
	readonly value: string;
}

/** A member that is to exist. An absent field stays as it is (A15); an empty list of departments is the top level. */
export interface WantedMember extends WantedEntry, Partial<Omit<CurrentMember, 'outId' | 'name' | 'listed'>> {
	readonly leader?: LeaderReference;
}

/** All departments and members that the input describes. */
export interface WantedDirectory {
	readonly departments: readonly WantedDepartment[];
	readonly members: readonly WantedMember[];
	/** Input fields that are not read, each with the number of entries that have it, most frequent first. */
	readonly unknownFields: Readonly<Record<string, number>>;
}

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
	expires: field('Expires', 'expires', 'expires_at', 'expire'),
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

/** All fields of entries, by their keys. */
export const FIELD_KEYS = Object.keys(ENTRY_FIELDS) as FieldKey[];

/** The fields by the names entered in the form, and by the usual names where it was left empty or has one of those. */
export function entryFields(entered: Readonly<JsonObject> = {}): EntryFields {
	const fields = FIELD_KEYS.map((key): [FieldKey, RowField] => {
		const usual = ENTRY_FIELDS[key];
		const name = textOf(entered[key]).trim();
		const isUsual = ['', usual.names[0], key].includes(name);
		return [key, isUsual ? usual : { ...usual, names: [name] }];
	});
	return Object.fromEntries(fields) as EntryFields;
}

/** Wrong input in one field of an entry: names the field and the input item. Thrown before anything is changed. */
export const entryFieldError = (from: RowOrigin, key: FieldKey, sentence: string, hint?: string): LibraryError =>
	cellError(from, ENTRY_FIELDS[key].label, sentence, hint);
