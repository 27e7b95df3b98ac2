import type { INodeExecutionData } from 'n8n-workflow';
import { type HandlerFor, handles, type Item, outputItem } from '../../n8n/execute/job';
import { hiddenText } from './work/pages';
import { cursorAt, type ListedChange, listChanges as changesFrom } from './work/listChanges';
import { feedPort } from './work/feed';
import { listChanges as operation } from './entries';
import { type SimpleChange, simpleChange } from '../../protocol/catalogue/simplify';
import { cursorText, parseCursor } from '../../protocol/wire/feedCursor';
import type { JsonObject } from '../../protocol/wire/json';

/**
 * Lists what the updates feed shows, by the trigger's reading. Each item has the cursor from which a list of any length
 * continues after it. Throws what the requests throw, and `burstError`.
 */
const handler: HandlerFor<typeof operation> = {
	async run({ checked: input, simplify, limit = Infinity }, caller) {
		const port = feedPort(caller, input.dir === '0' ? 'files' : input.dir === '1' ? 'folders' : undefined);
		const { since, mode = 'compare', burst = 'stop' } = input;
		const order = mode === 'compare' ? 'oldest' : 'newest';
		// After an earlier item, at a time, at the beginning, or now.
		const after = typeof since === 'string' ? parseCursor(since) : undefined;
		const start = after ?? cursorAt(order, typeof since === 'object' ? since.getTime() : 0);
		const items: Array<Item<SimpleChange>> = [];
		for await (const change of changesFrom(port, start, { onHiddenChanges: burst })) {
			items.push(itemOf(change, simplify));
			if (items.length >= limit) break;
		}
		return items;
	},
};

function itemOf(change: ListedChange, isSimple: boolean): Item<SimpleChange> {
	const cursor = cursorText(change.cursor);
	if ('hidden' in change) {
		// Stands for changes that the feed hides, as the trigger's item does.
		const message = `${hiddenText(change.hidden)} The others are not in this list.`;
		return outputItem<SimpleChange>({ modified: new Date(change.hidden.ms).toISOString(), message, cursor });
	}
	const entry = { ...change.entry, ...(change.isAhead ? { dated_ahead: true } : {}), cursor };
	if (isSimple) return outputItem<SimpleChange>(simpleChange(entry));
	// The schema has what Simplify makes.
	const raw: INodeExecutionData = outputItem<JsonObject>(entry);
	return raw;
}

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(operation, handler)];
