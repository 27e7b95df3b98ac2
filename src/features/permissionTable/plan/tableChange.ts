import {
	describeSubject,
	type PermissionCode,
	type Status,
	type Subject,
} from '../../../protocol/catalogue/permissionCodes';
import type { RowOrigin } from '../../../protocol/operation/check/inputRow';
import type { LibraryError } from '../../../protocol/wire/libraryError';
import { entryPath } from '../../../protocol/wire/paths';

/* A row of the table as somebody wants it to be. */

/** What a row asks for: these permissions and no others, or a role. */
export type Wish =
	| { readonly kind: 'codes'; readonly codes: Status }
	| { readonly kind: 'role'; readonly id?: number | undefined; readonly name?: string | undefined };

/** A row that was read. */
export interface WantedRow extends RowOrigin {
	/** Full path, '' is the root; undefined where only the hash names the folder. */
	readonly fullpath?: string | undefined;
	readonly hash?: string | undefined;
	readonly subject: Subject;
	readonly name?: string | undefined;
	/** Undefined for a row that at most says whether the folder inherits. */
	readonly wish?: Wish | undefined;
	/** Whether the folder is to inherit, where that is not what Get Table read. */
	readonly inherit?: boolean | undefined;
	/** Whether permissions or role differ from what Get Table read, or were entered by hand. */
	readonly isEdited: boolean;
	/** The codes, as bits, that were not denied when Get Table read the row; absent where it did not. */
	readonly notDeniedAsRead?: number;
}

/** A wanted row whose folder is known. */
export type PlacedRow = WantedRow & { readonly fullpath: string };
/** A row that asks for permissions or a role. */
export type WishingRow = PlacedRow & { readonly wish: Wish };

export const hasWish = (row: PlacedRow): row is WishingRow => row.wish !== undefined;

/* One change of permissions, as it is shown and as it is made. */

/** By column: what it is now and what it will be. Without `from` where the service does not say what it is. */
export type TableDifferences = Readonly<
	Partial<
		Record<
			'granted' | 'denied',
			{ readonly from: readonly PermissionCode[]; readonly to: readonly PermissionCode[] }
		>
	> & { role?: { readonly to: string }; inherit?: { readonly from?: boolean; readonly to: boolean } }
>;

interface AnyChange {
	readonly fullpath: string;
	readonly hash?: string | undefined;
	readonly reason: string;
	readonly differences: TableDifferences;
	/** The input item that asked for it; absent where no row describes the subject. */
	readonly item?: number;
}

/** What is sent: a role, or all single permissions, which replace what was set before. */
export interface Permission extends Status {
	readonly roleId?: number;
}

/** A change for one member or department. */
export interface SubjectChange extends AnyChange {
	readonly action: 'set' | 'remove';
	readonly subject: Subject;
	readonly name?: string | undefined;
	readonly before: Status;
	/** What is to apply then; undefined where that is up to a role, or to what is inherited. */
	readonly wanted?: Status;
	/** What is sent for a `set`. */
	readonly permission: Permission;
	/** What applies then, as far as it can be foreseen; undefined for a role and for a removal. */
	readonly after?: Status;
	/** Permissions, as bits, that the row leaves out and that the parent folder may turn out to grant. */
	readonly uncertain?: number;
	/** Whether the row is true before the run: it is sent only where another change has made it untrue. */
	readonly isTrue?: true;
	/** What the service says of a member or department that it does not know: the change cannot be made. */
	readonly refusal?: LibraryError;
}

/** A change of one folder. */
export interface FolderChange extends AnyChange {
	readonly action: 'set_inheritance';
	readonly inherit: boolean;
}

/**
 * A change of the table: `set` gives permissions or a role, `set_inheritance` is about a folder, `remove` takes direct
 * permissions away.
 */
export type TableChange = SubjectChange | FolderChange;

/** What a change is for, after "to": `set the permissions of member 3 in "Contracts"`. */
export function purposeOf(change: TableChange): string {
	const place = `"${entryPath(change.fullpath)}"`;
	if (change.action === 'set_inheritance')
		return `make ${place} ${change.inherit ? 'inherit' : 'stop inheriting'} permissions`;
	const who = describeSubject(change.subject, change.name);
	return change.action === 'set'
		? `set the permissions of ${who} in ${place}`
		: `remove the direct permissions of ${who} in ${place}`;
}
