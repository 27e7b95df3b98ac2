import { codes, ServiceFailure } from '../../http/errors';
import type { Group, Member, NewGroup, NewMember } from './people';

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

	/** Adds an empty department. */
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

	/** Throws 40407 for an unknown id. */
	groupById(id: number): Group {
		return known(this.groups.get(id), `department ${id}`, codes.groupUnknown);
	}

	/** Throws 40407 for an unknown external id. */
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
