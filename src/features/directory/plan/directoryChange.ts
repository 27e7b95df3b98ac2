import type { ServiceRequest } from '../../../protocol/operation/request';
import type { RowOrigin } from '../../../protocol/operation/check/inputRow';

/* One change of the external directory, as it is shown and as it is made. */

/** The request that makes a change. */
export interface DirectoryRequest {
	readonly operation: ServiceRequest;
	readonly params: Readonly<Record<string, string>>;
}

type DirectoryField =
	'account' | 'email' | 'phone' | 'title' | 'expires' | 'state' | 'leader' | 'name' | 'parent' | 'order';

/** By field: what it is now and what it will be. Without `from` where the service does not show what it is. */
export type Differences = { readonly [F in DirectoryField]?: { readonly from?: string; readonly to: string } };

/**
 * `join` and `leave` are about a member's place in one department. `resend` sends what the service does not show, so
 * that nobody can know whether it changes anything.
 */
export type DirectoryAction =
	'create' | 'update' | 'move' | 'enable' | 'disable' | 'delete' | 'join' | 'leave' | 'resend';

/** A member who leaves a department because it is deleted. */
export interface FallingMember {
	/** '' for a member who is not in the external directory. */
	readonly out_id: string;
	readonly name: string;
	readonly account: string;
	readonly remains_in: readonly string[];
}

/** What only a reader needs: added to a change when the plan is complete (`withDetails`). */
export interface ChangeDetails {
	/** Of a member: as it is before the change, or as it is created. */
	readonly account?: string;
	readonly email?: string;
	/** Of a member: paths of the departments; absent where they were not read. `/` is the top level. */
	readonly group_paths?: readonly string[];
	/** Of `join` and `leave`, and of a department: its path after the change, or the one that is left or deleted. */
	readonly group_path?: string;
	readonly from_group_path?: string;
	readonly takes_along?: readonly string[];
	readonly members_removed?: readonly FallingMember[];
	readonly warning?: string;
}

/** What a person reads about a change, and the one request that makes it. */
export interface DirectoryChange extends ChangeDetails {
	readonly action: DirectoryAction;
	readonly type: 'member' | 'department';
	readonly out_id: string;
	readonly name: string;
	/** Of `join` and `leave`: external ID of the department; '' is the top level. */
	readonly department?: string;
	readonly reason: string;
	readonly values?: { readonly [F in DirectoryField]?: string };
	readonly differences?: Differences;
	/** The input item that asked for the change; absent where the input does not describe the entry. */
	readonly item?: number;
	readonly request: DirectoryRequest;
	/** Takes back the change that is made before it, in the same group; sent where either fails. */
	readonly undo?: DirectoryRequest;
}

/** A change as a person reads it; a type, which counts as a JSON object. */
export type ShownChange = {
	[K in keyof Omit<DirectoryChange, 'department' | 'item' | 'request' | 'undo'>]: DirectoryChange[K];
} & { readonly group_out_id?: string };

/** A change without what only the program needs. */
export function shownChange(change: DirectoryChange): ShownChange {
	const { request: _request, undo: _undo, item: _item, department, ...shown } = change;
	return department === undefined ? shown : { ...shown, group_out_id: department };
}

/** A change of one member or department. */
export const entryChange = (
	type: DirectoryChange['type'],
	{ outId, name, from }: { readonly outId: string; readonly name: string; readonly from?: RowOrigin },
	more: Omit<DirectoryChange, 'type' | 'out_id' | 'name' | 'item'>,
): DirectoryChange => ({ type, out_id: outId, name, ...(from && { item: from.item }), ...more });

/** Whether a change sends what the service does not show: it counts as no change, and has an item only if it fails. */
export const isResent = ({ action }: DirectoryChange): boolean => action === 'resend';

/** Why what the input does not describe is taken away. */
export const NOT_IN_INPUT = 'not in the input';
/** The reason of every creation. */
export const DOES_NOT_EXIST = 'does not exist yet';

/** The fields whose wanted value differs from the current one; undefined leaves a field as it is. */
export const differencesIn = (
	fields: ReadonlyArray<readonly [name: DirectoryField, current: string, wanted: string | undefined]>,
): Differences =>
	Object.fromEntries(
		fields.flatMap(([name, from, to]) => (to === undefined || to === from ? [] : [[name, { from, to }]])),
	);

/** E.g. `name, parent differ`; undefined where nothing does. */
export function differReason(differences: Differences): string | undefined {
	const names = Object.keys(differences);
	return names.length === 0 ? undefined : `${names.join(', ')} ${names.length === 1 ? 'differs' : 'differ'}`;
}

/** What a change is for, after "to": `create member "emp-1"`, `add member "emp-1" to department "dept-2"`. */
export function purposeOf({ action, type, out_id: outId, department }: DirectoryChange): string {
	const what = `${type} "${outId}"`;
	const place = department ? `department "${department}"` : 'the top level';
	if (action === 'join') return `add ${what} to ${place}`;
	if (action === 'leave') return `remove ${what} from ${place}`;
	if (action === 'resend') return `send what the service does not show of ${what} again`;
	return `${action} ${what}`;
}

/** The external IDs of what changes. */
export const idsOf = (changes: readonly DirectoryChange[]): Set<string> =>
	new Set(changes.map(({ out_id: outId }) => outId));
