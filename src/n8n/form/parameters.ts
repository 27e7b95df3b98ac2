import type { IExecuteFunctions } from 'n8n-workflow';
import { plainReader } from './plainExpressions';

/** The parameters of a node as entered for each item. */
export interface Form {
	/**
	 * The value of a top-level parameter for one item; `fallback` where the node does not have it. It must not be
	 * changed, because other items read the same value. Throws n8n's ExpressionError.
	 */
	get(name: string, item: number, fallback?: unknown): unknown;
	/** Time zone of the workflow. */
	timezone(): string;
}

const hasExpression = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);

/** Whether two values of JSON are equal. */
const isSame = (one: unknown, other: unknown): boolean =>
	typeof one !== 'object' || one === null || typeof other !== 'object' || other === null
		? Object.is(one, other)
		: Array.isArray(one) === Array.isArray(other) && areSame(Object.entries(one), Object.entries(other));

const areSame = (some: ReadonlyArray<[string, unknown]>, others: ReadonlyArray<[string, unknown]>): boolean =>
	some.length === others.length &&
	some.every(([name, value], at) => others[at]?.[0] === name && isSame(value, others[at][1]));

/** Part of n8n's context that parameters are read with. */
type FormContext = Pick<IExecuteFunctions, 'getNodeParameter' | 'getInputData' | 'getTimezone'>;

/** A parameter with expressions, for each item. */
type ReadForItem = (item: number) => unknown;

/**
 * Reads a parameter with expressions. Where these only name fields of the item, n8n is asked for one item, and when it
 * answers what we have found ourselves, no more.
 */
function readerFor(context: FormContext, name: string, raw: unknown): ReadForItem {
	// Values are checked by src/protocol/operation/check.ts: the forms declare nothing that n8n could check.
	const byN8n: ReadForItem = (item) => context.getNodeParameter(name, item, null, { skipValidation: true });
	let plain = plainReader(raw);
	if (!plain) return byN8n;
	const items = context.getInputData();
	let isProven = false;
	return (item) => {
		const own = plain?.(items[item]?.json);
		if (own === undefined || isProven) return own ?? byN8n(item);
		const theirs = byN8n(item);
		isProven = isSame(own, theirs);
		if (!isProven) plain = undefined;
		return theirs;
	};
}

/**
 * Reads the parameters of a node. For every read n8n resolves the parameter anew, copies it and searches all
 * properties of the node for its description; a value without an expression is the same for all items, so it is read
 * once.
 */
export function formOf(context: FormContext): Form {
	const fixed = new Map<string, unknown>();
	const dynamic = new Map<string, ReadForItem>();
	let timezone: string | undefined;
	return {
		timezone: () => (timezone ??= context.getTimezone()),
		get: (name, item, fallback) => {
			if (!fixed.has(name) && !dynamic.has(name)) {
				const raw: unknown = context.getNodeParameter(name, item, null, { rawExpressions: true });
				if (hasExpression(raw)) dynamic.set(name, readerFor(context, name, raw));
				else fixed.set(name, raw === null ? null : context.getNodeParameter(name, item, null));
			}
			const read = dynamic.get(name);
			return (read ? read(item) : fixed.get(name)) ?? fallback;
		},
	};
}
