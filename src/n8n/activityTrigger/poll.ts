import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { pollWithin } from '../context/polls';
import { itemsWithoutSecrets } from '../context/runSecrets';
import { openActivityRun } from './activityRun';
import { scheduledPoll } from './scheduledPoll';
import { fetchTestEvent } from './testEvent';

/**
 * One poll of the activity trigger: the items, or null when there are none. When it throws, nothing has been saved, and
 * the next poll starts where this one did. Throws n8n's own errors, with `failure` for its scheduler.
 */
export const pollActivities = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await pollWithin(context, async (budget) => {
		const run = await openActivityRun(context, budget);
		const found = context.getMode() === 'manual' ? await fetchTestEvent(run) : await scheduledPoll(run);
		return found?.map((items) => itemsWithoutSecrets(context, items)) ?? null;
	});
