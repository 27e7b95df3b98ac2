import type { INodeTypeDescription, NodeHint } from 'n8n-workflow';
import { type AnyOperation, cautionOf, isCautionConditional } from '../../protocol/operation/define';

/** What a node tells n8n about the output of these operations; older versions of n8n ignore it. */
export const outputNotices = (
	operations: readonly AnyOperation[],
): Pick<INodeTypeDescription, 'hints' | 'sensitiveOutputFields'> => ({
	hints: cautionHints(operations),
	// n8n hides these fields in the items of all operations of a node.
	sensitiveOutputFields: [...new Set(operations.flatMap(({ secrets }) => secrets ?? []))].sort(),
});

/** A hint before a run of an operation that always deletes for good. */
function cautionHints(operations: readonly AnyOperation[]): NodeHint[] {
	const permanent = operations.filter((op) => cautionOf(op) === 'permanent' && !isCautionConditional(op));
	if (permanent.length === 0) return [];
	const names = JSON.stringify(permanent.map(({ resource, operation }) => `${resource} ${operation}`));
	return [
		{
			message: 'This operation deletes permanently: nothing can bring it back',
			type: 'warning',
			location: 'outputPane',
			whenToDisplay: 'beforeExecution',
			displayCondition: `={{ ${names}.includes($parameter["resource"] + " " + $parameter["operation"]) }}`,
		},
	];
}
