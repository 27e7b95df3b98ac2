import type { IExecuteFunctions } from 'n8n-workflow';

/** The form of a node as filled in for each item. */
export interface Form {
	/**
	 * The value of a top parameter for one item; `fallback` where the node does not have it. Not to be changed: other items get
	 * the same. Throws n8n's ExpressionError.
	 */
	get(name: string, item: number, fallback?: unknown): unknown;
	/** Time zone of the workflow. */
	timezone(): string;
}

const isDynamic = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(isDynamic);

/**
 * Reads the form of a node. n8n resolves a parameter anew for each item, copies it and looks for its description among all
 * of the node; a value without any expression is the same for all items, so it is asked for once.
 */
export function formOf(context: Pick<IExecuteFunctions, 'getNodeParameter' | 'getTimezone'>): Form {
	const fixed = new Map<string, unknown>();
	const dynamic = new Set<string>();
	let timezone: string | undefined;
	return {
		timezone: () => (timezone ??= context.getTimezone()),
		get: (name, item, fallback) => {
			if (!fixed.has(name) && !dynamic.has(name)) {
				const raw: unknown = context.getNodeParameter(name, item, null, { rawExpressions: true });
				if (isDynamic(raw)) dynamic.add(name);
				else fixed.set(name, raw === null ? null : context.getNodeParameter(name, item, null));
			}
			// Values are checked by src/protocol/check.ts: the forms declare nothing that n8n could check.
			const value: unknown = dynamic.has(name)
				? context.getNodeParameter(name, item, null, { skipValidation: true })
				: fixed.get(name);
			return value ?? fallback;
		},
	};
}
