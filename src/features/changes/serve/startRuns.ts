import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { FeedChange } from '../plan/change';
import { itemWithoutSecrets } from '../../../n8n/context/runSecrets';
import { shortDigest } from '../../../protocol/wire/shape';

/**
 * One Run per Item: starts a run for each item, the last one by returning it. Before each run `save` saves the state
 * with the changes that have not been started yet, so that a crash neither loses nor repeats one. Where these are too
 * many to be saved (`fits`), a run has several items.
 */
export function startRuns(
	context: IPollFunctions,
	{ items, changes }: { readonly items: readonly INodeExecutionData[]; readonly changes: readonly FeedChange[] },
	{ fits, save }: { fits(notStarted: readonly FeedChange[]): boolean; save(notStarted: readonly FeedChange[]): void },
): INodeExecutionData[] {
	let run: INodeExecutionData[] = [];
	for (const [index, item] of items.entries()) {
		run.push(item);
		const notStarted = changes.slice(index + 1);
		if (!fits(notStarted)) continue;
		save(notStarted);
		if (notStarted.length === 0) return run;
		try {
			context.__emit([run.map((one) => itemWithoutSecrets(context, one))]);
		} catch {
			// This version of n8n can't start runs during a poll: each poll starts one.
			return run;
		}
		run = [];
	}
	save([]);
	return [];
}

/* How large a saved state may become. n8n reads and writes it whole at each poll. */

/** Most bytes of a saved state, as n8n stores it; what belongs to no state takes the rest of 500,000. */
export const MOST_BYTES = 490_000;
/** Most of them for what is in watched folders: 36,000 short IDs in three texts, and folders whose files wait. */
export const MOST_ARRIVAL_BYTES = 235_000;
/** From so many characters on, a text that is only compared is saved as a digest. */
const LONG = 1_000;

/** Bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Splits values into the first ones and as many of the last ones as fit into so many bytes. */
export function lastThatFit<T>(values: readonly T[], bytes: number): [T[], T[]] {
	let [from, left] = [values.length, bytes];
	while (from > 0 && (left -= bytesOf(values[from - 1]) + 1) >= 0) from--;
	return [values.slice(0, from), values.slice(from)];
}

/** A text that is only compared, as it is saved. */
export const shortened = (text: string): string => (text.length < LONG ? text : shortDigest(text, 12));
