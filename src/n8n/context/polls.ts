import type { IPollFunctions } from 'n8n-workflow';
import { LibraryError } from '../../protocol/wire/libraryError';
import { toPollError } from './errors';
import { pollBudgetOf } from './hostFeatures';

/* What every poll of a trigger needs of n8n. */

/** Time for a poll in ms, where n8n doesn't tell its own limit. */
const DEFAULT_BUDGET_MS = 60_000;

/** The time that n8n allows for a poll, in ms, and the signal that ends it. */
export interface PollBudget {
	readonly budgetMs: number;
	readonly signal: AbortSignal;
}

/** Runs a poll within the time that n8n allows. Throws n8n's own errors, with `failure` for its scheduler. */
export async function pollWithin<T>(context: IPollFunctions, poll: (budget: PollBudget) => Promise<T>): Promise<T> {
	const budgetMs = pollBudgetOf(context) ?? DEFAULT_BUDGET_MS;
	const signal = AbortSignal.timeout(budgetMs);
	try {
		return await poll({ budgetMs, signal });
	} catch (cause) {
		throw toPollError(context, signal.aborted ? pollTimeout(budgetMs, cause) : cause);
	}
}

/** The error for a service that did not answer within the time of a poll. */
export const pollTimeout = (budgetMs: number, cause: unknown): LibraryError =>
	new LibraryError(
		'timeout',
		`The service did not answer within the ${Math.ceil(budgetMs / 1000)} seconds that n8n allows for a poll`,
		{ cause },
	);

/** The polls that are running in this process, with the time (Unix ms) until which they may run. */
const runningPolls = new Map<string, number>();

/** When a poll begins and when n8n gives up on it, as Unix ms. */
export interface PollTimes {
	readonly now: number;
	readonly endsAt: number;
}

/**
 * Runs a poll, unless one of the same node with the same state is running: n8n may start a poll before the previous one
 * has ended. Then it returns null and leaves everything to the other one. `always`: runs beside the other one.
 */
export async function unlessRunning<T>(
	context: IPollFunctions,
	state: readonly unknown[],
	{ now, endsAt, always = false }: PollTimes & { readonly always?: boolean },
	poll: () => Promise<T>,
): Promise<T | null> {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, ...state]);
	if (!always && (runningPolls.get(key) ?? 0) > now) return null;
	runningPolls.set(key, endsAt);
	try {
		return await poll();
	} finally {
		runningPolls.delete(key);
	}
}
