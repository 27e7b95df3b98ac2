/* One change of the external directory, as it is shown and as it is made. */

/** operationIds of the requests that make changes. */
export type DirectoryWrite =
	| 'entAddSyncGroup'
	| 'entDelSyncGroup'
	| 'entAddSyncMember'
	| 'entDelSyncMember'
	| 'entAddSyncGroupMember'
	| 'entDelSyncGroupMember';

/** By field: what it is now and what it will be. */
export type Differences = Readonly<Record<string, { readonly from: string; readonly to: string }>>;

/** What a person reads about a change, and the one request that makes it. */
export interface DirectoryChange {
	/** `join` and `leave` are about a member's place in one department. */
	readonly action: 'create' | 'update' | 'move' | 'delete' | 'join' | 'leave';
	readonly kind: 'member' | 'department';
	readonly outId: string;
	readonly name: string;
	/** Of `join` and `leave`: external ID of the department; '' is the top level. */
	readonly department?: string;
	readonly reason: string;
	readonly differences?: Differences;
	/** The input item that asked for the change; absent for a deletion, which no item names. */
	readonly item?: number;
	readonly request: { readonly operation: DirectoryWrite; readonly params: Readonly<Record<string, string>> };
}

/** The reason of every creation. */
export const DOES_NOT_EXIST = 'does not exist yet';

/**
 * The fields whose wanted value differs from the current one. A wanted value of undefined leaves the field as it is.
 */
export function differencesIn(
	fields: ReadonlyArray<readonly [name: string, current: string, wanted: string | undefined]>,
): Differences {
	const found = fields.flatMap(([name, from, to]) =>
		to === undefined || to === from ? [] : [[name, { from, to }] as const],
	);
	return Object.fromEntries(found);
}

/** E.g. `name, parent differ`; undefined where nothing does. */
export function differReason(differences: Differences): string | undefined {
	const names = Object.keys(differences);
	return names.length === 0 ? undefined : `${names.join(', ')} ${names.length === 1 ? 'differs' : 'differ'}`;
}

/** What a change does, after "to": `create member "emp-1"`, `add member "emp-1" to department "dept-2"`. */
export function describeChange({ action, kind, outId, department }: DirectoryChange): string {
	const what = `${kind} "${outId}"`;
	const place = department ? `department "${department}"` : 'the top level';
	if (action === 'join') return `add ${what} to ${place}`;
	if (action === 'leave') return `remove ${what} from ${place}`;
	return `${action} ${what}`;
}
