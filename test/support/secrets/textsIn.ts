import { inspect, types } from 'node:util';

/* Every text in a value, wherever it hides: fields that are not enumerable, causes, maps, bytes, text forms. */

/** What n8n keeps beside its errors and is no part of what a node says: the node as it is in the workflow. */
const OF_THE_WORKFLOW: ReadonlySet<PropertyKey> = new Set(['node', 'workflow', 'startData']);

function* childrenOf(value: object, skipped: ReadonlySet<PropertyKey>): Generator<unknown> {
	if (types.isMap(value) || types.isSet(value)) yield* value as Iterable<unknown>;
	for (const key of Reflect.ownKeys(value)) {
		if (skipped.has(key)) continue;
		if (typeof key === 'string') yield key;
		try {
			yield (value as Record<PropertyKey, unknown>)[key];
		} catch {
			// a getter that fails says nothing
		}
	}
}

/** All texts in a value, without those of the fields `skipped`. */
export function textsIn(value: unknown, skipped: ReadonlySet<PropertyKey> = OF_THE_WORKFLOW): Set<string> {
	const texts = new Set<string>();
	const seen = new Set<unknown>();
	const open: unknown[] = [value];
	while (open.length > 0) {
		const at = open.pop();
		if (typeof at === 'string') texts.add(at);
		if (Buffer.isBuffer(at)) texts.add(at.toString('utf8'));
		if ((typeof at !== 'object' && typeof at !== 'function') || at === null || Buffer.isBuffer(at)) continue;
		if (seen.has(at)) continue;
		seen.add(at);
		if (at instanceof Error || types.isNativeError(at)) texts.add(String(at));
		for (const child of childrenOf(at, skipped)) open.push(child);
	}
	return texts;
}

/** The texts that a log would show of an error, whose nodes lose their parameters. */
export function printed(error: object): string[] {
	const seen = new Set<unknown>();
	const open: unknown[] = [error];
	while (open.length > 0) {
		const at = open.pop();
		if (typeof at !== 'object' || at === null || seen.has(at)) continue;
		seen.add(at);
		if ('parameters' in at && 'typeVersion' in at) at.parameters = {};
		else open.push(...childrenOf(at, new Set()));
	}
	return [
		JSON.stringify(error),
		inspect(error, { depth: 20, showHidden: true, maxStringLength: null }),
		String(error),
	];
}
