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

/** A department. */
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
