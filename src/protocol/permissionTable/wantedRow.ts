import type { RowOrigin } from '../rows/inputRow';
import type { Status } from './status';
import type { Subject } from './subject';

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
	/** Undefined for a row that only says whether the folder inherits. */
	readonly wish?: Wish | undefined;
	readonly inherit?: boolean | undefined;
	/** Whether `inherit` differs from what Get Table read, or was entered by hand. */
	readonly inheritIsEdited: boolean;
	/** Whether permissions or role differ from what Get Table read, or were entered by hand. */
	readonly isEdited: boolean;
}

/** A wanted row whose folder is known. */
export type PlacedRow = WantedRow & { readonly fullpath: string };
