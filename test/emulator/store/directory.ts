import { codes, ServiceFailure } from '../errors';

/** A person of the enterprise. */
export interface Member {
	readonly id: number;
	readonly outId: string;
	readonly account: string;
	name: string;
	email: string;
}

/** A department. */
export interface Group {
	readonly id: number;
	readonly outId: string;
	name: string;
	readonly memberIds: Set<number>;
}

/** The people and departments of the enterprise the libraries belong to. */
export class Directory {
	readonly members = new Map<number, Member>();
	readonly groups = new Map<number, Group>();

	/** Throws 40406 for an unknown id. */
	memberById(id: number): Member {
		return this.known(this.members.get(id), `member ${id}`, codes.memberUnknown);
	}

	memberByOutId(outId: string): Member {
		return this.known([...this.members.values()].find((member) => member.outId === outId), `member with out_id '${outId}'`, codes.memberUnknown);
	}

	memberByAccount(account: string): Member {
		return this.known([...this.members.values()].find((member) => member.account === account), `member with account '${account}'`, codes.memberUnknown);
	}

	/** Throws 40407 for an unknown id. */
	groupById(id: number): Group {
		return this.known(this.groups.get(id), `department ${id}`, codes.groupUnknown);
	}

	groupByOutId(outId: string): Group {
		return this.known([...this.groups.values()].find((group) => group.outId === outId), `department with out_id '${outId}'`, codes.groupUnknown);
	}

	groupsOf(memberId: number): Group[] {
		return [...this.groups.values()].filter((group) => group.memberIds.has(memberId));
	}

	private known<T>(found: T | undefined, what: string, code: number): T {
		if (!found) throw new ServiceFailure(code, `${what} does not exist`);
		return found;
	}
}

/** The seeded directory: members 1-20, departments 1-5 of four members each (1-4, 5-8, …). */
export function seededDirectory(): Directory {
	const directory = new Directory();
	for (let id = 1; id <= 20; id++) {
		const number = String(id).padStart(2, '0');
		directory.members.set(id, {
			id, outId: `u-${number}`, account: `member${number}`, name: `Member ${number}`, email: `member${number}@example.com`,
		});
	}
	for (let id = 1; id <= 5; id++) {
		const memberIds = new Set([1, 2, 3, 4].map((place) => (id - 1) * 4 + place));
		directory.groups.set(id, { id, outId: `g-${id}`, name: `Department ${id}`, memberIds });
	}
	return directory;
}
