import fc from 'fast-check';
import type { TableChange } from '#permissionTable/plan';
import type { Plan } from '../../../src/protocol/plan/plan';
import { demoEnterprise, emulatorInMemory } from '../../emulator';
import { runs } from '../../support/runs';
import { FAULT_KINDS, type HttpFault } from '../mirror/faultyHttp';
import { type Person, type Row, TableWorld, type TableRules } from './tableWorld';

const CODES = ['ls', 'pv', 'dl', 'w', 'rm'] as const;
const PLACES = ['P', 'P/Q', 'P/Q/R', 'P/Q/R/U', 'S'] as const;
/** Members of the first department, of the second, and of both. */
const PEOPLE: readonly Person[] = ['member 14', 'member 17', 'member 18', 'department 4', 'department 5'];
const ROWS = PLACES.length * PEOPLE.length;

const codes = fc.array(fc.constantFrom(1, -1, 0), { minLength: CODES.length, maxLength: CODES.length });
const place = fc.constantFrom(...PLACES);
const granting = (states: readonly number[], state: number): string[] => CODES.filter((_, at) => states[at] === state);
const fault: fc.Arbitrary<HttpFault> = fc.record({
	at: fc.nat(90),
	kind: fc.constantFrom(...FAULT_KINDS, 'refused' as const),
	persists: fc.oneof(fc.boolean(), fc.integer({ min: 1, max: 12 })),
});
const badRun = fc.record({
	faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
	continueOnFail: fc.boolean(),
	width: fc.integer({ min: 1, max: 8 }),
});
/** Any permissions, any edits of their table, and any runs that do not go well. */
const scenario = fc.record({
	roles: fc.array(fc.constantFrom(0, 0, 2, 3), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
	settings: fc.array(fc.record({ place, person: fc.constantFrom(...PEOPLE), codes }), { maxLength: 10 }),
	closed: fc.array(place, { maxLength: 2 }),
	edits: fc.array(fc.record({ row: fc.nat(ROWS - 1), codes }), { maxLength: 8 }),
	/** Folders that begin or stop to inherit. */
	turned: fc.uniqueArray(place, { maxLength: 2 }),
	/** Rows that are taken out of the table, and whether what they described is removed. */
	dropped: fc.array(fc.nat(ROWS - 1), { maxLength: 4 }),
	removeMissing: fc.boolean(),
	/** Whether each row is in the table twice. */
	isDoubled: fc.boolean(),
	badRuns: fc.array(badRun, { minLength: 1, maxLength: 2 }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** A history in which one run is stopped at a request, and another one is made. */
const stoppedAt = (at: number, more: Partial<Scenario>): [Scenario] => {
	const run = { continueOnFail: false, width: 1 };
	const badRuns = [
		{ ...run, faults: [{ at, kind: 'lostBefore' as const, persists: true }] },
		{ ...run, faults: [] },
	];
	const plain = { roles: [], settings: [], closed: [], edits: [], turned: [], dropped: [], isDoubled: false };
	return [{ ...plain, removeMissing: false, badRuns, ...more }];
};

/** Histories that found something once. */
const EXAMPLES: Array<[Scenario]> = [
	// What a department denies above is removed, so its row further down is set, where another one grants the same.
	stoppedAt(40, {
		settings: [
			{ place: 'P', person: 'department 5', codes: [0, -1, 0, 0, 0] },
			{ place: 'P/Q', person: 'department 4', codes: [0, 1, 0, 0, 0] },
		],
		dropped: [4],
		removeMissing: true,
	}),
	// A member's row in a folder leaves out what it denies above, and what a department is denied in the folder.
	stoppedAt(36, {
		edits: [
			{ row: 0, codes: [-1, 1, 0, 0, 0] },
			{ row: 10, codes: [0, 1, 1, 0, 0] },
			{ row: 13, codes: [-1, 1, 1, 0, 0] },
		],
	}),
	// A member's row is set, and leaves out what a department is denied and what it is granted there.
	stoppedAt(38, {
		edits: [
			{ row: 15, codes: [1, 0, 0, 0, 0] },
			{ row: 18, codes: [0, 0, -1, 1, 0] },
		],
	}),
	// A folder begins to inherit; a department that is to be denied what comes from above could not be, for some time.
	stoppedAt(40, {
		roles: [0, 0, 0, 0, 2],
		closed: ['P/Q'],
		turned: ['P/Q'],
		edits: [
			{ row: 0, codes: [1, 1, 0, 1, 1] },
			{ row: 20, codes: [1, 1, 1, 1, 1] },
			{ row: 11, codes: [1, 1, 1, 1, 1] },
			{ row: 8, codes: [1, 1, 1, 1, 1] },
		],
		badRuns: [{ faults: [{ at: 40, kind: 'lostBefore', persists: 7 }], continueOnFail: true, width: 1 }],
	}),
	// What a department is granted above is removed, and set further down, where it would outweigh a deny of a member.
	stoppedAt(0, {
		settings: [
			{ place: 'P', person: 'member 14', codes: [-1, 1, 1, 1, 1] },
			{ place: 'P', person: 'department 4', codes: [1, 0, -1, 1, 1] },
			{ place: 'P/Q', person: 'department 4', codes: [0, 1, 1, -1, -1] },
		],
		dropped: [3],
		removeMissing: true,
	}),
];

function fill(world: TableWorld, { roles, settings, closed }: Scenario): void {
	for (const [at, role] of roles.entries()) if (role > 0) world.takePart(PEOPLE[at]!, role);
	for (const { place: folder, person, codes: states } of settings)
		world.give(folder, person, Object.fromEntries(CODES.map((code, at) => [code, states[at]!])));
	for (const folder of closed) world.stopInheriting(folder);
}

/** The table as it was read, edited. */
function editedOf(before: readonly Row[], { edits, turned, dropped, isDoubled }: Scenario): Row[] {
	const rows = before.map((row) => ({ ...row }));
	for (const { row, codes: states } of edits)
		Object.assign(rows[row]!, { granted: granting(states, 1), denied: granting(states, -1) });
	for (const row of rows) if (turned.some((folder) => row.fullpath === folder)) row.inherit = row.inherit !== true;
	const left = rows.filter((_, at) => !dropped.includes(at));
	return isDoubled ? [...left, ...left] : left;
}

/* Random permissions, read, edited and applied: the table is then as edited, whatever happens to the requests. */

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

/** Leaves no deny that a whole run would not set, except what the service copies; the next run makes that true. */
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
			const others = edited.filter((row) => !isReached(row));
			expectTrue(others, before, after);
			await applied(world, edited, { removeMissing });
			expectTrue(edited, before, await world.read());
			world.close();
		});
		await fc.assert(played, { numRuns: RUNS });
	},
	TIMEOUT_MS,
);
