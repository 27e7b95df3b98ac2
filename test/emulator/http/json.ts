/** A value as it goes into an answer; `undefined` members are left out by JSON.stringify. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/** True for a plain JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
