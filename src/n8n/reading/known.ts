import { recentMap } from '../../client/async/recentMap';
import { merged, type ReadingItem } from '../../protocol/reading/readingState';

/** What this process has learned of one reader, possibly not saved yet. */
interface Known {
	readonly item: ReadingItem;
	/** The load of the page that answered. */
	readonly answeredBy?: string;
	/** When n8n was last asked to save it, Unix milliseconds. */
	readonly savedAt?: number;
}

/** Maximum number of readers that are remembered. */
const LIMIT = 5000;

const entries = recentMap<string, Known>(LIMIT);
const keyOf = (execution: string, id: string): string => JSON.stringify([execution, id]);

/**
 * What was learned of readers since n8n read the execution from its database: requests overlap, and one that was read
 * before another one was saved must not undo it. What counts after a restart is what n8n saved.
 */
export const known = {
	/** What is known of a reader of an execution. */
	of: (execution: string, id: string): Known | undefined => entries.get(keyOf(execution, id)),
	/** The item with what is known besides. */
	withKnown(execution: string, item: ReadingItem): ReadingItem {
		const learned = known.of(execution, item.reading_id);
		return learned ? merged(item, learned.item) : item;
	},
	/** Remembers what was learned. */
	learn(execution: string, learned: Known): void {
		const before = known.of(execution, learned.item.reading_id);
		entries.set(keyOf(execution, learned.item.reading_id), { ...before, ...learned });
	},
};
