import { setTimeout as sleep } from 'node:timers/promises';
import { contentOf } from './content';
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
const NEEDS_PEOPLE = new Set(['libraryReadingWait', 'libraryReadingClose']);

const runnable = entries().filter(({ trigger, id }) => !trigger && !NEEDS_PEOPLE.has(id));

/** How often an upload is stopped, as long as faults are missing at the abort of a session. */
const STOPPED = 0.08;

/** How often an upload goes by web form, as long as faults are missing there. */
const BY_FORM = 0.5;

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
	const isForm = id.endsWith('FileUpload') && missing['/2/web_upload'] && random.chance(BY_FORM);
	const method = isForm ? { method: 'form' } : {};
	const options = { ...(parameters.options as object | undefined), ...method, ...pace(random) };
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

/** An upload that is stopped in the middle: only then, and after a failure for good, is a session aborted. */
async function stoppedUpload(shop: Shop, world: number, random: Random): Promise<Outcome> {
	const { id, example: parameters, requests } = runnable.find((entry) => entry.id === 'libraryFileUpload') as Entry;
	const content = contentOf(random.between(1, 2 ** 31), random.between(1_100_000, 3_000_000)).buffer();
	const items = [await shop.nodes.engine.binaryItem(content, { fileName: 'stopped.bin' })];
	const options = { ...pace(random), chunkSize: 1 };
	const from = Date.now();
	let timer: NodeJS.Timeout | undefined;
	const result = await shop.nodes.run('fileLibrary', world, { ...parameters, options }, items, {
		onStart: (running) => (timer = setTimeout(() => running.cancel(), random.between(20, 300))),
	});
	clearTimeout(timer);
	const endpoints = requests.map(({ path }) => path);
	const failures = failuresIn(result);
	return { world, id, from, to: Date.now(), items: 1, failures, endpoints, bytes: 0, stopped: true };
}

/** One execution of a lane; when no fault is missing any more, it leaves the machine to the others for a while. */
async function step(shop: Shop, world: number, random: Random): Promise<Outcome> {
	const missing = shop.missing();
	if (Object.keys(missing).length === 0) await sleep(random.between(0, 1_000));
	if (missing['/upload_abort'] && random.chance(STOPPED)) return await stoppedUpload(shop, world, random);
	return await example(shop, world, random);
}

/** One lane of the examples of all nodes, in a service of its own. */
export const runExampleLane = async (shop: Shop, world: number, random: Random): Promise<void> =>
	await runLane(`examples ${world}`, shop, async () => await step(shop, world, random));
