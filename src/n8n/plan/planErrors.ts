import { outcomeItem, type SummaryItem } from '../../protocol/plan/items';
import type { Outcome, Plan } from '../../protocol/plan/plan';
import type { JsonObject } from '../../protocol/wire/json';
import { LibraryError, reworded } from '../../protocol/wire/libraryError';

/* A plan that must not be carried out, or was carried out only in part. */

/** What a person reads beside the items of a plan that must not be carried out. */
export const blockedHint = (reasons: readonly string[]): string =>
	`The plan is blocked, and nothing would be changed: ${reasons.join('; ')}`;

/** The error of a plan that was to be carried out and must not be; `advice` ends a sentence about exceeded limits. */
export const blockedError = (summary: SummaryItem<JsonObject>, advice = 'raise the limit'): LibraryError =>
	new LibraryError('input', summary.reasons.join('; '), {
		hint: `Nothing was changed. Turn on Dry Run to see the whole plan. If a limit is exceeded, ${advice}.`,
		data: { summary },
	});

/** The error of a summary of changes that were not all made, although the run went on. */
export function partlyFailedError({ changes, done }: SummaryItem<JsonObject>, first: LibraryError): LibraryError {
	return reworded(first, `${done} of ${changes} changes were made; the first failure: ${first.message}`);
}

/** The error of a run that went on after failures, and made nothing. */
export const noneMadeError = <C extends object>({ changes }: Plan<C>, first: LibraryError): LibraryError =>
	reworded(first, `${first.message}; none of ${changes.length} changes could be made`);

/** The failure that ended a run, with what was done before: no item can show it any more. */
export function stoppedError<C extends object>(
	plan: Plan<C>,
	failure: LibraryError,
	outcomes: ReadonlyArray<Outcome<C>>,
): LibraryError {
	const planned = plan.changes.length;
	const isDone = ({ status }: Outcome<C>): boolean => status === 'done';
	const [done, failed] = [outcomes.filter(isDone), outcomes.filter((outcome) => !isDone(outcome))];
	const hint =
		(failure.hint ? `${failure.hint.replace(/\.?$/, '.')} ` : '') +
		'Run the node again to make the rest: what has been made is recognized and left as it is. The changes that ' +
		'were made are listed in the data of this error; with On Error set to continue they are items.';
	const made = `${done.length} of ${planned} changes had already been made and were not undone`;
	const items = (some: ReadonlyArray<Outcome<C>>): JsonObject[] => some.map((one) => outcomeItem(plan, one));
	return reworded(failure, `${failure.message}; ${made}`, {
		hint,
		data: { done: items(done), failed: items(failed), not_attempted: planned - outcomes.length },
	});
}
