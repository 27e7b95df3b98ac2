import type { RowFacts } from './rowDifference';
import type { PlaceFacts } from './source';
import type { Status, Subject } from '../../../protocol/catalogue/permissionCodes';
import type { LibraryError } from '../../../protocol/wire/libraryError';
import type { PlacedRow } from './tableChange';

/** What is known of everything that the rows are about. */
export interface TableFacts {
	/** What is known of the subject of a row; of rows without a wish nothing is needed. */
	readonly rows: ReadonlyMap<PlacedRow, RowFacts>;
	readonly places: ReadonlyMap<string, PlaceFacts>;
	/** Rows whose member or department the service does not know, with what it said. */
	readonly unknown: ReadonlyMap<PlacedRow, LibraryError>;
	/** What roles grant, by ID, as far as it can be told. */
	readonly roles: ReadonlyMap<number, Status>;
	/** Those whose direct permissions are to be removed, because no row describes them. */
	readonly missing: readonly MissingSubject[];
	/** How many direct permissions there are in the folders, before any is removed. */
	readonly existing: number;
}

/** A member or department that has direct permissions in a folder of the table, but no row in it. */
export interface MissingSubject {
	readonly fullpath: string;
	readonly subject: Subject;
	readonly codes: Status;
}
