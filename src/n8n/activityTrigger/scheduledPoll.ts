import type { INodeExecutionData } from 'n8n-workflow';
import type { ActivityState } from '../../client/activity/activityState';
import { readActivities } from '../../client/activity/readActivities';
import { activitySource } from '../../client/activity/storedState';
import { unlessRunning } from '../context/polls';
import type { ActivityRun } from './activityRun';
import { activityItem, unreadableItem } from './items';
import { scopeOf } from './settings';
import { loadState, saveState } from './staticData';
import { watchedLogs } from './watchedLogs';

/**
 * A poll of an active workflow: the items, or null when there are none. n8n may start a poll before the previous one
 * has ended; such a second poll of the same state leaves everything to the first and returns null.
 */
export async function scheduledPoll(run: ActivityRun): Promise<INodeExecutionData[][] | null> {
	const { context, caller, settings, endsAt } = run;
	const source = activitySource(caller.account, settings.startFrom);
	const saved = loadState(context, source);
	// The first poll of Start: From Now returns no items, and a second one may belong to a new activation: both have
	// to save a state.
	const always = saved === undefined && settings.startFrom === 'now';
	return await unlessRunning(
		context,
		[source, context.getWorkflowStaticData('node')],
		{ now: caller.clock.now(), endsAt, always },
		async () => await pollLogs(run, source, saved),
	);
}

async function pollLogs(
	run: ActivityRun,
	source: string,
	saved: ActivityState | undefined,
): Promise<INodeExecutionData[][] | null> {
	const { context, settings, expired } = run;
	const logs = await watchedLogs(run);
	const { state, found, unreadable } = await readActivities(logs, saved, {
		scope: scopeOf(settings),
		startFrom: settings.startFrom,
		overlap: settings.overlap,
		limit: settings.maximumItems,
		expired,
	});
	saveState(context, source, state);
	const items = [
		...found.map(({ log, entry }) => activityItem(log, entry)),
		...unreadable.map(({ log, error }) => unreadableItem(log, error)),
	];
	return items.length === 0 ? null : [items];
}
