import type { IExecuteFunctions } from 'n8n-workflow';

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

/** Part of n8n's context that parameters are read with. */
type FormContext = Pick<IExecuteFunctions, 'getNodeParameter' | 'getTimezone'>;

/**
 * Reads the parameters of a node. For every read n8n resolves the parameter anew, copies it and searches all
 * properties of the node for its description; a value without an expression is the same for all items, so it is read
 * once.
 */
export function formOf(context: FormContext): Form {
	const fixed = new Map<string, unknown>();
	const dynamic = new Set<string>();
	let timezone: string | undefined;
	return {
		timezone: () => (timezone ??= context.getTimezone()),
		get: (name, item, fallback) => {
			if (!fixed.has(name) && !dynamic.has(name)) {
				const raw: unknown = context.getNodeParameter(name, item, null, { rawExpressions: true });
				if (hasExpression(raw)) dynamic.add(name);
				else fixed.set(name, raw === null ? null : context.getNodeParameter(name, item, null));
			}
			// Values are checked by src/protocol/operation/check.ts: the forms declare nothing that n8n could check.
			const value = dynamic.has(name)
				? context.getNodeParameter(name, item, null, { skipValidation: true })
				: fixed.get(name);
			return value ?? fallback;
		},
	};
}
