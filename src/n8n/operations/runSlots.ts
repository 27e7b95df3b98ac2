import type { IExecuteFunctions } from 'n8n-workflow';
import { makeSlots, type Slots } from '../../client/async/memoryBudget';
import { concurrencyIn } from '../form/readForm';
import type { Form } from '../form/parameters';

const slotsOfRuns = new WeakMap<IExecuteFunctions, Slots>();

/**
 * The slots of a run: all its items together have no more requests under way than Concurrency says. Throws inputError.
 */
export function slotsOf(context: IExecuteFunctions, form: Form): Slots {
	const slots = slotsOfRuns.get(context) ?? makeSlots(concurrencyIn(form));
	slotsOfRuns.set(context, slots);
	return slots;
}
