/* The directory that the input asks for. */

/** Where an entry of the input comes from. */
export interface Origin {
	/** Input item, from 0. */
	readonly item: number;
	/**
	 * Put before a field's name in errors where the item does not identify the entry, e.g. `Directory 3, `; ''
	 * elsewhere.
	 */
	readonly where: string;
}

interface WantedEntry {
	readonly from: Origin;
	readonly outId: string;
	readonly name: string;
}

/** A department that is to exist. Without `parent` it stays where it is; `''` is the top level. */
export interface WantedDepartment extends WantedEntry {
	readonly parent?: string;
}

/** A member that is to exist. An absent field stays as it is (A15); an empty list of departments is the top level. */
export interface WantedMember extends WantedEntry {
	readonly account?: string;
	readonly email?: string;
	readonly phone?: string;
	readonly title?: string;
	/** External IDs of all departments of the member. */
	readonly departments?: readonly string[];
}

/** All departments and members that the input describes. */
export interface WantedDirectory {
	readonly departments: readonly WantedDepartment[];
	readonly members: readonly WantedMember[];
}
