import type { RowFacts } from './rowDifference';
import type { PlaceFacts } from './source';
import type { Status } from './status';
import type { Subject } from './subject';
import type { PlacedRow } from './wantedRow';

/** What is known of everything that the rows are about. */
export interface TableFacts {
	/** What is known of the subject of a row; of rows without a wish nothing is needed. */
	readonly rows: ReadonlyMap<PlacedRow, RowFacts>;
	readonly places: ReadonlyMap<string, PlaceFacts>;
	/** What roles grant, by ID, as far as it can be told. */
	readonly roles: ReadonlyMap<number, Status>;
	/** Members and departments with direct permissions of whom no row says anything, where they are to be removed. */
	readonly missing: readonly MissingSubject[];
}

/** Somebody with direct permissions in a folder of the table who is in none of its rows. */
export interface MissingSubject {
	readonly fullpath: string;
	readonly subject: Subject;
	readonly codes: Status;
}
