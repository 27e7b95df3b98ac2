/** What is made once for each object and kept as long as that is in use, e.g. for each run, account or list. */
export function oncePer<K extends object, T, A extends readonly unknown[]>(
	make: (key: K, ...more: A) => T,
): (key: K, ...more: A) => T {
	const made = new WeakMap<K, { readonly value: T }>();
	return (key, ...more) => {
		const known = made.get(key) ?? { value: make(key, ...more) };
		made.set(key, known);
		return known.value;
	};
}
