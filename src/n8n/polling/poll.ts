import type { INodeExecutionData, IPollFunctions, IDataObject } from 'n8n-workflow';
import { steadyMs, stopwatch } from '../../client/async/clock';
import { digestOf } from '../../client/service/account';
import type { Caller } from '../../client/service/call';
import { isJsonObject } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { toPollError } from '../context/errors';
import { pollBudgetOf } from '../context/hostFeatures';
import { withoutSecretsIn, itemsWithoutSecrets } from '../context/runSecrets';
import { withSameColumns } from '../context/tableItems';
import { silenceOf } from '../form/nodeSettings';

/* What one polling trigger differs in from another. */

interface PollSettings {
	/** Where reading begins; another start begins anew. */
	readonly start: { readonly from: string };
}

/** Everything that one poll works with. */
export interface PollRun<T extends PollSettings> {
	readonly context: IPollFunctions;
	readonly settings: T;
	readonly caller: Caller;
	/** For one of many logs or files: its requests end before the poll, so that one that hangs costs only itself. */
	readonly partCaller: Caller;
	/** Whole milliseconds since the poll began. */
	readonly elapsedMs: () => number;
	/** True when the time for reading, or this part of it, is used up and no new request may start. */
	readonly expired: (part?: number) => boolean;
	readonly budgetMs: number;
}

/** A polling trigger, with what it reads from its form and what it remembers. */
export interface PollingTrigger<T extends PollSettings, S> {
	/** Reads the form. Throws inputError for a wrong setting; no request has been sent then. */
	settings(context: IPollFunctions): T;
	/** The account of the node, of which requests end after so long a silence of the service (ms). */
	caller(context: IPollFunctions, patience: { readonly silenceMs: number | undefined }): Promise<Caller>;
	/** The state in what was saved; undefined for anything else. */
	stateIn(saved: unknown): S | undefined;
	/**
	 * The items of what is new since `before`, which is undefined in the first poll. Calls `save` with the state that
	 * belongs to them, and only when nothing can fail any more.
	 */
	read(run: PollRun<T>, before: S | undefined, save: (state: S) => void): Promise<INodeExecutionData[]>;
	/** The latest items, oldest first, read without a state. Throws LibraryError notFound when nothing matches. */
	latest(run: PollRun<T>): Promise<INodeExecutionData[]>;
}

/** The error for a service that did not answer within the time of a poll. */
export const pollTimeout = (budgetMs: number, cause: unknown): LibraryError =>
	new LibraryError(
		'timeout',
		`The service did not answer within the ${Math.ceil(budgetMs / 1000)} seconds that n8n allows for a poll`,
		{ cause },
	);

/** Saves fields, without secrets. Unchanged static data isn't touched, so that n8n doesn't write it to its database. */
function save(context: IPollFunctions, state: object): void {
	const stored = withoutSecretsIn(context, state);
	const data: IDataObject = context.getWorkflowStaticData('node');
	const saved = Object.keys(stored).map((name) => data[name]);
	if (JSON.stringify(saved) !== JSON.stringify(Object.values(stored))) Object.assign(data, stored);
}

/** Time for a poll in ms, where n8n doesn't tell its own limit. */
const DEFAULT_BUDGET_MS = 60_000;
/** Share of a poll's time in which requests begin, and failed ones are tried again; the rest is for those under way. */
const READING_SHARE = 0.6;
/** Share of a poll's time in which the requests of `partCaller` must have ended. */
const PART_SHARE = 0.85;

/**
 * One poll of a trigger: the items, or null. When it throws, nothing has been saved, and the next poll starts where
 * this one did. A manual test has no state. Throws n8n's own errors, with `failure` for its scheduler.
 */
export async function poll<T extends PollSettings, S>(
	context: IPollFunctions,
	trigger: PollingTrigger<T, S>,
): Promise<INodeExecutionData[][] | null> {
	// Timers take whole milliseconds.
	const budgetMs = Math.floor(pollBudgetOf(context) ?? DEFAULT_BUDGET_MS);
	const signal = AbortSignal.timeout(budgetMs);
	try {
		const settings = trigger.settings(context);
		const noRetryAfter = AbortSignal.timeout(Math.floor(budgetMs * READING_SHARE));
		const patience = { silenceMs: silenceOf(context) };
		const caller = { ...(await trigger.caller(context, patience)), signal, noRetryAfter };
		const elapsedMs = stopwatch(caller.clock);
		const expired = (part = 1): boolean => elapsedMs() > budgetMs * READING_SHARE * part;
		const partCaller = { ...caller, signal: AbortSignal.timeout(Math.floor(budgetMs * PART_SHARE)) };
		const run: PollRun<T> = { context, settings, caller, partCaller, elapsedMs, expired, budgetMs };
		const items = context.getMode() === 'manual' ? await trigger.latest(run) : await scheduledPoll(run, trigger);
		return items.length === 0 ? null : [await withSameColumns(await itemsWithoutSecrets(context, items))];
	} catch (cause) {
		throw toPollError(context, signal.aborted ? pollTimeout(budgetMs, cause) : cause);
	}
}

/** The polls that are running in this process, with the time (`steadyMs`) until which they may run. */
const runningPolls = new Map<string, number>();

/** A poll of an active workflow. One that n8n starts before the previous one has ended leaves everything to that. */
async function scheduledPoll<T extends PollSettings, S>(
	run: PollRun<T>,
	trigger: PollingTrigger<T, S>,
): Promise<INodeExecutionData[]> {
	const { context, settings, caller, budgetMs } = run;
	// With another service, library, enterprise or start, reading starts over.
	const source = digestOf(caller.account(), settings.start);
	// n8n hands out an observed object; the poll works with a plain copy of it.
	const stored: unknown = JSON.parse(JSON.stringify(context.getWorkflowStaticData('node')));
	const isSameSource = isJsonObject(stored) && stored.source === source;
	const before = isSameSource ? trigger.stateIn(stored.state) : undefined;
	if (isSameSource && before === undefined)
		context.logger.warn(
			`${context.getNode().name}: what this trigger had saved can't be read any more, so it starts over from ` +
				'its Start setting. Changes since its last run may not be reported.',
		);
	// The first poll of Start: From Now returns no items, and a second one may belong to a new activation: both have
	// to save a state.
	const always = before === undefined && settings.start.from === 'now';
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, source, before]);
	const now = steadyMs(caller.clock);
	if (!always && (runningPolls.get(key) ?? 0) > now) return [];
	runningPolls.set(key, now + budgetMs);
	try {
		return await trigger.read(run, before, (state) => save(context, { source, state }));
	} finally {
		runningPolls.delete(key);
	}
}
