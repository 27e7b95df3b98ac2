import { codes, ServiceFailure } from '../../http/errors';

export interface Member {
	readonly id: number;
	/** External id; '' when the account is not synchronized. */
	outId: string;
	account: string;
	name: string;
	email: string;
	phone: string;
	title: string;
	/** The state last set; `isEnabled` also considers temporary accounts. */
	enabled: boolean;
	/** Midnight UTC of the last day of a temporary account in Unix seconds; null for no expiry. */
	expire: number | null;
	/** Plain password; null for an account that has none. */
	password: string | null;
	/** Member id of the supervisor; 0 for none. */
	leaderId: number;
	/** Where the account comes from. doc: only `sync` and `api` may sign on with a ticket. */
	readonly origin: 'sync' | 'api' | 'console';
	admin: 'super' | 'administrator' | null;
	mayCreateLibraries: boolean;
	/** Whether signing on with a password requires a second factor. */
	secondVerify: boolean;
	/** Size of the personal library in bytes, even before it exists; -1 is no limit. */
	personalCapacity: number;
}

export interface Group {
	readonly id: number;
	/** External id; '' when the department is not synchronized. */
	outId: string;
	name: string;
	/** Id of the parent department; 0 is the top level. */
	parentId: number;
	orderby: number;
	enabled: boolean;
	readonly memberIds: Set<number>;
}

/** What a new member needs; everything else has a default. */
export type NewMember = Pick<Member, 'account' | 'name'> & Partial<Omit<Member, 'account' | 'name'>>;

/** What a new department needs; everything else has a default. */
export type NewGroup = Pick<Group, 'name'> & Partial<Omit<Group, 'name' | 'memberIds'>>;

const DAY_SECONDS = 86_400;

/** Whether a member may sign on. assumed (I10): a temporary account is disabled when its last day in UTC has ended. */
export function isEnabled(member: Member, nowMs: number): boolean {
	return member.enabled && (member.expire === null || nowMs < (member.expire + DAY_SECONDS) * 1000);
}

/** The `expire` of a member for the value of a request. doc: only its date counts, and 0 removes the expiry. */
export function expiryDay(expire: number): number | null {
	return expire === 0 ? null : expire - (expire % DAY_SECONDS);
}

/** assumed: size of a personal library, in bytes, until an administrator sets another. */
const PERSONAL_CAPACITY = 5 * 1024 ** 3;

/** The people and departments of one enterprise. Ids of members and departments are never used twice. */
export class Directory {
	readonly members = new Map<number, Member>();
	readonly groups = new Map<number, Group>();
	/** Members directly at the top level. doc, group_out_ids: a member neither here nor in a department is hidden. */
	readonly topLevel = new Set<number>();
	/** Whether accounts and email addresses that differ in case only are the same. */
	ignoresCase = false;
	private lastMemberId = 1000;
	private lastGroupId = 1000;

	/** Adds a member who is in no department yet. */
	addMember(order: NewMember): Member {
		const member: Member = {
			id: order.id ?? ++this.lastMemberId,
			outId: '',
			email: '',
			phone: '',
			title: '',
			enabled: true,
			expire: null,
			password: null,
			leaderId: 0,
			origin: 'sync',
			admin: null,
			mayCreateLibraries: true,
			secondVerify: false,
			personalCapacity: PERSONAL_CAPACITY,
			...order,
		};
		this.members.set(member.id, member);
		return member;
	}

	addGroup(order: NewGroup): Group {
		const group: Group = {
			id: order.id ?? ++this.lastGroupId,
			outId: '',
			parentId: 0,
			orderby: 0,
			enabled: true,
			memberIds: new Set(),
			...order,
		};
		this.groups.set(group.id, group);
		return group;
	}

	/** Throws 40406 for an unknown id, as the next three do. */
	memberById(id: number): Member {
		return known(this.members.get(id), `member ${id}`, codes.memberUnknown);
	}

	memberByOutId(outId: string): Member {
		return known(this.findMember('outId', outId), `member with out_id '${outId}'`, codes.memberUnknown);
	}

	memberByAccount(account: string): Member {
		return known(this.findMember('account', account), `member with account '${account}'`, codes.memberUnknown);
	}

	memberByEmail(email: string): Member {
		return known(this.findMember('email', email), `member with email '${email}'`, codes.memberUnknown);
	}

	/** Never finds a member by an empty text: members without an external id do not share one. */
	findMember(by: 'outId' | 'account' | 'email', value: string): Member | undefined {
		if (value === '') return undefined;
		const folds = this.ignoresCase && by !== 'outId';
		const wanted = folds ? value.toLowerCase() : value;
		// Every request about a member comes by here: nothing is made for each member that is not meant.
		for (const member of this.members.values()) {
			const text = member[by];
			if (text === wanted || (folds && text.toLowerCase() === wanted)) return member;
		}
		return undefined;
	}

	groupById(id: number): Group {
		return known(this.groups.get(id), `department ${id}`, codes.groupUnknown);
	}

	groupByOutId(outId: string): Group {
		return known(this.findGroup(outId), `department with out_id '${outId}'`, codes.groupUnknown);
	}

	findGroup(outId: string): Group | undefined {
		if (outId === '') return undefined;
		for (const group of this.groups.values()) if (group.outId === outId) return group;
		return undefined;
	}

	/** doc: a path consists of names joined by slashes, from the top level down. Throws 40407. */
	groupByPath(path: string): Group {
		return known(this.findGroupByPath(path), `department '${path}'`, codes.groupUnknown);
	}

	findGroupByPath(path: string): Group | undefined {
		const [top = '', ...names] = path.split('/');
		let at = this.childNamed(0, top);
		for (const name of names) at = at && this.childNamed(at.id, name);
		return at;
	}

	childNamed(parentId: number, name: string): Group | undefined {
		return this.childrenOf(parentId).find((group) => group.name === name);
	}

	/** doc: ordered by ascending `orderby`. assumed: then by id. */
	childrenOf(parentId: number): Group[] {
		return [...this.groups.values()]
			.filter((group) => group.parentId === parentId)
			.sort((a, b) => a.orderby - b.orderby || a.id - b.id);
	}

	/** The department and all departments below it, parents first. */
	branch(group: Group): Group[] {
		return [group, ...this.childrenOf(group.id).flatMap((child) => this.branch(child))];
	}

	/** The departments a member is directly in. */
	groupsOf(memberId: number): Group[] {
		return [...this.groups.values()].filter((group) => group.memberIds.has(memberId));
	}
}

function known<T>(found: T | undefined, what: string, code: number): T {
	if (!found) throw new ServiceFailure(code, `${what} does not exist`);
	return found;
}

/* Which members are in which department. In all functions null stands for the top level. */

/** True when the member is listed in member management: at the top level or in a department. */
function isListed(directory: Directory, memberId: number): boolean {
	return directory.topLevel.has(memberId) || directory.groupsOf(memberId).length > 0;
}

export function place(directory: Directory, memberId: number, group: Group | null): void {
	(group?.memberIds ?? directory.topLevel).add(memberId);
}

/** assumed: out of the last department is to the top level; out of the top level and in no department is hidden. */
export function displace(directory: Directory, memberId: number, group: Group | null): void {
	if (!group) directory.topLevel.delete(memberId);
	else if (group.memberIds.delete(memberId) && !isListed(directory, memberId)) directory.topLevel.add(memberId);
}

/** assumed (I13): takes a member out of all departments; a member who was in any moves to the top level. */
export function displaceFromAll(directory: Directory, memberId: number): void {
	for (const group of directory.groupsOf(memberId)) displace(directory, memberId, group);
}

/** Puts a member into exactly these departments; an empty list is the top level. */
export function placeOnlyIn(directory: Directory, memberId: number, groups: readonly Group[]): void {
	for (const group of directory.groupsOf(memberId)) group.memberIds.delete(memberId);
	directory.topLevel.delete(memberId);
	for (const group of groups.length > 0 ? groups : [null]) place(directory, memberId, group);
}

/** Moves a department. assumed: moving it below itself is refused with 40013, as for folders. */
export function moveGroup(directory: Directory, group: Group, parent: Group | null): void {
	if (parent && directory.branch(group).includes(parent))
		throw new ServiceFailure(codes.intoOwnSubfolder, 'cannot move a department below itself');
	group.parentId = parent?.id ?? 0;
}

/** Returns all it deletes. assumed: departments below go too; members of these alone move to the top level. */
export function deleteGroup(directory: Directory, group: Group): Group[] {
	const branch = directory.branch(group);
	for (const each of branch) {
		for (const memberId of each.memberIds) displace(directory, memberId, each);
		directory.groups.delete(each.id);
	}
	return branch;
}
