import { checkFields } from '../../protocol/operation/check';
import { isListing, type AnyOperation } from '../../protocol/operation/define';
import { encodeChecked } from '../../protocol/operation/encode';
import type { JsonObject } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { LIMIT } from '../form/fixedProperties';
import type { Form } from '../form/parameters';
import { readInput } from '../form/readForm';
import { silenceIn } from '../form/requestTimeout';
import type { Job } from './job';

/**
 * Reads the form for one item, the only time in a run. Throws inputError for wrong input: nothing has been sent by
 * then.
 */
export function readJob(shared: Pick<Job, 'context' | 'form' | 'progress'>, op: AnyOperation, item: number): Job {
	const { context, form, progress } = shared;
	const collections: Record<string, JsonObject> = {};
	const input = readInput(form, op, item, collections);
	const checked = checkFields(op.input, input);
	const params = encodeChecked(op, checked);
	const limit = readLimit(form, op, item);
	const silenceMs = silenceIn(collections.options ?? form.get('options', item));
	return { context, form, progress, op, item, input, checked, params, limit, silenceMs };
}

/** The most entries that the service returns for an operation; Infinity where there is no such limit. */
export const maxEntries = ({ paging }: AnyOperation): number =>
	paging?.kind === 'whole' ? (paging.maxSize ?? Infinity) : Infinity;

/** Limit, or undefined with Return All. */
function readLimit(form: Form, op: AnyOperation, item: number): number | undefined {
	if (!isListing(op) || form.get('returnAll', item, false) === true) return undefined;
	const limit = Number(form.get('limit', item, LIMIT.default));
	if (!(Number.isInteger(limit) && limit > 0)) throw inputError('Limit', 'must be a whole number of at least 1');
	const most = maxEntries(op);
	if (limit > most) throw inputError('Limit', `must be at most ${most}, because the service returns no more`);
	return limit;
}
