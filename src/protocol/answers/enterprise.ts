import type { Numeric } from '../wire/json';

/* Libraries of an enterprise. Sizes are bytes. */

/** IDs of a new library. */
export type LibraryIds = { org_id: number; mount_id: number };

/** A library in a list. */
export type LibraryEntry = LibraryIds & {
	org_name: string;
	org_logo_url: string;
	/** -1 unlimited. */
	size_org_total: number;
	size_org_use: number;
	/** Member ID; 0 is no owner. */
	owner_id: number;
};

/** One library. */
export type LibraryInfo = LibraryEntry & { file_count: number; dir_count: number };

/** A personal library; only its size comes before it is initialized (F03). */
export type PersonalLibrary = Partial<Omit<LibraryInfo, 'owner_id'>> & Pick<LibraryInfo, 'size_org_total'>;

/** A record that the service wraps. */
export type InInfo<T> = { info: T };

/** The authorization of a library. The secret opens all its files. */
export type LibraryAuthorization = { org_client_id: string; org_client_secret: string };

/** Capacity and usage of a library. */
export type LibraryStatistics = LibraryIds & {
	org_name: string;
	capacity: number;
	size: number;
	/** Size of the recycle bin. */
	size_recycle: number;
	/** Files only, no folders. */
	count_file: number;
	storage_point: string;
};

/** A member of a library. */
export type LibraryMember = {
	member_id: Numeric;
	out_id: string;
	account: string;
	member_name: string;
	member_email: string;
	/** Meaning not shown (F09). */
	state: Numeric;
	role_id: number;
};

/** A department that takes part in a library. */
export type LibraryDepartment = { id: number; name: string; role_id: number };

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

/* Departments of an enterprise. */

/** A department. The list names its ID `id`, the lookup by external ID names it `group_id` (I11). */
export type Department = {
	id?: number;
	group_id?: number;
	name: string;
	/** ID in the external directory; empty for a department that is not in it. */
	out_id: string;
	/** 0 is the top level. */
	parent_id: number;
};

/** A new department. */
export type CreatedDepartment = { group_id: number };

/* Enterprises as their partner sees them. */

/** A new enterprise. Account and password come only here, and only when an account was asked for (J05). */
export type CreatedEnterprise = {
	id: number;
	/** End of the trial, Unix seconds. */
	end_dateline: number;
	account?: string;
	/** A secret. */
	password?: string;
};

/** Limits and usage of an enterprise. */
export type Enterprise = {
	id: number;
	name: string;
	/** 1 trial, 0 paid. */
	trial: number;
	/** Unix seconds. */
	end_dateline: number;
	member_limit: number;
	member_count: number;
	/** Bytes. */
	space: number;
	/** Bytes in use. */
	size: number;
};

/** An enterprise in the partner's list. */
export type EnterpriseEntry = Enterprise & {
	/** ID in the partner's own system. */
	out_id: string;
	account?: string;
};

/** The client of an enterprise, for the enterprise credential. The secret is the enterprise's signing key. */
export type EnterpriseClient = { client_id: string; client_secret: string };

/** The traffic of one day, in bytes. */
export type DailyTraffic = {
	/** YYYY-MM-DD. */
	date: string;
	/** Regular downloads. */
	download: number;
	/** Downloads by external links. */
	link: number;
	preview: number;
};

/* Sign-on and tokens: every field but an account is a secret. */

/** Tokens of a member. */
export type IssuedToken = {
	access_token: string;
	/** Seconds. */
	expires_in: number;
	/** Valid for 7 days. */
	refresh_token: string;
};

/** A key that is exchanged for a token once; deployments name it by their vendor prefix (client facts 4.3). */
export type SignOnKey = { svckey: string };
