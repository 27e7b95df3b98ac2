import fc from 'fast-check';
import type { Plan } from '../../../src/protocol/plan/plan';
import type { TableChange } from '#permissionTable/plan';
import { demoEnterprise, emulatorInMemory } from '../../emulator';
import { runs } from '../../support/runs';
import { editedOf, EXAMPLES, fill, PEOPLE, PLACES, scenario, type Scenario } from './randomTables';
import { TableWorld, type Row, type TableRules } from './tableWorld';

/*
 * Random permissions, read, edited at random and applied: the table is then what it was edited to be, whatever happens
 * to the requests in between. Against the permissions of the emulator.
 */

const RUNS = runs(60);
const TIMEOUT_MS = 60_000 + 1_000 * RUNS;

const emulator = emulatorInMemory({ requestLogSize: 100 });
beforeAll(async () => {
	const client = emulator.world.clients.get(demoEnterprise.clientId);
	if (client?.kind === 'enterprise') client.enterprise.directory.groupById(4).memberIds.add(18);
});

function worldOf(given: Scenario): TableWorld {
	const world = new TableWorld(emulator, PLACES, PEOPLE);
	fill(world, given);
	return world;
}

const keyOf = ({ fullpath, member_id: id, group_id: group }: Row): string => JSON.stringify([fullpath, id, group]);

const isIn = (folder: unknown, above: unknown): boolean => `${folder}/`.startsWith(`${above}/`);
const isEdited = (row: Row, old: Row | undefined): boolean =>
	JSON.stringify([row.granted, row.denied]) !== JSON.stringify([old?.granted, old?.denied]);

/** What rows say is so afterwards, and what they leave out is not granted. Rows that follow edited ones say nothing. */
function expectTrue(rows: readonly Row[], before: readonly Row[], after: readonly Row[]): void {
	const was = new Map(before.map((row) => [keyOf(row), row]));
	const is = new Map(after.map((row) => [keyOf(row), row]));
	const edited = rows.filter((row) => isEdited(row, was.get(keyOf(row))));
	const follows = (row: Row): boolean =>
		!edited.includes(row) &&
		edited.some(
			({ fullpath, ...other }) =>
				isIn(row.fullpath, fullpath) &&
				((row.member_id === other.member_id && row.group_id === other.group_id) ||
					(row.type === 'member' && other.type === 'department')),
		);
	for (const row of rows) {
		const found = is.get(keyOf(row));
		expect([row.fullpath, found?.inherit]).toEqual([row.fullpath, row.inherit]);
		if (follows(row)) continue;
		expect([keyOf(row), found?.granted]).toEqual([keyOf(row), row.granted]);
		expect([keyOf(row), found?.denied]).toEqual([keyOf(row), expect.arrayContaining(row.denied as string[])]);
	}
}

const shown = ({ changes, describe: describing }: Plan<TableChange>): unknown[] => changes.map(describing);

/** A run that goes well. It must send nothing where it plans nothing. Returns what it planned. */
async function applied(world: TableWorld, rows: readonly Row[], rules: TableRules): Promise<unknown[]> {
	const { plan, error, applied: result, writes } = await world.apply(rows, rules);
	expect(error).toBeUndefined();
	expect([...(result?.outcomes.values() ?? [])].filter(({ failure }) => failure)).toEqual([]);
	if (plan!.changes.length === 0) expect(writes).toBe(0);
	return shown(plan!);
}

/** A whole run: what was planned is made, and a second run plans nothing. Returns the denies that it leaves. */
async function complete(world: TableWorld, given: Scenario): Promise<string[]> {
	const { removeMissing, edits, turned } = given;
	const before = await world.read();
	expect(await applied(world, before, {})).toEqual([]);
	const edited = editedOf(before, given);
	const planned = shown(await world.plan(edited, { removeMissing }));
	expect(await applied(world, edited, { removeMissing })).toEqual(planned);
	expectTrue(edited, before, await world.read());
	const denies = world.denies();
	expect(await applied(world, edited, { removeMissing })).toEqual([]);
	// What the first table said can be brought back.
	if (edits.length === 0 || turned.length > 0) return denies;
	await applied(world, madeByHand(before), {});
	expect((await world.read()).map(({ granted }) => granted)).toEqual(before.map(({ granted }) => granted));
	return denies;
}

/** Rows that are to be true, whatever has been changed since they were read. */
const madeByHand = (rows: readonly Row[]): Row[] => rows.map(({ as_read: _, ...row }) => row);

/** The denies that rows say, whether they are set there or come from above. */
const saidIn = (rows: readonly Row[]): string[] =>
	rows.flatMap(({ fullpath, type, member_id: id, group_id: group, denied }) =>
		(denied as string[]).map((code) => [fullpath, type, id ?? group, code].join(' ')),
	);

/** The denies of folders above those that stop inheriting, as the service copies them when they stop. */
const copiedIn = (denies: readonly string[], { turned }: Scenario): string[] =>
	turned.flatMap((folder) =>
		denies.flatMap((deny) => {
			const [above = '', ...rest] = deny.split(' ');
			return folder !== above && isIn(folder, above) ? [[folder, ...rest].join(' ')] : [];
		}),
	);

/**
 * Interrupted runs leave no deny that a whole run would not set, except what the service copies; the next one makes the
 * rest, and what it copied true.
 */
async function interrupted(world: TableWorld, given: Scenario, denies: readonly string[]): Promise<void> {
	const { removeMissing, badRuns } = given;
	const before = await world.read();
	const edited = editedOf(before, given);
	const asked = [...denies, ...saidIn(before), ...copiedIn(world.denies(), given)];
	for (const bad of badRuns) {
		await world.apply(edited, { removeMissing, ...bad });
		expect(world.denies().filter((deny) => !asked.includes(deny))).toEqual([]);
	}
	await applied(world, edited, { removeMissing });
	expectTrue(edited, before, await world.read());
	expect(await applied(world, edited, { removeMissing })).toEqual([]);
}

test(
	'random permissions, edited at random and applied, whole or interrupted, are what the rows say',
	async () => {
		const played = fc.asyncProperty(scenario, async (given) => {
			const [whole, broken] = [worldOf(given), worldOf(given)];
			await interrupted(broken, given, await complete(whole, given));
			whole.close();
			broken.close();
		});
		await fc.assert(played, { numRuns: RUNS + EXAMPLES.length, examples: EXAMPLES });
	},
	TIMEOUT_MS,
);

test(
	'where folders cannot stop inheriting, nothing changes above, in or inside them, and everything elsewhere',
	async () => {
		const played = fc.asyncProperty(scenario, async (given) => {
			const world = worldOf(given);
			const { removeMissing } = given;
			const before = await world.read();
			const edited = editedOf(before, given);
			const stops = before.filter(
				({ fullpath, inherit }) => inherit === true && given.turned.some((at) => at === fullpath),
			);
			const isReached = ({ fullpath }: Row): boolean =>
				stops.some(({ fullpath: stop }) => isIn(fullpath, stop) || isIn(stop, fullpath));
			await world.apply(edited, { removeMissing, continueOnFail: true, refusesStops: true });
			const after = await world.read();
			const what = (rows: readonly Row[]) =>
				rows.filter(isReached).map(({ granted, denied }) => [granted, denied]);
			expect(what(after)).toEqual(what(before));
			expectTrue(
				edited.filter((row) => !isReached(row)),
				before,
				after,
			);
			await applied(world, edited, { removeMissing });
			expectTrue(edited, before, await world.read());
			world.close();
		});
		await fc.assert(played, { numRuns: RUNS });
	},
	TIMEOUT_MS,
);
