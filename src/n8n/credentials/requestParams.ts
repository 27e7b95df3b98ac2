/**
 * The parameters in the query, form or body of a request, in any shape that n8n's helpers take; null and undefined
 * are not sent.
 */
export function paramsIn(source: unknown): Record<string, string> {
	if (typeof source === 'string') return paramsInText(source.trim());
	if (source instanceof URLSearchParams) return Object.fromEntries(source);
	if (typeof source !== 'object' || source === null || Buffer.isBuffer(source)) return {};
	return Object.fromEntries(
		Object.entries(source)
			.filter(([, value]) => value !== null && value !== undefined)
			.map(([name, value]) => [name, paramText(value)]),
	);
}

/** A JSON object, or a query. */
const paramsInText = (text: string): Record<string, string> =>
	text.startsWith('{') ? paramsIn(JSON.parse(text)) : Object.fromEntries(new URLSearchParams(text));

/** Objects and lists as compact JSON, the form in which the interface takes them (A12). */
const paramText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
