import type { IPollFunctions } from 'n8n-workflow';
import { type FeedPort, feedPort } from '../../client/feed/port';
import type { Caller } from '../../client/service/call';
import { compileFilter } from '../../protocol/feed/changeFilter';
import type { FeedEntry } from '../../protocol/feed/entry';
import { defined } from '../../protocol/wire/json';
import { libraryCaller } from '../credentials/libraryCaller';
import { type TriggerSettings, triggerSettings, watchedPath } from './settings';

/** Everything that one poll works with. */
export interface PollRun {
	readonly context: IPollFunctions;
	readonly settings: TriggerSettings;
	readonly caller: Caller;
	readonly port: FeedPort;
	/** The filter of the settings. A watched folder that is chosen by ID is asked for only where a filter is needed. */
	readonly filter: () => Promise<(entry: FeedEntry) => boolean>;
	/** True when the time for reading is used up and no new request may start. */
	readonly expired: () => boolean;
	/** When n8n gives up on the poll, as Unix ms. */
	readonly endsAt: number;
}

/** Share of a poll's time for reading pages; the rest is for what was started by then, mostly downloads. */
const READING_SHARE = 0.6;

/** Reads the form and the credential. Throws inputError for a wrong setting, and what `call` throws. */
export async function openPollRun(context: IPollFunctions, budgetMs: number, signal: AbortSignal): Promise<PollRun> {
	const settings = triggerSettings(context);
	const { silenceMs } = settings;
	const library = await libraryCaller(context, (name) => context.getNodeParameter(name, null), { silenceMs });
	const caller = { ...library, signal };
	const startedAt = caller.clock.now();
	let filter: Promise<(entry: FeedEntry) => boolean> | undefined;
	const filterNow = async (): Promise<(entry: FeedEntry) => boolean> =>
		compileFilter(defined({ ...settings.filter, folder: await watchedPath(caller, settings) }));
	return {
		context,
		settings,
		caller,
		port: feedPort(caller),
		filter: async () => await (filter ??= filterNow()),
		expired: () => caller.clock.now() > startedAt + budgetMs * READING_SHARE,
		endsAt: startedAt + budgetMs,
	};
}
