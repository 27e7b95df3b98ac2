import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { FeedChange } from '../plan/change';
import { itemWithoutSecrets } from '../../../n8n/context/runSecrets';

/**
 * One Run per Item: starts a run for each item, the last one by returning it. Before each run `save` saves the state
 * with the changes that have not been started yet, so that a crash neither loses nor repeats one.
 */
export function startRuns(
	context: IPollFunctions,
	{ items, changes }: { readonly items: readonly INodeExecutionData[]; readonly changes: readonly FeedChange[] },
	save: (notStarted: readonly FeedChange[]) => void,
): INodeExecutionData[] {
	for (const [index, item] of items.entries()) {
		const notStarted = changes.slice(index + 1);
		save(notStarted);
		if (notStarted.length === 0) return [item];
		try {
			context.__emit([[itemWithoutSecrets(context, item)]]);
		} catch {
			// This version of n8n can't start runs during a poll: each poll starts one.
			return [item];
		}
	}
	save([]);
	return [];
}
