import type { Caller } from '../../client/service/call';
import { encode } from '../../protocol/operation/encode';
import { callerOf } from '../credentials/caller';
import { isEnterprise, libraryCaller, type Read } from '../credentials/libraryCaller';
import type { Job } from './job';

/** The caller for one operation on one item. Throws what `encode`, `callerOf` and `libraryCaller` throw. */
export async function callerFor({
	context,
	form,
	op,
	item,
	input,
}: Pick<Job, 'context' | 'form' | 'op' | 'item' | 'input'>): Promise<Caller> {
	if (op.credential !== 'org') return await callerOf(context, op.credential, item);
	const read: Read = (name) => form.get(name, item);
	// Binding sends a request; with wrong input nothing is to be sent.
	if (isEnterprise(read)) encode(op, input);
	return await libraryCaller(context, read, item);
}
