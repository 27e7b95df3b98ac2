import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { feedPort } from '../../client/feed/port';
import { recentChanges } from '../../client/feed/recentChanges';
import { isFeedState, isStoredChange } from '../../client/feed/storedState';
import { isJsonObject } from '../../protocol/wire/json';
import { libraryCaller } from '../credentials/libraryCaller';
import { poll } from '../polling/poll';
import type { PollingTrigger, PollRun, TestEvent } from '../polling/trigger';
import { buildItems, type ClassifiedChange, classifyChanges } from './items';
import { MAX_SAVED_CHANGES, type PollState, readItems } from './readItems';
import { lazyFilter, type TriggerSettings, triggerSettings } from './settings';

/** Most items of a test event. */
const MAX_TEST_ITEMS = 10;

const isClassified = (value: unknown): value is ClassifiedChange =>
	isJsonObject(value) && isStoredChange(value.change) && typeof value.event === 'string';

/** The trigger that reads the updates feed of one library. */
export const changeTrigger: PollingTrigger<TriggerSettings, PollState> = {
	settings: triggerSettings,
	caller: async (context, { silenceMs }) =>
		await libraryCaller(context, (name) => context.getNodeParameter(name, null), { silenceMs }),
	stateIn(saved) {
		const { feed, retryDownloads } = isJsonObject(saved) ? saved : {};
		if (!isFeedState(feed)) return undefined;
		return { feed, retryDownloads: Array.isArray(retryDownloads) ? retryDownloads.filter(isClassified) : [] };
	},
	read: readItems,
	latest: latestChanges,
	nothing: (examined) =>
		examined === 0
			? {
					message: 'Nothing has changed in this library yet',
					hint: 'Create or change a file in the library, then fetch the test event again.',
				}
			: {
					message: `None of the last ${examined} changes in this library matches`,
					hint:
						'Make a change that matches the events and filters of this node, or relax them, ' +
						'then fetch the test event again.',
				},
};

/** The latest changes that match, read and classified as in a scheduled poll. */
async function latestChanges(run: PollRun<TriggerSettings>): Promise<TestEvent> {
	const { caller, expired, settings } = run;
	const accept = await lazyFilter(caller, settings)();
	const { changes, examined } = await recentChanges(feedPort(caller), { limit: MAX_SAVED_CHANGES, accept, expired });
	const latest = (await classifyChanges(caller, changes, settings.filter.events)).slice(-MAX_TEST_ITEMS);
	const { items } = await buildItems(run, latest, { lastTry: true });
	return { items: items.map(({ item }) => item), examined };
}

/** One poll of the trigger; see `poll`. */
export const pollLibrary = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await poll(context, changeTrigger);
