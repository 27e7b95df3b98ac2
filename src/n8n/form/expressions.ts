import type { Origin } from '../../protocol/wire/madePath';

/* How a value as it stands in the workflow comes to be. */

/** Whether a value as it stands in the workflow has an expression in it. */
export const hasExpression = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);

/** Whether there is one that no model fills in: a model may leave a field empty. */
export const hasOwnExpression = (raw: unknown): boolean =>
	hasExpression(raw) && !/\$fromAI\b/i.test(JSON.stringify(raw));

/**
 * One field of an item and nothing else, e.g. `{{ $json.fullpath }}` or `{{ $('List').item.json["path"] }}`: nothing is
 * put together. A call with arguments of its own, such as `$fromAI('path')`, is none of an item.
 */
const FIELD_OF_ITEM =
	/^=\s*\{\{\s*\$(?:json|input|\(["'][^"'{}]*["']\))(?:\.\w+(?:\(\))?|\[["'][^"'{}]*["']\]|\[\d+\])+\s*\}\}$/;

/** Where a value comes from, by how it stands in the workflow. */
export function originOf(raw: unknown): Origin {
	if (!hasExpression(raw)) return 'typed';
	return typeof raw === 'string' && FIELD_OF_ITEM.test(raw) ? 'item' : 'made';
}
