import { quoted } from '../wire/libraryError';
import { idOf, numberOf } from '../wire/json';

/** Permission codes with their meaning (document, Permission codes). */
export const PERMISSION_CODES = {
	ls: 'View',
	cd: 'Enter Folder',
	pv: 'Preview File',
	dl: 'Download or Open File',
	w: 'Edit File',
	ul: 'Add File',
	mk: 'Create Folder',
	ren: 'Rename',
	rm: 'Delete',
	ln: 'Share by External Link',
	h: 'View Versions',
	hr: 'Restore Version',
	rmk: 'View Comments',
	rmka: 'Add Comments',
	t: 'Add Tags',
	trm: 'Delete Tags',
	p: 'View Participants',
	ps: 'Manage Participants',
	ss: 'Show Current Item',
	sren: 'Rename Current Item',
	srm: 'Delete Current Item',
	mls: 'Change Library Settings',
	b: 'View Recycle Bin',
	br: 'Restore From Recycle Bin',
	be: 'Empty Recycle Bin',
	mln: 'Manage External Links of Library',
} as const;

/** A permission code of the document. */
export type PermissionCode = keyof typeof PERMISSION_CODES;

/** All permission codes, in the order of the document. */
export const ALL_CODES = Object.keys(PERMISSION_CODES) as PermissionCode[];

const isCode = (text: string): text is PermissionCode => Object.hasOwn(PERMISSION_CODES, text);

/** What codes are called in the form; a code that the document does not have keeps its own name. */
export const namesOfCodes = (codes: readonly string[]): string[] =>
	codes.map((code) => (isCode(code) ? PERMISSION_CODES[code] : code));

/** The code that a text names, by the code itself or by its name in the form, without regard to case. */
export function codeNamed(text: string): PermissionCode | undefined {
	const name = text.trim().toLowerCase();
	return ALL_CODES.find((code) => code === name || PERMISSION_CODES[code].toLowerCase() === name);
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

/** What is granted and what is denied, as sets of codes; a code in neither is not set (H06). */
export interface Status {
	/** Codes as bits: a set of them is a number, and two sets are compared at once. */
	readonly granted: number;
	readonly denied: number;
}

export const NOTHING_SET: Status = { granted: 0, denied: 0 };

/** The set of all codes, as bits. */
export const ALL_BITS = (1 << ALL_CODES.length) - 1;

/** These codes as bits. */
export const bitsOf = (codes: readonly PermissionCode[]): number =>
	codes.reduce((bits, code) => bits | (1 << ALL_CODES.indexOf(code)), 0);

/** The codes of a set, in the order of the document. */
export const codesIn = (bits: number): PermissionCode[] => ALL_CODES.filter((_, at) => (bits & (1 << at)) !== 0);

/** What an answer or request grants (1) and denies (-1), by the codes of the document; anything else is left out. */
export function statusIn(states: Readonly<Record<string, unknown>>): Status {
	let [granted, denied] = [0, 0];
	for (const [at, code] of ALL_CODES.entries()) {
		const state = numberOf(states[code]);
		if (state === 1) granted |= 1 << at;
		if (state === -1) denied |= 1 << at;
	}
	return { granted, denied };
}

/** The codes that a status grants or denies, as bits. */
export const setBy = ({ granted, denied }: Status): number => granted | denied;

/** The codes of which two statuses do not say the same, as bits. */
export const unlike = (one: Status, other: Status): number =>
	(one.granted ^ other.granted) | (one.denied ^ other.denied);
