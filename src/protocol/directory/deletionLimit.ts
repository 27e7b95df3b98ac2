import { inputError } from '../wire/libraryError';

/** What a plan may delete of what the input does not describe. */
export interface DeletionRules {
	readonly deleteMembers: boolean;
	readonly deleteDepartments: boolean;
	/** Percent of all members, and of all departments, of the external directory. */
	readonly deletionLimit: number;
}

/**
 * Safety limit: a truncated input must not delete most of the directory. Throws LibraryError input when more than
 * `deletionLimit` percent of `existing` would be deleted.
 */
export function checkDeletionLimit(
	{ deletionLimit }: DeletionRules,
	kind: 'members' | 'departments',
	deleted: number,
	existing: number,
): void {
	if (deleted * 100 <= deletionLimit * existing) return;
	throw inputError(
		'Deletion Limit',
		`this run would delete ${deleted} of ${existing} ${kind}; the limit is ${deletionLimit}%`,
		'Nothing was changed. Check that the input is complete; if it is, raise the limit.',
	);
}
