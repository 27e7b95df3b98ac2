import type { Numeric } from '../../wire/json';

/* Members of an enterprise and their roles. */

/** A member of the enterprise. */
export type Member = {
	member_id: Numeric;
	/** ID in the external directory; empty for a member that is not in it. */
	out_id: string;
	/** Name to sign in with. */
	account: string;
	member_name: string;
	member_email: string;
	member_phone: string;
	member_title: string;
	/** 1 enabled, 0 disabled. */
	state: Numeric;
	/** Unix seconds; absent for an account that does not expire. */
	expire?: number;
};

/** A member as the lookup by external ID answers it, which is the key of the map (I07). */
export type MemberByOutId = Omit<Member, 'out_id'>;

/** A department of a member. */
type MemberDepartment = { id: number; name: string; group_code: string; out_id: string };

/** A library of a member. Sizes are bytes, -1 is unlimited. */
type MemberLibrary = {
	id: number;
	name: string;
	/** 20 is a personal library. */
	type: number;
	owner: string;
	owner_id: number;
	member_count: number;
	size_total: number;
	size_used: number;
	mount_id: number;
	/** Names of roles by their IDs; absent when the member is the owner. */
	roles?: Readonly<Record<string, string>>;
};

/** One member, with departments and libraries when they are asked for. */
export type MemberInfo = Member & { groups?: MemberDepartment[]; orgs?: MemberLibrary[] };

/** The state that a member has after a change. The service disables members above the account limit (I15, I18). */
export type MemberState = { member_id: Numeric; state: Numeric };

/** A role that members and departments can have in libraries. */
export type Role = { id: number; name: string };
