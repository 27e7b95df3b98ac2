/** doc: types of the management log. */
export const logTypes = {
	subAdministrator: 1,
	member: 2,
	settings: 3,
	structure: 4,
	roles: 5,
	devices: 6,
	storagePoints: 7,
	libraries: 8,
	authorization: 9,
} as const;

/** A line of the management log. */
export interface ManagementRecord {
	readonly type: number;
	readonly admin: string;
	readonly content: string;
	readonly atMs: number;
}
