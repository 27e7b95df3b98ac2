import type { DeletionLimits } from '../plan/limits';

/** What happens to members of the external directory that the input does not describe. */
export type MissingMembers = 'leave' | 'disable' | 'delete';

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
