import { isById, type Status, type Subject, subjectKey, unlike } from '../../../protocol/catalogue/permissionCodes';
import type { Origin } from './tableItems';

/* Where permissions come from. The service does not say it; what it says allows some conclusions, and no others. */

/** What is known of one folder, or of a file, which has no list of direct permissions. */
export interface PlaceFacts {
	readonly fullpath: string;
	readonly hash?: string | undefined;
	/** Whether it inherits from its parent; undefined where the service does not say, as of the root. */
	readonly inherit?: boolean | undefined;
	/** Members and departments that have permissions of their own here, by `subjectKey`. */
	readonly direct?: ReadonlySet<string> | undefined;
}

/**
 * Where the permissions of a subject seem to come from: the place itself, when its own list names the subject, else the
 * nearest folder above that it inherits from and that does, else the library, where the subject has a role and
 * everything up to the root inherits. Somebody who is not named by ID cannot be found in these lists.
 */
export function candidateFor(
	place: PlaceFacts,
	above: readonly PlaceFacts[],
	subject: Subject,
	hasRole: boolean,
): Origin {
	if (!isById(subject)) return { source: 'unknown' };
	const names = ({ direct }: PlaceFacts): boolean => direct?.has(subjectKey(subject)) === true;
	if (names(place)) return { source: 'direct', from: place.fullpath };
	const nearest = above.find(names);
	if (nearest) return { source: 'inherited', from: nearest.fullpath };
	const reachesRoot = place.fullpath === '' || above.some(({ fullpath }) => fullpath === '');
	return hasRole && reachesRoot ? { source: 'library_role', from: '' } : { source: 'unknown' };
}

/**
 * The source that can be claimed: what is direct is so by the service's own list; anything else only when the subject
 * may do exactly the same where it is said to come from.
 */
export function provenSource(candidate: Origin, here: Status, there: Status | undefined): Origin {
	if (candidate.source === 'direct' || candidate.source === 'unknown') return candidate;
	if (!there || unlike(here, there) !== 0) return { source: 'unknown' };
	return candidate.source === 'library_role' ? { source: 'library_role' } : candidate;
}
