import { defined } from '../wire/json';
import { LibraryError } from '../wire/libraryError';
import type { Status } from './status';
import type { Subject } from './subject';

/* A row of the table as somebody wants it to be. */

/** Where a row comes from: the input item (from 0), and what precedes a field in errors. */
export interface RowOrigin {
	readonly item: number;
	/** Empty for an input item, which n8n names itself. */
	readonly where: string;
}

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

/** Wrong input in one row: names the field and the row. Thrown before anything is changed. */
export const rowError = ({ where, item }: RowOrigin, label: string, message: string, hint?: string): LibraryError =>
	new LibraryError('input', `${where}${label}: ${message}`, defined({ field: label, item, hint, retryable: false }));
