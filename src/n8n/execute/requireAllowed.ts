import { cautionFor } from '../../protocol/operation/define';
import { LibraryError } from '../../protocol/wire/libraryError';
import { isToolCall } from '../context/toolCall';
import { PERMISSIONS } from '../form/toolProperties';
import type { Job } from '../operations/job';

/**
 * Refuses a tool call that deletes for good, changes many things at once, costs money or returns a secret, unless the
 * switch of its form is on: as it stands in the workflow, because an expression could ask the model. Throws
 * LibraryError auth.
 */
export function requireAllowed({ context, op, item, checked }: Job): void {
	const caution = isToolCall(context) ? cautionFor(op, checked) : undefined;
	if (caution === undefined) return;
	const { name, label, does } = PERMISSIONS[caution];
	if (context.getNodeParameter(name, item, false, { rawExpressions: true }) === true) return;
	throw new LibraryError('auth', `This ${does}, and the owner of the workflow has not allowed a model to do it`, {
		operation: op.id,
		hint:
			`Nothing was done. Do not try again: tell the user that the owner of the workflow can turn on ` +
			`"${label}" in the tool "${context.getNode().name}".`,
	});
}
