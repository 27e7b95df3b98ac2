import { entries, type Entry } from './endpoints';
import { failuresIn, pace, runLane, signInOf, type Shop } from './lane';
import type { Outcome } from './messages';
import type { Random } from './random';

/**
 * Operations whose example the service refuses the second time, because what it creates is there, or what it deletes is
 * gone: afterwards the lane gets a new service. The list is that of test/contract/emulator.test.ts.
 */
const ONCE = new Set([
	...['libraryFileMove', 'libraryFileRename', 'libraryFileDelete', 'libraryFileDeleteCompletely'],
	...['libraryFolderMove', 'libraryFolderRename', 'libraryFolderDelete', 'libraryFileRecover'],
	...['userFileMove', 'userFileRename', 'userFileDelete', 'userFolderMove', 'userFolderRename', 'userFolderDelete'],
	...['orgDestroy', 'orgUnbind', 'entAddGroup', 'entAddMember', 'partnerCreateEnt', 'partnerOrder'],
]);
/** Wait for Reading keeps an execution waiting for people; the host test has it. */
const NEEDS_PEOPLE = new Set(['libraryReadingWait']);

const runnable = entries().filter(({ trigger, id }) => !trigger && !NEEDS_PEOPLE.has(id));

/** How much an operation is wanted: by the faults that are still missing at its endpoints. */
function weightOf({ requests }: Entry, missing: Readonly<Record<string, number>>): number {
	const wanted = requests.map(({ path }) => missing[path] ?? 0);
	// The first request is sent for sure; the others of a long list only in some cases.
	return 1 + (wanted[0] ?? 0) + Math.max(0, ...wanted) / 4;
}

/** The example of a random operation, in the service of this lane. */
async function example(shop: Shop, world: number, random: Random): Promise<Outcome> {
	const missing = shop.missing();
	const {
		id,
		node,
		example: parameters,
		requests,
		covers,
	} = random.weighted(runnable, (each) => weightOf(each, missing));
	const count = ONCE.has(id) || random.chance(0.8) ? 1 : random.between(2, 4);
	const withFile = covers.includes('uploadPart');
	const items = await Promise.all(
		Array.from({ length: count }, async () =>
			withFile
				? await shop.nodes.engine.binaryItem(Buffer.from(`example ${random.next()}`), {
						fileName: 'example.bin',
					})
				: { json: {} },
		),
	);
	const options = { ...(parameters.options as object | undefined), ...pace(random) };
	const nodeProps = random.chance(0.5) ? { onError: 'continueRegularOutput' as const } : {};
	const from = Date.now();
	const result = await shop.nodes.run(node, world, { ...parameters, options }, items, { nodeProps });
	const to = Date.now();
	if (ONCE.has(id)) await shop.renew(world);
	return {
		world,
		id,
		from,
		to,
		items: count,
		failures: failuresIn(result),
		endpoints: [...new Set([...requests.map(({ path }) => path), ...signInOf(node)])],
		bytes: 0,
	};
}

/** One lane of the examples of all nodes, in a service of its own. */
export const runExampleLane = async (shop: Shop, world: number, random: Random): Promise<void> =>
	await runLane(`examples ${world}`, shop, async () => await example(shop, world, random));
