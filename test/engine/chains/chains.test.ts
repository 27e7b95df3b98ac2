import { reference, type OperationEntry } from '../../contract/reference';
import { pairsWith, type Pair } from './pairs';
import { prepare, type Prepared } from './prepared';

/*
 * Items flow on: what an operation puts out, the next one takes, as `{{ $json.fullpath }}` in its form. Every pair of
 * operations of a node whose items and parameters are about the same thing is run in n8n's engine; the pairs come from
 * the published reference. All first operations have been run once, one after another; each second operation continues
 * with the state that they left.
 */

/** What the service refuses for good reasons, whichever way the thing is named. */
const REFUSED: ReadonlyArray<readonly [operation: RegExp, reason: RegExp]> = [
	[/^orgSetOwner$/, /owner of a personal library cannot be changed/],
	[/^org(SetMemberRole|DelMember)$/, /owns the library/],
	[/^entSetGroup$/, /cannot move a department below itself/],
	[/^(library|user)F(ile|older)(Copy|CopyMany|Move)$/, /cannot move a folder into its own subfolder/],
	[/^partnerOrder$/, /not possible for a paid enterprise/],
];
const isRefused = ({ second: { id } }: Pair, message: string): boolean =>
	REFUSED.some(([operation, reason]) => operation.test(id) && reason.test(message));

let prepared: Prepared;
beforeAll(async () => {
	prepared = await prepare();
}, 60_000);
afterAll(async () => await prepared.close());

const titleOf = ({ first: { producer, kind }, way, values }: Pair): string =>
	`${producer.resource}: ${producer.operation} (${kind}) → ${way}, which is ${values}`;

function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
	const groups = new Map<string, T[]>();
	for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
	return [...groups.values()];
}

/** The messages of pairs that fail, by their values; all have the same parameters, and equal values are tried once. */
async function failuresOf(pairs: readonly Pair[]): Promise<ReadonlyMap<string, string>> {
	const each = groupedBy(pairs, ({ values }) => values).flatMap(([pair]) => pair ?? []);
	const [{ parameters, second }] = each as [Pair];
	const { items, error } = await prepared.run(second, {
		parameters,
		items: each.map(({ first: { json } }) => ({ json })),
		nodeProps: { onError: 'continueRegularOutput' },
	});
	const failed = items.filter(({ json }) => json.error !== undefined).map(({ pairedItem }) => pairedItem);
	const failures = new Map<string, string>();
	for (const [at, pair] of each.entries()) {
		if (!error && !JSON.stringify(failed).includes(`"item":${at}}`)) continue;
		// What an earlier item changed may be the reason.
		const alone = await prepared.run(second, { parameters, items: [{ json: pair.first.json }] });
		if (alone.error && !isRefused(pair, alone.error.message)) failures.set(pair.values, alone.error.message);
	}
	return failures;
}

/** Pairs of which no item passes: of a list one is enough, of files and folders one of each. */
async function brokenIn(pairs: readonly Pair[]): Promise<string[]> {
	const failures = await failuresOf(pairs);
	return groupedBy(pairs, ({ first: { producer, kind } }) => producer.id + kind)
		.filter((same) => same.every(({ values }) => failures.has(values)))
		.flatMap(([pair]) => (pair ? [`${titleOf(pair)}: ${failures.get(pair.values)}`] : []));
}

const seconds = reference().map((entry): [string, OperationEntry] => [
	`${entry.node}, ${entry.resource}: ${entry.operation}`,
	entry,
]);
const pairsOf = (second: OperationEntry): Pair[] =>
	pairsWith(second, prepared).filter(({ first: { producer } }) => producer.node === second.node);

test.each(seconds)('%s takes what others put out', async (_title, second) => {
	const broken: string[] = [];
	for (const group of groupedBy(pairsOf(second), ({ parameters }) => JSON.stringify(parameters)))
		broken.push(...(await brokenIn(group)));
	expect(broken).toEqual([]);
});

test('there are thousands of such pairs, and every node has some', () => {
	const all = seconds.flatMap(([, second]) => pairsOf(second));
	expect(all.length).toBeGreaterThan(2000);
	expect([...new Set(all.map(({ second: { node } }) => node))]).toHaveLength(4);
});
