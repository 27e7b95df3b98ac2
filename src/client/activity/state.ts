/** How far one log was read. */
export interface LogState {
	/** The latest second of an entry that was taken, Unix seconds; 0 before the first one. */
	readonly cursor: number;
	/** `known` contains every entry taken from this second on; what is earlier is never looked at again. */
	readonly floor: number;
	/** The keys of the entries that were taken, one after the other, by their second. */
	readonly known: ReadonlyMap<number, string>;
	/**
	 * The codes of which everything up to the end of the log was taken. Entries of other codes were there before anyone
	 * asked for them: they are taken without being reported.
	 */
	readonly watched: readonly string[];
}

/** The state for which every entry from a second on is new. */
export const stateFrom = (second: number, watched: readonly string[]): LogState => ({
	cursor: second,
	floor: second,
	known: new Map(),
	watched,
});

/** The second from which a log is read again: entries may become visible late, by the overlap (seconds) at most. */
export const windowStart = ({ cursor, floor }: LogState, overlap: number): number =>
	Math.max(0, floor, cursor - overlap);
