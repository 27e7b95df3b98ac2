import { recentMap } from '../../client/async/recentMap';
import { merged, type ReadingItem } from '../../protocol/reading/readingState';

/** What this process has learned of one reader, possibly not saved yet. */
interface Remembered {
	readonly item: ReadingItem;
	/** The load of the page that answered. */
	readonly answeredBy?: string;
	/** When n8n was last asked to save it, Unix milliseconds. */
	readonly savedAt?: number;
}

/** Maximum number of readers that are remembered. */
const LIMIT = 5000;

const entries = recentMap<string, Remembered>(LIMIT);
const keyOf = (execution: string, id: string): string => JSON.stringify([execution, id]);

/**
 * What was learned of readers since n8n read the execution from its database: requests overlap, and one that was read
 * before another one was saved must not undo it. What counts after a restart is what n8n saved.
 */
export const readerMemory = {
	/** What is known of a reader of an execution. */
	of: (execution: string, id: string): Remembered | undefined => entries.get(keyOf(execution, id)),
	/** The item with what was learned of its reader. */
	completed(execution: string, item: ReadingItem): ReadingItem {
		const learned = readerMemory.of(execution, item.reading_id);
		return learned ? merged(item, learned.item) : item;
	},
	/** Remembers what was learned. */
	learn(execution: string, learned: Remembered): void {
		const before = readerMemory.of(execution, learned.item.reading_id);
		entries.set(keyOf(execution, learned.item.reading_id), { ...before, ...learned });
	},
};
