import type { NodeHint } from 'n8n-workflow';
import { cautionOf, isCautionConditional } from '../../protocol/operation/caution';
import type { AnyOperation } from '../../protocol/operation/define';

/** Hints of a node description that n8n shows before a run; older versions ignore them. */
export function cautionHints(operations: readonly AnyOperation[]): NodeHint[] {
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
