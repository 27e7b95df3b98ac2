import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { LibraryError } from '../../protocol/wire/libraryError';
import { toPollError } from '../context/errors';
import { openPollRun } from './pollRun';
import { scheduledPoll } from './scheduledPoll';
import { fetchTestEvent } from './testEvent';

/** Time for a poll in ms, where n8n doesn't tell its own limit. */
const DEFAULT_BUDGET_MS = 60_000;

/**
 * One poll of the trigger: the items, or null when there are none. State and items move together: when it throws,
 * nothing has been saved, and the next poll starts where this one did. Throws n8n's own errors, with `failure` for
 * its scheduler.
 */
export async function pollLibrary(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const timeout = AbortSignal.timeout(budgetMs);
	try {
		const run = await openPollRun(context, budgetMs, timeout);
		return context.getMode() === 'manual' ? await fetchTestEvent(run) : await scheduledPoll(run);
	} catch (cause) {
		throw toPollError(context.getNode(), timeout.aborted ? timeoutError(budgetMs, cause) : cause);
	}
}

const timeoutError = (budgetMs: number, cause: unknown): LibraryError =>
	new LibraryError(
		'timeout',
		`The service did not answer within the ${Math.ceil(budgetMs / 1000)} seconds that n8n allows for a poll`,
		{ cause },
	);
