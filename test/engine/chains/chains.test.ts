import { reference, type OperationEntry } from '../../contract/reference';
import { EVERY, oneCase } from '../../support/runs';
import { pairsWith, type Pair } from './pairs';
import { prepare, type Prepared } from './prepared';

/*
 * Items flow on: what an operation puts out, the next one takes, as `{{ $json.fullpath }}` in its form. Every pair of
 * operations of a node whose items and parameters are about the same thing is run in n8n's engine; the pairs come from
 * the published reference. All first operations have been run once, one after another; each second operation continues
 * with the state that they left. `npm test` plays one second operation of each resource.
 */

/** What the service refuses for good reasons, whichever way the thing is named. */
const REFUSED: ReadonlyArray<readonly [operation: RegExp, reason: RegExp]> = [
	[/^orgSetOwner$/, /owner of a personal library cannot be changed/],
	[/^org(SetMemberRole|DelMember)$/, /owns the library/],
	[/^entSetGroup$/, /cannot move a department below itself/],
	[/^(library|user)F(ile|older)(Copy|CopyMany|Move)$/, /into itself or its own subfolder/],
	[/^libraryFileRestoreVersion$/, /^Version: the history of |^File: ".*" is a folder/],
	[/^(library|user)FolderMirror$/, /^Target Folder (is|contains|is inside) the source folder/],
	[/^partnerOrder$/, /not possible for a paid enterprise/],
];
const isRefused = ({ second: { id } }: Pair, message: string): boolean =>
	REFUSED.some(([operation, reason]) => operation.test(id) && reason.test(message));

let prepared: Prepared;
beforeAll(async () => {
	prepared = await prepare();
});
afterAll(async () => await prepared.close());

const titleOf = ({ first: { producer, kind }, way, values }: Pair): string =>
	`${producer.resource}: ${producer.operation} (${kind}) → ${way}, which is ${values}`;

function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
	const groups = new Map<string, T[]>();
	for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
	return [...groups.values()];
}

/** Pairs with the same parameters, as one run takes them: equal values are tried once. */
const distinct = (pairs: readonly Pair[]): Pair[] =>
	groupedBy(pairs, ({ values }) => values).flatMap(([pair]) => pair ?? []);

/** The values of pairs that pass one after another in one run. */
async function passingTogether(pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
	const each = distinct(pairs);
	const [{ parameters, second }] = each as [Pair];
	const { items, error } = await prepared.run(second, {
		parameters,
		items: each.map(({ first: { json } }) => ({ json })),
		nodeProps: { onError: 'continueRegularOutput' },
	});
	if (error) return new Set();
	const failed = JSON.stringify(
		items.filter(({ json }) => json.error !== undefined).map(({ pairedItem }) => pairedItem),
	);
	return new Set(each.filter((_, at) => !failed.includes(`"item":${at}}`)).map(({ values }) => values));
}

/** Why a pair fails in the prepared state, where no earlier item has changed anything; undefined when it passes. */
async function failureAlone(pair: Pair): Promise<string | undefined> {
	const { parameters, second, first } = pair;
	const { error } = await prepared.run(second, { parameters, items: [{ json: first.json }] });
	return error && !isRefused(pair, error.message) ? error.message : undefined;
}

/** Pairs of which no item passes: of a list one is enough, of files and folders one of each. */
async function brokenIn(pairs: readonly Pair[]): Promise<string[]> {
	const passing = await passingTogether(pairs);
	const alone = new Map<string, Promise<string | undefined>>();
	const failureOf = async (pair: Pair): Promise<string | undefined> => {
		const known = alone.get(pair.values) ?? failureAlone(pair);
		alone.set(pair.values, known);
		return await known;
	};
	const broken: string[] = [];
	for (const same of groupedBy(pairs, ({ first: { producer, kind } }) => producer.id + kind)) {
		if (same.some(({ values }) => passing.has(values))) continue;
		const failures: string[] = [];
		for (const pair of distinct(same)) {
			const failure = await failureOf(pair);
			if (failure === undefined) break;
			failures.push(`${titleOf(pair)}: ${failure}`);
		}
		if (failures.length === distinct(same).length) broken.push(...failures.slice(0, 1));
	}
	return broken;
}

const seconds = reference().map((entry): [string, OperationEntry] => [
	`${entry.node}, ${entry.resource}: ${entry.operation}`,
	entry,
]);
const known = new Map<OperationEntry, Pair[]>();
function pairsOf(second: OperationEntry): Pair[] {
	const pairs =
		known.get(second) ??
		pairsWith(second, prepared).filter(({ first: { producer } }) => producer.node === second.node);
	known.set(second, pairs);
	return pairs;
}

const played = groupedBy(seconds, ([, { node, resource }]) => `${node}: ${resource}`).flatMap(oneCase);

test.each(played)('%s takes what others put out', async (_title, second) => {
	const broken: string[] = [];
	for (const group of groupedBy(pairsOf(second), ({ parameters }) => JSON.stringify(parameters)))
		broken.push(...(await brokenIn(group)));
	expect(broken).toEqual([]);
});

test('there are thousands of such pairs, and every node has some', () => {
	const all = played.flatMap(([, second]) => pairsOf(second));
	expect(all.length).toBeGreaterThan(EVERY > 1 ? 500 : 2000);
	expect([...new Set(all.map(({ second: { node } }) => node))]).toHaveLength(4);
});
