import type { JsonObject } from '../wire/json';
import type { AnyOperation } from './define';
import type { Caution } from './request';

/** What may be irreversible, expensive or secret about an operation; undefined for all others. */
export const cautionOf = ({ caution }: AnyOperation): Caution | undefined =>
	typeof caution === 'object' ? caution.kind : caution;

/** Whether an operation asks for caution only with some inputs. */
export const isCautionConditional = ({ caution }: AnyOperation): boolean => typeof caution === 'object';

/** What this input asks for caution for; `checked` is the input in the types of its fields. */
export function cautionFor(op: AnyOperation, checked: JsonObject): Caution | undefined {
	const { caution } = op;
	return typeof caution === 'object' && !caution.when(checked) ? undefined : cautionOf(op);
}
