import { refusal, type Wanted } from './entry';

/** A department of the service. `outId` is '' for one that is not of the external directory, `parentId` is '' at the top level. */
export interface HaveDepartment {
	readonly id: string;
	readonly outId: string;
	readonly name: string;
	readonly parentId: string;
}

/** The departments as they will stand. Those of the service go by their id, new ones by a key of their own. */
export interface Tree {
	/** The key of a department of the external directory; undefined when it is neither there nor wanted. */
	keyOf(outId: string): string | undefined;
	/** A department and all above it, from below. */
	chain(key: string): readonly string[];
}

/** Throws LibraryError input for a parent that is neither there nor wanted, and for departments that would stand below themselves. */
export function futureTree(have: readonly HaveDepartment[], wanted: Wanted): Tree {
	const keys = new Map<string, string>();
	for (const { outId } of wanted.departments) keys.set(outId, `new:${outId}`);
	for (const { outId, id } of have) if (outId !== '') keys.set(outId, id);
	const parents = new Map(have.map(({ id, parentId }) => [id, parentId]));
	for (const { outId, parent, from } of wanted.departments) {
		if (parent === undefined) continue;
		const above = parent === '' ? '' : keys.get(parent);
		if (above === undefined)
			throw refusal(
				from,
				'parentOutId',
				`there is no department "${parent}"`,
				'Add an item for it, or leave it empty for the top level.',
			);
		parents.set(keys.get(outId) ?? '', above);
	}
	// A loop ends the walk: the service's own answer may hold one that nobody here asked for.
	const walk = (key: string): { chain: string[]; next: string } => {
		const chain = new Set<string>();
		let at = key;
		for (; at !== '' && !chain.has(at); at = parents.get(at) ?? '') chain.add(at);
		return { chain: [...chain], next: at };
	};
	for (const { outId, name, from } of wanted.departments) {
		const key = keys.get(outId) ?? '';
		if (walk(key).next === key)
			throw refusal(
				from,
				'parentOutId',
				`"${name}" would stand below itself`,
				'Look at the parents of this department and of those above it.',
			);
	}
	return { keyOf: (outId) => keys.get(outId), chain: (key) => walk(key).chain };
}
