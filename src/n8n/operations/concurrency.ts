import { CONCURRENCY } from '../form/fixedProperties';
import type { Form } from '../form/parameters';
import { readCollection, readCount } from '../form/readForm';

/** The option Concurrency of one item, from 1. Throws inputError. */
export function concurrencyIn(form: Form, item: number): number {
	const { concurrency } = readCollection(form, 'options', item);
	return readCount(CONCURRENCY.displayName, concurrency, CONCURRENCY.default);
}
