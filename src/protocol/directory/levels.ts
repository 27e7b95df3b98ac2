/**
 * How many others have to come before each of `ids`: 0 for one that depends on none of the others, otherwise one more
 * than the highest of those it depends on. IDs that depend on themselves, directly or through others, are left out.
 */
export function levelsOf(
	ids: Iterable<string>,
	dependenciesOf: (id: string) => readonly string[],
): ReadonlyMap<string, number> {
	const all = new Set(ids);
	const waiting = new Map<string, number>();
	const dependents = new Map<string, string[]>();
	for (const id of all) {
		const dependencies = dependenciesOf(id).filter((other) => all.has(other));
		waiting.set(id, dependencies.length);
		for (const other of dependencies) {
			const known = dependents.get(other);
			if (known) known.push(id);
			else dependents.set(other, [id]);
		}
	}
	const levels = new Map<string, number>();
	let ready = [...all].filter((id) => waiting.get(id) === 0);
	for (let level = 0; ready.length > 0; level++) {
		for (const id of ready) levels.set(id, level);
		const next = ready.flatMap((id) => dependents.get(id) ?? []);
		for (const id of next) waiting.set(id, (waiting.get(id) ?? 0) - 1);
		ready = [...new Set(next)].filter((id) => waiting.get(id) === 0);
	}
	return levels;
}
