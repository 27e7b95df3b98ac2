import fc from 'fast-check';
import type { FaultAction } from '../../emulator/faults/faults';
import { by } from '../support/library';
import { runs } from '../../support/runs';
import { department, member, TableBench, WRITE, type Row } from './tableBench';

/* Random permissions, read, edited at random and applied: the table is then what it was edited to be. */

const CODES = ['ls', 'pv', 'dl', 'w', 'rm'] as const;
const PLACES = ['P', 'P/Q', 'P/Q/R', 'S'] as const;
const PEOPLE = [member(14), member(17), member(18), department(4), department(5)] as const;

const codes = fc.array(fc.constantFrom(1, -1, 0), { minLength: CODES.length, maxLength: CODES.length });
const granting = (states: readonly number[], state: number): string[] => CODES.filter((_, at) => states[at] === state);
const setting = fc.record({ place: fc.nat(PLACES.length - 1), person: fc.nat(PEOPLE.length - 1), codes });
const edit = fc.record({ row: fc.nat(19), codes });
const refused = { status: 403, body: { error_code: 40310, error_msg: 'no' } };
const scenario = fc.record({
	settings: fc.array(setting, { maxLength: 10 }),
	closed: fc.option(fc.nat(PLACES.length - 1), { nil: undefined }),
	edits: fc.array(edit, { maxLength: 8 }),
	/** A folder that begins or stops to inherit. */
	turned: fc.option(fc.nat(PLACES.length - 1), { nil: undefined }),
	/** Rows that are taken out of the table, and whether what they described is removed. */
	dropped: fc.array(fc.nat(19), { maxLength: 4 }),
	removeMissing: fc.boolean(),
	/** The write that is refused, or whose answer is lost, and whether the run goes on. */
	interruption: fc.record({
		after: fc.nat(6),
		action: fc.constantFrom<FaultAction>('resetAfter', refused),
		goesOn: fc.boolean(),
		/** Nothing arrives from then on, as when the process is killed. */
		isKilled: fc.boolean(),
	}),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** The folders of one scenario in a world that many share. */
class Folders {
	constructor(
		readonly bench: TableBench,
		private readonly top: string,
		private readonly given: Scenario,
	) {}

	get paths(): string[] {
		return PLACES.map((place) => `${this.top}/${place}`);
	}

	async prepare(): Promise<void> {
		const { settings, closed } = this.given;
		await this.bench.folders(this.top, ...this.paths);
		for (const { place, person, codes: states } of settings)
			if (states.some((state) => state !== 0)) {
				const set = { grant: granting(states, 1), deny: granting(states, -1) };
				await this.bench.give(this.paths[place]!, PEOPLE[person]!, set);
			}
		if (closed === undefined) return;
		const file = by('path', this.paths[closed]);
		await this.bench.does('permission', 'setInheritance', { file, inherit: false, keep: false });
	}

	async read(): Promise<Row[]> {
		return await this.bench.table(this.paths, [...PEOPLE]);
	}

	async apply(rows: readonly Row[], more: object = {}, nodeProps: Parameters<TableBench['apply']>[2] = {}) {
		const options = this.given.removeMissing ? { removeMissing: true, deletionLimit: 100 } : {};
		return await this.bench.apply(rows, { options, ...more }, nodeProps);
	}

	/** Denies of the folders themselves, in words that are the same wherever the folders are. */
	denies(): string[] {
		return PLACES.flatMap((place, at) => this.bench.ownDenies(this.paths[at]!).map((deny) => `${place} ${deny}`));
	}

	/** The denies of the folders above one that stops inheriting: the service may make them its own (`keep`). */
	copied(): string[] {
		const place = PLACES[this.given.turned ?? 0]!;
		const above = this.denies().map((deny) => deny.split(' '));
		return above.flatMap(([at, ...deny]) => (place.startsWith(`${at}/`) ? [[place, ...deny].join(' ')] : []));
	}

	/** The denies that rows say, whether they are set there or come from above. */
	said(rows: readonly Row[]): string[] {
		return rows.flatMap(({ fullpath, type, member_id: id, group_id: group, denied }) =>
			(denied as string[]).map((code) =>
				[String(fullpath).slice(this.top.length + 1), type, id ?? group, code].join(' '),
			),
		);
	}

	/** The table as it was read, edited. */
	edited(before: readonly Row[]): Row[] {
		const rows = before.map((row) => ({ ...row }));
		for (const { row, codes: states } of this.given.edits)
			Object.assign(rows[row]!, { granted: granting(states, 1), denied: granting(states, -1) });
		const { turned, dropped } = this.given;
		for (const row of rows)
			if (turned !== undefined && row.fullpath === this.paths[turned]) row.inherit = row.inherit !== true;
		return rows.filter((_, at) => !dropped.includes(at));
	}
}

/** The folder above gets a deny, one inside stops inheriting, and the run ends before the row of that one. */
const STOPPED_UNDER_A_NEW_DENY: Scenario = {
	...{ settings: [], closed: undefined, dropped: [], removeMissing: false, turned: 1 },
	edits: [
		{ row: 0, codes: [0, 0, -1, 0, 0] },
		{ row: PEOPLE.length, codes: [1, 0, 0, 0, 0] },
	],
	interruption: { after: 1, action: 'resetAfter', goesOn: false, isKilled: true },
};

const keyOf = ({ fullpath, member_id: id, group_id: group }: Row): string => JSON.stringify([fullpath, id, group]);

/** What edited rows say is so afterwards; what they leave out is not granted. */
function expectTrue(edited: readonly Row[], before: readonly Row[], after: readonly Row[]): void {
	const was = new Map(before.map((row) => [keyOf(row), row]));
	const is = new Map(after.map((row) => [keyOf(row), row]));
	for (const row of edited) {
		const [old, found] = [was.get(keyOf(row)), is.get(keyOf(row))];
		if (JSON.stringify([row.granted, row.denied]) === JSON.stringify([old?.granted, old?.denied])) continue;
		expect([keyOf(row), found?.granted]).toEqual([keyOf(row), row.granted]);
		expect(found?.denied).toEqual(expect.arrayContaining(row.denied as string[]));
	}
}

const NOTHING = { changes: [], writes: 0 };

/** A whole run: what was planned is made, and a second run plans nothing. Returns the denies that it leaves. */
async function complete(folders: Folders, given: Scenario): Promise<string[]> {
	await folders.prepare();
	const before = await folders.read();
	expect(await folders.apply(before)).toMatchObject(NOTHING);
	const edited = folders.edited(before);
	const planned = await folders.apply(edited, { dryRun: true });
	const done = await folders.apply(edited);
	expect(done.error).toBeUndefined();
	const plain = (changes: readonly Row[]) => changes.map((change) => ({ ...change, status: '', warning: '' }));
	expect(plain(done.changes)).toEqual(plain(planned.changes));
	expectTrue(edited, before, await folders.read());
	const denies = folders.denies();
	expect(await folders.apply(edited)).toMatchObject(NOTHING);
	// What the first table said can be brought back.
	if (given.edits.length === 0 || given.turned !== undefined) return denies;
	expect((await folders.apply(before)).error).toBeUndefined();
	expect((await folders.read()).map(({ granted }) => granted)).toEqual(before.map(({ granted }) => granted));
	return denies;
}

/** A run that is interrupted leaves no deny that a whole run would not set; the next one makes the rest. */
async function interrupted(folders: Folders, { interruption }: Scenario, denies: readonly string[]): Promise<void> {
	await folders.prepare();
	const before = await folders.read();
	const edited = folders.edited(before);
	const { faults } = folders.bench.emulator;
	const { after, action, goesOn, isKilled } = interruption;
	const asked = [...denies, ...folders.said(before), ...folders.copied()];
	faults.add({ match: WRITE, action, after });
	if (isKilled) faults.add({ match: WRITE, action: 'reset', times: Infinity });
	await folders.apply(edited, {}, goesOn ? { onError: 'continueRegularOutput' } : {});
	faults.clear();
	expect(folders.denies().filter((deny) => !asked.includes(deny))).toEqual([]);
	expect((await folders.apply(edited)).error).toBeUndefined();
	expectTrue(edited, before, await folders.read());
	expect(await folders.apply(edited)).toMatchObject(NOTHING);
}

test('random permissions, edited at random and applied, whole or interrupted, are what the rows say', async () => {
	const bench = await TableBench.start();
	let at = 0;
	try {
		const check = fc.asyncProperty(scenario, async (given) => {
			const top = `T${at++}`;
			const denies = await complete(new Folders(bench, top, given), given);
			await interrupted(new Folders(bench, `${top}x`, given), given, denies);
		});
		await fc.assert(check, { numRuns: runs(20), examples: [[STOPPED_UNDER_A_NEW_DENY]] });
	} finally {
		await bench.close();
	}
});
