import type { AnyOperation, In, ItemsOf } from '../../protocol/operation/define';
import type { JsonObject } from '../../protocol/wire/json';
import type { Handler } from './job';
import { plainOperation } from './plainOperation';

/** An operation by its id, and what carries it out. */
export interface Pairing {
	readonly id: string;
	readonly handler: Handler;
}

/** The handler of an operation of its own: with its input, and with the items that it declares. */
export type HandlerFor<Op> = Handler<In<Op>, ItemsOf<Op>>;

/** What an operation must be for a handler with the input `I` and items `O`; anything else says which differs. */
type Fitting<Op, I, O> =
	In<Op> extends I
		? [O] extends [ItemsOf<Op>]
			? unknown
			: { readonly itsHandlerMakes: O }
		: { readonly itsHandlerWants: I };

/**
 * Pairs an operation with its handler. Does not compile where the handler reads an input that the operation does not
 * have, or makes other items than it declares.
 */
export const handles = <const Op extends AnyOperation, I extends JsonObject, O>(
	op: Op & Fitting<Op, I, O>,
	handler: Handler<I, O>,
): Pairing => ({ id: op.id, handler });

/**
 * Finds what carries out an operation: the handler that it is paired with, or else one call or one list. Throws for a
 * special operation without a handler, and for a handler of one that is none, when the package is loaded.
 */
export function handlersFor(operations: readonly AnyOperation[], pairings: readonly Pairing[]): HandlerOf {
	const byId = new Map(pairings.map(({ id, handler }) => [id, handler]));
	const wrong = operations.filter(({ id, special = false }) => byId.has(id) !== special).map(({ id }) => id);
	if (wrong.length > 0 || byId.size !== pairings.length)
		throw new Error(`A special operation has exactly one handler, and no other has one: ${wrong.join(', ')}`);
	return ({ id }) => byId.get(id) ?? plainOperation;
}

/** What carries out an operation. */
export type HandlerOf = (op: Pick<AnyOperation, 'id'>) => Handler;
