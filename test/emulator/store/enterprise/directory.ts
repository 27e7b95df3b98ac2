import { codes, ServiceFailure } from '../../http/errors';

/** A person of the enterprise. */
export interface Member {
	readonly id: number;
	/** External id; '' when the account is not synchronized. */
	outId: string;
	account: string;
	name: string;
	email: string;
	phone: string;
	title: string;
	/** What was last set; see `isEnabled` for temporary accounts. */
	enabled: boolean;
	/** Midnight UTC of the last day of a temporary account in Unix seconds, null for no expiry. */
	expire: number | null;
	/** Plain password; null when none can be given. */
	password: string | null;
	/** Member id of the supervisor, 0 for none. */
	leaderId: number;
	/** Where the account comes from. doc: only the first two may sign on with a ticket. */
	readonly origin: 'sync' | 'api' | 'console';
	admin: 'super' | 'administrator' | null;
	mayCreateLibraries: boolean;
	/** Signing on with a password asks for a second factor. */
	secondVerify: boolean;
	/** Size of the personal library in bytes, whether there is one or not yet; -1 is no limit. */
	personalCapacity: number;
}

/** A department. */
export interface Group {
	readonly id: number;
	/** External id; '' when the department is not synchronized. */
	outId: string;
	name: string;
	/** 0 is the top level. */
	parentId: number;
	orderby: number;
	enabled: boolean;
	readonly memberIds: Set<number>;
}

/** What a new member needs; everything else has a default. */
export type NewMember = Pick<Member, 'account' | 'name'> & Partial<Omit<Member, 'account' | 'name'>>;

/** What a new department needs. */
export type NewGroup = Pick<Group, 'name'> & Partial<Omit<Group, 'name' | 'memberIds'>>;

/** assumed: size of a personal library nobody has set. */
const PERSONAL_CAPACITY = 5 * 1024 ** 3;

/** The people and departments of one enterprise. Ids of members and departments are never given twice. */
export class Directory {
	readonly members = new Map<number, Member>();
	readonly groups = new Map<number, Group>();
	/** Members directly at the top level; who is neither here nor in a department is hidden (doc, group_out_ids). */
	readonly topLevel = new Set<number>();
	private lastMemberId = 1000;
	private lastGroupId = 1000;

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

	/** Throws 40406 for an unknown id. */
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

	/** Nobody is found by an empty text: members without an external id do not share one. */
	findMember(by: 'outId' | 'account' | 'email', value: string): Member | undefined {
		if (value === '') return undefined;
		for (const member of this.members.values()) if (member[by] === value) return member;
		return undefined;
	}

	/** Throws 40407 for an unknown id. */
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

	/** doc: names joined by a slash from the top level down. Throws 40407. */
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

	/** In the order of `orderby` (doc: ascending), then of their making. */
	childrenOf(parentId: number): Group[] {
		return [...this.groups.values()]
			.filter((group) => group.parentId === parentId)
			.sort((a, b) => a.orderby - b.orderby || a.id - b.id);
	}

	/** The department and all below it, parents first. */
	branch(group: Group): Group[] {
		return [group, ...this.childrenOf(group.id).flatMap((child) => this.branch(child))];
	}

	groupsOf(memberId: number): Group[] {
		return [...this.groups.values()].filter((group) => group.memberIds.has(memberId));
	}
}

function known<T>(found: T | undefined, what: string, code: number): T {
	if (!found) throw new ServiceFailure(code, `${what} does not exist`);
	return found;
}
