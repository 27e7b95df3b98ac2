import type { CurrentDepartment, CurrentMember } from '../plan/directories';
import { isoSeconds, secondsOf } from '../../../protocol/wire/amounts';
import { numberOf, textOf } from '../../../protocol/wire/json';

/* Members and departments of the service's answers as a plan compares them. */

type Fields<Name extends string> = { readonly [name in Name]?: unknown };

/** What is read of a department; the ID is `id` in one answer and `group_id` in others (I11). */
export type DepartmentEntry = Fields<'id' | 'group_id' | 'out_id' | 'name' | 'parent_id'>;

/** What is read of a member, the same in every answer. */
export type MemberEntry = Fields<
	| ('member_id' | 'out_id' | 'member_name' | 'account' | 'member_email' | 'member_phone' | 'member_title')
	| ('state' | 'expire')
>;

export function departmentOf(entry: DepartmentEntry): CurrentDepartment {
	const parent = textOf(entry.parent_id);
	return {
		id: textOf(entry.id ?? entry.group_id),
		outId: textOf(entry.out_id),
		name: textOf(entry.name),
		parentId: parent === '0' ? '' : parent,
	};
}

const DAY_SECONDS = 86_400;

/**
 * The last day of an account as YYYY-MM-DD; '' where it does not expire. A service that keeps midnight of its own time
 * zone answers up to twelve hours before or after midnight UTC: the nearest one is meant (assumption, I10).
 */
function expiryDay(expire: unknown): string {
	const days = Math.round((secondsOf(expire) ?? 0) / DAY_SECONDS);
	return isoSeconds(days * DAY_SECONDS)?.slice(0, 10) ?? '';
}

/** A member without departments, which are in other answers. A member of an unknown state counts as enabled. */
export const memberOf = (entry: MemberEntry, listed: boolean): CurrentMember => ({
	outId: textOf(entry.out_id),
	name: textOf(entry.member_name),
	account: textOf(entry.account),
	email: textOf(entry.member_email),
	phone: textOf(entry.member_phone),
	title: textOf(entry.member_title),
	enabled: numberOf(entry.state) !== 0,
	expires: expiryDay(entry.expire),
	departments: [],
	listed,
});
