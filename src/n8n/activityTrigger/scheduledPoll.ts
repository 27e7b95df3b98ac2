import type { INodeExecutionData } from 'n8n-workflow';
import { readLogs } from '../../client/activity/readLogs';
import { unlessRunning } from '../context/polls';
import type { ActivityRun } from './activityRun';
import { failureOf, failuresAfter } from './failures';
import { activityItem, unreadableItem } from './items';
import { logsToRead, nextState } from './logStates';
import { activitySource } from './settings';
import { type ActivityState, loadState, saveState } from './staticData';
import { watchedLogs } from './watchedLogs';

/**
 * A poll of an active workflow: the items, or null when there are none. State and items move together. A log that
 * cannot be read does not stop the others; its failure is thrown only where nothing could be read at all.
 */
export async function scheduledPoll(run: ActivityRun): Promise<INodeExecutionData[][] | null> {
	const { context, caller, settings, endsAt } = run;
	const source = activitySource(caller.account, settings);
	const saved = loadState(context, source);
	const always = saved === undefined && settings.startFrom === 'now';
	const times = { now: caller.clock.now(), endsAt, always };
	return await unlessRunning(
		context,
		[source, context.getWorkflowStaticData('node')],
		times,
		async () => await readActivities(run, source, saved),
	);
}

async function readActivities(
	run: ActivityRun,
	source: string,
	saved: ActivityState | undefined,
): Promise<INodeExecutionData[][] | null> {
	const { context, settings, budgetMs, expired } = run;
	const logs = await watchedLogs(run);
	const byName = new Map(logs.map((log) => [log.name, log]));
	const reading = logsToRead(settings, logs, saved);
	const { overlap, maximumItems: limit } = settings;
	const read = await readLogs(reading, { overlap, limit, expired });
	const [failure] = read.failures.values();
	if (failure && read.states.size === 0) throw failureOf(failure, budgetMs);
	const { next: failures, told } = failuresAfter(saved, read, budgetMs);
	const activities = read.found.flatMap(({ log, entry }) => {
		const named = byName.get(log);
		return named ? [activityItem(named, entry)] : [];
	});
	const unreadable = told.flatMap(({ name, error }) => {
		const named = byName.get(name);
		return named ? [unreadableItem(named, error)] : [];
	});
	const items = [...activities, ...unreadable];
	saveState(context, { ...nextState({ source, saved, settings }, reading, read), failures });
	return items.length === 0 ? null : [items];
}
