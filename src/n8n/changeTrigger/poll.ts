import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { pollWithin } from '../context/polls';
import { itemsWithoutSecrets } from '../context/runSecrets';
import { openPollRun } from './pollRun';
import { scheduledPoll } from './scheduledPoll';
import { fetchTestEvent } from './testEvent';

/**
 * One poll of the trigger: the items, or null when there are none. State and items move together: when it throws,
 * nothing has been saved, and the next poll starts where this one did. Throws n8n's own errors, with `failure` for
 * its scheduler.
 */
export const pollLibrary = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await pollWithin(context, async ({ budgetMs, signal }) => {
		const run = await openPollRun(context, budgetMs, signal);
		const found = context.getMode() === 'manual' ? await fetchTestEvent(run) : await scheduledPoll(run);
		return found?.map((items) => itemsWithoutSecrets(context, items)) ?? null;
	});
