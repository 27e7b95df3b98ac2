import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { FeedChange } from '../plan/change';
import { itemWithoutSecrets } from '../../../n8n/context/runSecrets';

/** How the changes are saved that no run has been started for. */
interface NotStarted {
	/** Whether they can be saved. */
	fits(changes: readonly FeedChange[]): boolean;
	save(changes: readonly FeedChange[]): void;
}

/**
 * One Run per Item: starts a run for each item, the last one by returning it. Before each run `save` saves the state
 * with the changes that have not been started yet, so that a crash neither loses nor repeats one. Where these do not
 * fit, a run has several items.
 */
export function startRuns(
	context: IPollFunctions,
	{ items, changes }: { readonly items: readonly INodeExecutionData[]; readonly changes: readonly FeedChange[] },
	{ fits, save }: NotStarted,
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
