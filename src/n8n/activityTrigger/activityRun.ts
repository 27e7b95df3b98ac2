import type { IPollFunctions } from 'n8n-workflow';
import type { Caller } from '../../client/service/call';
import { withSilence } from '../../client/service/withSilence';
import { callerOf } from '../credentials/caller';
import type { PollBudget } from '../context/polls';
import { activitySettings, type ActivitySettings } from './settings';

/** Everything that one poll works with. */
export interface ActivityRun {
	readonly context: IPollFunctions;
	readonly settings: ActivitySettings;
	readonly caller: Caller;
	/** The caller for the logs: its requests end before the poll does, so that one that hangs costs only its log. */
	readonly logCaller: Caller;
	/** True when the time for reading is used up and no new request may start. */
	readonly expired: () => boolean;
	readonly budgetMs: number;
	/** When n8n gives up on the poll, as Unix ms. */
	readonly endsAt: number;
}

/** Share of a poll's time in which requests begin, and in which they must have ended. */
const [READING_SHARE, ENDING_SHARE] = [0.6, 0.85];

/** Reads the form and the credential. Throws inputError for a wrong setting. */
export async function openActivityRun(context: IPollFunctions, { budgetMs, signal }: PollBudget): Promise<ActivityRun> {
	const settings = activitySettings(context);
	const caller = { ...withSilence(await callerOf(context, 'enterprise'), settings.silenceMs), signal };
	const startedAt = caller.clock.now();
	const logSignal = AbortSignal.any([signal, AbortSignal.timeout(budgetMs * ENDING_SHARE)]);
	return {
		context,
		settings,
		caller,
		logCaller: { ...caller, signal: logSignal },
		expired: () => caller.clock.now() > startedAt + budgetMs * READING_SHARE,
		budgetMs,
		endsAt: startedAt + budgetMs,
	};
}
