import fc from 'fast-check';
import { by } from '../support/library';
import { runs } from '../../support/runs';
import { department, member, said, TableBench, type Row } from './tableBench';

/* Random permissions, read, edited at random and applied: the table is then what it was edited to be. */

const CODES = ['ls', 'pv', 'dl', 'w', 'rm'] as const;
const PLACES = ['P', 'P/Q', 'P/Q/R', 'S'] as const;
const PEOPLE = [member(14), member(17), member(18), department(4), department(5)] as const;

const codes = fc.array(fc.constantFrom(1, -1, 0), { minLength: CODES.length, maxLength: CODES.length });
const granting = (states: readonly number[], state: number): string[] => CODES.filter((_, at) => states[at] === state);
const setting = fc.record({ place: fc.nat(PLACES.length - 1), person: fc.nat(PEOPLE.length - 1), codes });
const edit = fc.record({ row: fc.nat(19), codes });
const scenario = fc.record({
	settings: fc.array(setting, { maxLength: 8 }),
	closed: fc.option(fc.nat(PLACES.length - 1), { nil: undefined }),
	edits: fc.array(edit, { maxLength: 5 }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const read = async (bench: TableBench): Promise<Row[]> => await bench.table([...PLACES], [...PEOPLE]);

async function prepare(bench: TableBench, { settings, closed }: Scenario): Promise<void> {
	await bench.folders(...PLACES);
	for (const { place, person, codes: states } of settings)
		if (states.some((state) => state !== 0))
			await bench.does('permission', 'set', {
				file: by('path', PLACES[place]),
				subjects: { rows: [PEOPLE[person]] },
				give: 'permissions',
				grant: granting(states, 1),
				deny: granting(states, -1),
			});
	if (closed !== undefined)
		await bench.does('permission', 'setInheritance', {
			file: by('path', PLACES[closed]),
			inherit: false,
			keep: false,
		});
}

const isEdited = (row: Row, before: Row | undefined): boolean =>
	JSON.stringify([row.granted, row.denied]) !== JSON.stringify([before?.granted, before?.denied]);

/** What an edited row says is so afterwards; what it leaves out is not granted. */
function expectTrue(row: Row, after: Row | undefined): void {
	expect([row.fullpath, row.member_id ?? row.group_id, after?.granted]).toEqual([
		row.fullpath,
		row.member_id ?? row.group_id,
		row.granted,
	]);
	expect(after?.denied).toEqual(expect.arrayContaining(row.denied as string[]));
}

async function play(bench: TableBench, given: Scenario): Promise<void> {
	await prepare(bench, given);
	const before = await read(bench);
	expect(await bench.apply(before)).toMatchObject({ changes: [], writes: 0 });
	const edited = before.map((row) => ({ ...row }));
	for (const { row, codes: states } of given.edits)
		Object.assign(edited[row]!, { granted: granting(states, 1), denied: granting(states, -1) });
	const planned = await bench.apply(edited, { dryRun: true });
	const done = await bench.apply(edited);
	expect(done.error).toBeUndefined();
	expect(done.changes.map((change) => ({ ...change, status: 'planned', warning: undefined }))).toEqual(
		planned.changes.map((change) => ({ ...change, warning: undefined })),
	);
	const after = await read(bench);
	edited.forEach((row, at) => isEdited(row, before[at]) && expectTrue(row, after[at]));
	expect(await bench.apply(edited)).toMatchObject({ changes: [], writes: 0 });
	// What the first table said can be brought back.
	if (given.edits.length === 0) return;
	expect((await bench.apply(before)).error).toBeUndefined();
	const restored = await read(bench);
	expect(restored.map(({ granted }) => granted)).toEqual(before.map(({ granted }) => granted));
	expect(restored.map(said)).toHaveLength(before.length);
}

test('random permissions, edited at random, are what the rows say, and stay so', async () => {
	await fc.assert(
		fc.asyncProperty(scenario, async (given) => {
			const bench = await TableBench.start();
			try {
				await play(bench, given);
			} finally {
				await bench.close();
			}
		}),
		{ numRuns: runs(4) },
	);
});

test('50 folders and 40 people cost a bounded number of requests', async () => {
	const bench = await TableBench.start();
	try {
		const folders = Array.from({ length: 50 }, (_, at) => `Big/F${at}`);
		await bench.folders('Big', ...folders);
		// 20 members and 3 persons, 5 departments and 12 of the company.
		const people = [
			...Array.from({ length: 23 }, (_, at) => member(at < 20 ? at + 1 : at + 81)),
			...Array.from({ length: 17 }, (_, at) => department(at < 5 ? at + 1 : at + 96)),
		];
		expect(people).toHaveLength(40);
		const from = bench.served.length;
		const rows = await bench.table(folders, people);
		const reading = bench.served.length - from;
		expect(rows).toHaveLength(50 * people.length);
		// One for each row, two for each folder, one for the folder above all of them and two above that one.
		expect(reading).toBeLessThanOrEqual(rows.length + 2 * 50 + 5);
		const edited = rows.map((row) => ({ ...row, granted: ['ls', 'cd', 'pv'], denied: [] }));
		const again = bench.served.length;
		const { summary, writes } = await bench.apply(edited);
		const applying = bench.served.length - again;
		if (process.env.TABLE_COUNTS) process.stdout.write(`${JSON.stringify({ reading, applying, writes })}\n`);
		expect(summary).toMatchObject({ failed: 0 });
		// Members of one folder share requests as far as the same is sent.
		expect(writes).toBeLessThanOrEqual(50 * 8);
		expect(applying).toBeLessThanOrEqual(4 * rows.length);
	} finally {
		await bench.close();
	}
});
