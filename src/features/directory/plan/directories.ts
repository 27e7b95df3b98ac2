import type { DeletionLimits } from '../../../protocol/plan/plan';
import type { RowOrigin } from '../../../protocol/rows/inputRow';

/** What happens to members of the external directory that the input does not describe. */
type MissingMembers = 'leave' | 'disable' | 'delete';

/** What a plan may do beyond bringing about what the input describes. */
export interface DirectoryRules {
	readonly missingMembers: MissingMembers;
	readonly deleteMissingDepartments: boolean;
	/** Of the members and of the departments of the external directory, each. */
	readonly limits: DeletionLimits;
	/**
	 * Whether supervisors and orders, which no answer shows, are sent in every run; otherwise only with entries that
	 * change anyway.
	 */
	readonly resend: boolean;
	/** The time of the run in Unix ms: enabling an account that has expired has no effect. */
	readonly now: number;
}

/** Whether the last day of an account has ended. Assumption (I10): it is a day in UTC. */
export const hasExpired = (expires: string, now: number): boolean =>
	expires !== '' && now >= Date.parse(`${expires}T00:00:00Z`) + 86_400_000;

/* The directory that the service has. */

/** A department of the service. */
export interface CurrentDepartment {
	readonly id: string;
	/** '' for a department that was not created from the external directory. */
	readonly outId: string;
	readonly name: string;
	/** '' at the top level. */
	readonly parentId: string;
}

/** A member of the service. */
export interface CurrentMember {
	/** '' for a member that was not created from the external directory. */
	readonly outId: string;
	readonly name: string;
	readonly account: string;
	readonly email: string;
	readonly phone: string;
	readonly title: string;
	/** Whether the member may sign in; false also for an account that has expired. */
	readonly enabled: boolean;
	/** Last day of the account, YYYY-MM-DD; '' for an account that does not expire. */
	readonly expires: string;
	/** External IDs of the departments the member is in; departments without an external ID are left out. */
	readonly departments: readonly string[];
	/** Whether member management lists the member, in a department or at the top level. */
	readonly listed: boolean;
}

/**
 * All members and departments of the service, as far as a plan needs them. Whom a member reports to and the order of
 * departments are not among them: no answer of the service shows these.
 */
export interface CurrentDirectory {
	readonly departments: readonly CurrentDepartment[];
	readonly members: readonly CurrentMember[];
	/** Whether the departments of members were read; otherwise the lists are empty. */
	readonly placesRead: boolean;
}

/**
 * Whether a member or department can be named in a request. An external ID with a comma would name two others (A13), so
 * such entries are left alone, like those without an external ID.
 */
export const isExternal = ({ outId }: { readonly outId: string }): boolean => outId !== '' && !outId.includes(',');

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
