import type { IExecuteFunctions } from 'n8n-workflow';
import { makeBudget, type Budget } from '../../client/async/budget';
import { concurrencyIn } from '../form/readForm';
import type { Form } from '../form/parameters';

const slotsOfRuns = new WeakMap<IExecuteFunctions, Budget>();

/**
 * The slots of a run: all its items together have no more requests under way than Concurrency says. Throws inputError.
 */
export function slotsOf(context: IExecuteFunctions, form: Form): Budget {
	const slots = slotsOfRuns.get(context) ?? makeBudget(concurrencyIn(form));
	slotsOfRuns.set(context, slots);
	return slots;
}
