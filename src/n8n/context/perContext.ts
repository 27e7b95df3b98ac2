/** What is made once for each context of n8n: a run, a poll, a list in the form, a request to a page. */
export function perContext<C extends object, T, A extends readonly unknown[]>(
	make: (context: C, ...more: A) => T,
): (context: C, ...more: A) => T {
	const made = new WeakMap<C, { readonly value: T }>();
	return (context, ...more) => {
		const known = made.get(context) ?? { value: make(context, ...more) };
		made.set(context, known);
		return known.value;
	};
}
