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

/** Which lines are wanted; times in Unix seconds, `before` is exclusive (doc). */
export interface LogWindow {
	readonly from?: number | undefined;
	readonly before?: number | undefined;
	readonly ascending: boolean;
}

/** The lines of a log inside a window. assumed (ambiguity F10): seconds; lines of one second keep their order. */
export function within<T extends { readonly atMs: number }>(records: readonly T[], window: LogWindow): T[] {
	const found = records.filter(({ atMs }) => {
		const at = Math.floor(atMs / 1000);
		return at >= (window.from ?? 0) && at < (window.before ?? Infinity);
	});
	return window.ascending ? found : found.reverse();
}

/** Adds a line to a log that forgets its oldest lines in bulk; assumed: the document names no limit. */
export function append<T>(records: T[], record: T, limit = 100_000): void {
	records.push(record);
	if (records.length > limit * 1.1) records.splice(0, records.length - limit);
}
