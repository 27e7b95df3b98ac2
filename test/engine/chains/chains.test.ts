import { reference, type OperationEntry } from '../../contract/reference';
import { pairsWith, titleOf, type Pair } from './pairs';
import { prepare, type Prepared } from './prepared';

let prepared: Prepared;
beforeAll(async () => {
	prepared = await prepare();
});
afterAll(async () => await prepared.close());

async function failuresOf(pairs: readonly Pair[]): Promise<string[]> {
	const [any] = pairs;
	if (!any) return [];
	const values = new Map(pairs.map((pair) => [JSON.stringify(pair.first.json), pair]));
	const each = [...values.values()];
	const { items, error } = await prepared.run(any.second, {
		parameters: any.parameters,
		items: each.map(({ first }) => ({ json: first.json })),
		nodeProps: { onError: 'continueRegularOutput' },
	});
	const failed = each.filter((_pair, at) => error || items.some(({ json, pairedItem }) => json.error !== undefined && JSON.stringify(pairedItem).includes(`"item":${at}}`)));
	const failures: string[] = [];
	for (const pair of failed) {
		const alone = await prepared.run(pair.second, { parameters: pair.parameters, items: [{ json: pair.first.json }] });
		if (alone.error) failures.push(`${titleOf(pair)} ${JSON.stringify(pair.first.json[pair.taking.flow.key])}: ${alone.error.message}`);
	}
	return failures;
}

test('all', async () => {
	const start = Date.now();
	const out: string[] = [];
	let count = 0;
	for (const entry of reference()) {
		const groups = new Map<string, Pair[]>();
		for (const pair of pairsWith(entry, prepared)) {
			if (pair.first.producer.node !== entry.node) continue;
			count++;
			const key = JSON.stringify(pair.parameters);
			groups.set(key, [...(groups.get(key) ?? []), pair]);
		}
		for (const pairs of groups.values()) out.push(...(await failuresOf(pairs)));
	}
	out.push(`${count} pairs, ${Date.now() - start} ms`);
	(await import('node:fs')).writeFileSync('/tmp/c1-chains.txt', out.join('\n'));
}, 300_000);
