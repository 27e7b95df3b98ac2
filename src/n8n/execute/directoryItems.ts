import type { INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../client/directory/applyPlan';
import type { DirectoryChange } from '../../protocol/directory/directoryChange';
import { toNodeError } from '../context/errors';
import type { Job } from './job';

/* What Synchronize Directory returns: one item for each change, paired with the input item that asked for it. */

function itemOf(change: DirectoryChange, status: 'planned' | 'done' | 'failed'): INodeExecutionData {
	const { request: _request, item, ...shown } = change;
	return {
		json: { ...shown, status } as INodeExecutionData['json'],
		...(item === undefined ? {} : { pairedItem: { item } }),
	};
}

/** The item of a change that a dry run only shows. */
export const plannedItem = (change: DirectoryChange): INodeExecutionData => itemOf(change, 'planned');

/**
 * The item of a change that was made or has failed; a failed one carries the error where the node has an error output.
 */
export function outcomeItem({ context, item }: Job, { change, failure, warning }: Outcome): INodeExecutionData {
	const result = itemOf(change, failure ? 'failed' : 'done');
	if (warning !== undefined) return { ...result, json: { ...result.json, warning } };
	if (!failure) return result;
	const error = toNodeError(context.getNode(), failure, change.item ?? item);
	// n8n replaces the whole item by the message when it carries an error, and needs that only to find the error
	// output.
	return {
		...result,
		json: { ...result.json, error: error.message },
		...(context.getNode().onError === 'continueErrorOutput' ? { error } : {}),
	};
}
