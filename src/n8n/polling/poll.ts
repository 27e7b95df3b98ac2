import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { digestOf } from '../../client/service/account';
import { LibraryError } from '../../protocol/wire/libraryError';
import { toPollError } from '../context/errors';
import { pollBudgetOf } from '../context/hostFeatures';
import { itemsWithoutSecrets } from '../context/runSecrets';
import { save, savedFor, startsOver } from './staticData';
import { pollTimeout, type PollingTrigger, type PollRun, type PollSettings } from './trigger';

/** Time for a poll in ms, where n8n doesn't tell its own limit. */
const DEFAULT_BUDGET_MS = 60_000;
/** Share of a poll's time in which requests for pages begin; the rest is for what was started by then. */
const READING_SHARE = 0.6;

/**
 * One poll of a trigger: the items, or null when there are none. State and items move together: when it throws,
 * nothing has been saved, and the next poll starts where this one did. A manual test takes the same path without a
 * state. Throws n8n's own errors, with `failure` for its scheduler.
 */
export async function poll<T extends PollSettings, S>(
	context: IPollFunctions,
	trigger: PollingTrigger<T, S>,
): Promise<INodeExecutionData[][] | null> {
	const budgetMs = pollBudgetOf(context) ?? DEFAULT_BUDGET_MS;
	const signal = AbortSignal.timeout(budgetMs);
	try {
		const settings = trigger.settings(context);
		const caller = { ...(await trigger.caller(context, settings)), signal };
		const startedAt = caller.clock.now();
		const expired = (): boolean => caller.clock.now() > startedAt + budgetMs * READING_SHARE;
		const run: PollRun<T> = { context, settings, caller, expired, budgetMs };
		const items =
			context.getMode() === 'manual' ? await testEvent(run, trigger) : await scheduledPoll(run, trigger);
		return items.length === 0 ? null : [itemsWithoutSecrets(context, items)];
	} catch (cause) {
		throw toPollError(context, signal.aborted ? pollTimeout(budgetMs, cause) : cause);
	}
}

/** What Fetch Test Event shows. No state is saved. Throws LibraryError notFound when nothing matches. */
async function testEvent<T extends PollSettings, S>(
	run: PollRun<T>,
	trigger: PollingTrigger<T, S>,
): Promise<INodeExecutionData[]> {
	const { items, examined } = await trigger.latest(run);
	if (items.length > 0) return items;
	const { message, hint } = trigger.nothing(examined);
	throw new LibraryError('notFound', message, { hint });
}

/** The polls that are running in this process, with the time (Unix ms) until which they may run. */
const runningPolls = new Map<string, number>();

/**
 * A poll of an active workflow. n8n may start a poll before the previous one has ended; such a second poll of the same
 * state leaves everything to the first and has no items.
 */
async function scheduledPoll<T extends PollSettings, S>(
	run: PollRun<T>,
	trigger: PollingTrigger<T, S>,
): Promise<INodeExecutionData[]> {
	const { context, settings, caller, budgetMs } = run;
	// With another service, library, enterprise or start, reading starts over.
	const source = digestOf(caller.account, settings.start);
	const saved = savedFor(context, source);
	const before = saved && (trigger.stateIn(saved.state) ?? startsOver(context));
	// The first poll of Start: From Now returns no items, and a second one may belong to a new activation: both have
	// to save a state.
	const always = before === undefined && settings.start.from === 'now';
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, source, before]);
	const now = caller.clock.now();
	if (!always && (runningPolls.get(key) ?? 0) > now) return [];
	runningPolls.set(key, now + budgetMs);
	try {
		return await trigger.read(run, before, (state) => save(context, { source, state }));
	} finally {
		runningPolls.delete(key);
	}
}
