import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { LibraryError, reworded } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { failedItem } from './failedItem';

/* A plan of changes that must not be carried out, or was carried out only in part. */

/** What a person reads beside the items of a plan that must not be carried out. */
export const blockedHint = (reasons: readonly string[]): string =>
	`The plan is blocked, and nothing would be changed: ${reasons.join('; ')}`;

/** A plan that must not be carried out, as its items show it. */
interface BlockedPlan {
	/** The input item that an error belongs to. */
	readonly item: number;
	readonly summary: { readonly reasons: readonly string[] };
	readonly planned: readonly INodeExecutionData[];
	readonly last: INodeExecutionData;
	/** What to do when a limit is exceeded, as the end of a sentence. */
	readonly check: string;
}

/**
 * A plan that must not be carried out: its items where the workflow continues, otherwise throws the reasons. With an
 * error output all of them go there: nothing of it was done.
 */
export function blockedItems(
	context: IExecuteFunctions,
	{ item, summary, planned, last, check }: BlockedPlan,
): INodeExecutionData[] {
	const hint = `Nothing was changed. Turn on Dry Run to see the whole plan. If a limit is exceeded, ${check}.`;
	const failure = new LibraryError('input', summary.reasons.join('; '), { hint, data: { summary } });
	const error = toNodeError(context, failure, item);
	if (!context.continueOnFail()) throw error;
	const withErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return [
		...(withErrorOutput ? planned.map((one) => failedItem(context, one, error)) : planned),
		failedItem(context, last, error),
	];
}

/**
 * The failure that ended a run, with what was done before: no item can show it any more. `shown` makes of an outcome
 * what a person reads; `planned` is the number of changes of the plan.
 */
export function stoppedError<O extends { readonly failure?: LibraryError | undefined }>(
	failure: LibraryError,
	outcomes: readonly O[],
	planned: number,
	shown: (outcome: O) => object,
): LibraryError {
	const done = outcomes.filter((outcome) => !outcome.failure);
	const failed = outcomes.filter((outcome) => outcome.failure);
	const hint =
		(failure.hint ? `${failure.hint.replace(/\.?$/, '.')} ` : '') +
		'Run the node again to make the rest: what has been made is recognized and left as it is. The changes that ' +
		'were made are listed in the data of this error; with On Error set to continue they are items.';
	const made = `${done.length} of ${planned} changes had already been made and were not undone`;
	return reworded(failure, `${failure.message}; ${made}`, {
		hint,
		data: {
			done: done.map(shown),
			failed: failed.map((outcome) => ({ ...shown(outcome), error: outcome.failure?.message })),
			notAttempted: planned - outcomes.length,
		},
	});
}
