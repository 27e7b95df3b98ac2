import type { AnyOperation, AuthKind } from '../operation/define';
import { defined } from '../wire/json';

/* What an operation has in common with another one that does the same with something else. */

/** How an operation is carried out, but for its request. */
const manner = ({ repeatable, slow, reads }: AnyOperation) => defined({ repeatable, slow, reads });

/** An operation, in the types that its twin takes over. */
type Original<R extends string, M, H> = Omit<AnyOperation, 'resource' | 'menu' | 'handler'> & {
	readonly resource: R;
	readonly menu?: M;
	readonly handler?: H;
};
type Menu = AnyOperation['menu'];

/** What File Library User does as File Library does: with the same words, and by the same handler. */
export function byToken<const R extends string, const M extends Menu, const H extends string | undefined>(
	op: Original<R, M, H> & AnyOperation,
) {
	const { resource, operation, menu, name, action, summary, forModel, handler } = op;
	const words = { resource, operation, action, summary, ...defined({ menu, name, forModel }) };
	return { credential: 'token' as const, ...words, ...manner(op), ...defined({ handler }) };
}

/** What is done with a folder as with a file: by the same request. The words are its own. */
export function withFolder<const C extends AuthKind>(op: AnyOperation & { readonly credential: C }) {
	const { credential, operation, name, route } = op;
	return { resource: 'folder' as const, credential, operation, route, ...defined({ name }), ...manner(op) };
}
