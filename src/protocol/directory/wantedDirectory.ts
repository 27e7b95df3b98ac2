import type { RowOrigin } from '../rows/inputRow';

/* The directory that the input asks for. */

interface WantedEntry {
	readonly from: RowOrigin;
	readonly outId: string;
	readonly name: string;
}

/** A department that is to exist. Without `parent` it stays where it is; `''` is the top level. */
export interface WantedDepartment extends WantedEntry {
	readonly parent?: string;
	/** Its place among its siblings, ascending. */
	readonly order?: number;
}

/** A supervisor as the input names one: by external ID, by account, or by whichever of the two fits. */
export interface LeaderReference {
	/** The field that names the supervisor. */
	readonly key: 'leader' | 'leaderOutId' | 'leaderAccount';
	readonly by: 'outId' | 'account' | 'either';
	/** '' for a member without a supervisor. */
	readonly value: string;
}

/** A member that is to exist. An absent field stays as it is (A15); an empty list of departments is the top level. */
export interface WantedMember extends WantedEntry {
	readonly account?: string;
	readonly email?: string;
	readonly phone?: string;
	readonly title?: string;
	readonly enabled?: boolean;
	/** Last day of the account, YYYY-MM-DD; '' for no expiry. */
	readonly expires?: string;
	readonly leader?: LeaderReference;
	/** External IDs of all departments of the member. */
	readonly departments?: readonly string[];
}

/** All departments and members that the input describes. */
export interface WantedDirectory {
	readonly departments: readonly WantedDepartment[];
	readonly members: readonly WantedMember[];
}
