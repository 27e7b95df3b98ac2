import { seconds } from './clock';

/** Which lines of a log are wanted, in Unix seconds. doc: `before` is exclusive. */
export interface LogWindow {
	readonly from?: number | undefined;
	readonly before?: number | undefined;
	readonly ascending: boolean;
}

/**
 * The lines of a log inside a window. assumed (F10): bounds in seconds; a line that was written late stands at its
 * time, and lines of one second keep their order.
 */
export function within<T extends { readonly atMs: number }>(lines: readonly T[], window: LogWindow): T[] {
	const found = lines.filter(({ atMs }) => {
		const at = seconds(atMs);
		return at >= (window.from ?? 0) && at < (window.before ?? Infinity);
	});
	found.sort((a, b) => seconds(a.atMs) - seconds(b.atMs));
	return window.ascending ? found : found.reverse();
}

/** Adds a line to a log. assumed: about `limit` lines are kept; the document names no limit. */
export function append<T>(lines: T[], line: T, limit = 100_000): void {
	lines.push(line);
	// Trim in bulk: removing one line at a time would move the whole log on every request.
	if (lines.length > limit * 1.1) lines.splice(0, lines.length - limit);
}
