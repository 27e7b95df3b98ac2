import { quoted } from '../wire/quoted';
import { idOf, numberOf } from '../wire/json';

/** Permission codes with their meaning (document, Permission codes). */
export const PERMISSION_CODES = {
	ls: { label: 'View' },
	cd: { label: 'Enter Folder' },
	pv: { label: 'Preview File' },
	dl: { label: 'Download or Open File' },
	w: { label: 'Edit File' },
	ul: { label: 'Add File' },
	mk: { label: 'Create Folder' },
	ren: { label: 'Rename' },
	rm: { label: 'Delete' },
	ln: { label: 'Share by External Link' },
	h: { label: 'View Versions' },
	hr: { label: 'Restore Version' },
	rmk: { label: 'View Comments' },
	rmka: { label: 'Add Comments' },
	t: { label: 'Add Tags' },
	trm: { label: 'Delete Tags' },
	p: { label: 'View Participants' },
	ps: { label: 'Manage Participants' },
	ss: { label: 'Show Current Item' },
	sren: { label: 'Rename Current Item' },
	srm: { label: 'Delete Current Item' },
	mls: { label: 'Change Library Settings' },
	b: { label: 'View Recycle Bin' },
	br: { label: 'Restore From Recycle Bin' },
	be: { label: 'Empty Recycle Bin' },
	mln: { label: 'Manage External Links of Library' },
} as const;

/** A permission code of the document. */
export type PermissionCode = keyof typeof PERMISSION_CODES;

/** All permission codes, in the order of the document. */
export const ALL_CODES = Object.keys(PERMISSION_CODES) as PermissionCode[];

const isCode = (text: string): text is PermissionCode => Object.hasOwn(PERMISSION_CODES, text);

/** What codes are called in the form; a code that the document does not have keeps its own name. */
export const namesOfCodes = (codes: readonly string[]): string[] =>
	codes.map((code) => (isCode(code) ? PERMISSION_CODES[code].label : code));

/** The code that a text names, by the code itself or by its name in the form, without regard to case. */
export function codeNamed(text: string): PermissionCode | undefined {
	const name = text.trim().toLowerCase();
	return ALL_CODES.find((code) => code === name || PERMISSION_CODES[code].label.toLowerCase() === name);
}

/* Members and departments of a permission table. */

/** The columns that name a member or department, with the list of the interface that takes their values. */
export const SUBJECT_LISTS = {
	member_id: 'member_ids',
	account: 'accounts',
	out_id: 'out_ids',
	group_id: 'group_ids',
	group_out_id: 'group_out_ids',
} as const;

/** A column that names a member or department. */
export type SubjectColumn = keyof typeof SUBJECT_LISTS;

/** One member or department, named in one way. */
export interface Subject {
	readonly type: 'member' | 'department';
	readonly by: SubjectColumn;
	readonly value: string;
}

/** A member by the ID. */
export const memberWith = (id: string): Subject => ({ type: 'member', by: 'member_id', value: id });
/** A department by the ID. */
export const departmentWith = (id: string): Subject => ({ type: 'department', by: 'group_id', value: id });

/** What tells a subject from every other one that is named in the same way; accounts have no case. */
export const subjectKey = ({ by, value }: Subject): string => `${by}:${by === 'account' ? value.toLowerCase() : value}`;

/** What tells a subject in one folder from every other one; accounts and folders may have blanks in their names. */
export const keyInFolder = (fullpath: string, subject: Subject): string => `${subjectKey(subject)}\n${fullpath}`;

/** Whether the service names a subject so in its own answers: only such a subject is found in them. */
export const isById = ({ by }: Subject): boolean => by === 'member_id' || by === 'group_id';

/** The value of the column as items and requests have it: IDs are numbers, as far as a number repeats them. */
export const subjectValue = (subject: Subject): string | number =>
	isById(subject) ? idOf(subject.value) : subject.value;

/** E.g. `member 12 "Kim Lee"`. */
export const describeSubject = ({ type, value }: Subject, name?: string): string =>
	`${type} ${value}${name === undefined || name === '' ? '' : ` ${quoted(name)}`}`;

/* What a member or department may do in one folder, as the service says it. */

/** The permissions that are granted (1) and denied (-1); a code that is absent is not set (H06). */
export type Status = Readonly<Partial<Record<PermissionCode, 1 | -1>>>;

const STATES = [1, -1] as const;

/** The status in an answer, by the codes of the document; what the document does not have is left out. */
export const statusIn = (answer: Readonly<Record<string, unknown>>): Status =>
	Object.fromEntries(
		ALL_CODES.flatMap((code) => {
			const state = STATES.find((value) => value === numberOf(answer[code]));
			return state === undefined ? [] : [[code, state]];
		}),
	);

/** The status that grants and denies these codes. */
export const statusOf = (granted: readonly PermissionCode[], denied: readonly PermissionCode[]): Status =>
	Object.fromEntries([
		...granted.map((code): [string, number] => [code, 1]),
		...denied.map((code): [string, number] => [code, -1]),
	]);

/** The codes that a status grants, in the order of the document. */
export const grantedIn = (status: Status): PermissionCode[] => ALL_CODES.filter((code) => status[code] === 1);

/** The codes that a status denies, in the order of the document. */
export const deniedIn = (status: Status): PermissionCode[] => ALL_CODES.filter((code) => status[code] === -1);

/** The codes that are granted and denied as bits: a set of them is a number, and two sets are compared at once. */
export interface StatusBits {
	readonly granted: number;
	readonly denied: number;
}

/** The bit of each code. */
const BITS = Object.fromEntries(ALL_CODES.map((code, at) => [code, 1 << at])) as Readonly<
	Record<PermissionCode, number>
>;
/** The bits of all codes. */
export const ALL_BITS = (1 << ALL_CODES.length) - 1;

/** Whether a set of codes has this one. */
export const hasBit = (bits: number, code: PermissionCode): boolean => (bits & BITS[code]) !== 0;

/** A status as bits, or what is sent to bring it about. */
export function bitsOf(status: Readonly<Record<string, number | undefined>>): StatusBits {
	let [granted, denied] = [0, 0];
	for (const code of ALL_CODES) {
		if (status[code] === 1) granted |= BITS[code];
		else if (status[code] === -1) denied |= BITS[code];
	}
	return { granted, denied };
}

/** Whether two statuses say the same of every code. */
export const isSameStatus = (one: Status, other: Status): boolean =>
	ALL_CODES.every((code) => one[code] === other[code]);
