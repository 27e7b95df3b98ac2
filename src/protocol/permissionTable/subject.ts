import { quoted } from '../wire/quoted';

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

/** Whether the service names a subject so in its own answers: only such a subject is found in them. */
export const isById = ({ by }: Subject): boolean => by === 'member_id' || by === 'group_id';

/** The value of the column as items have it: IDs are numbers. */
export const subjectValue = (subject: Subject): string | number =>
	isById(subject) ? Number(subject.value) : subject.value;

/** E.g. `member 12 "Kim Lee"`. */
export const describeSubject = ({ type, value }: Subject, name?: string): string =>
	`${type} ${value}${name === undefined || name === '' ? '' : ` ${quoted(name)}`}`;
