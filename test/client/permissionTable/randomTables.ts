import fc from 'fast-check';
import { FAULT_KINDS, type HttpFault } from '../mirror/faultyHttp';
import type { Person, Row, TableWorld } from './tableWorld';

/* Random permissions of folders, and what is done to their table. */

const CODES = ['ls', 'pv', 'dl', 'w', 'rm'] as const;
export const PLACES = ['P', 'P/Q', 'P/Q/R', 'P/Q/R/U', 'S'] as const;
/** Members of the first department, of the second, and of both. */
export const PEOPLE: readonly Person[] = ['member 14', 'member 17', 'member 18', 'department 4', 'department 5'];
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
export const scenario = fc.record({
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
export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** A history in which one run is stopped at a request, and another one is made. */
export const stoppedAt = (at: number, more: Partial<Scenario>): [Scenario] => {
	const run = { continueOnFail: false, width: 1 };
	const badRuns = [
		{ ...run, faults: [{ at, kind: 'lostBefore' as const, persists: true }] },
		{ ...run, faults: [] },
	];
	const plain = { roles: [], settings: [], closed: [], edits: [], turned: [], dropped: [], isDoubled: false };
	return [{ ...plain, removeMissing: false, badRuns, ...more }];
};

/** Gives the folders their permissions. */
export function fill(world: TableWorld, { roles, settings, closed }: Scenario): void {
	for (const [at, role] of roles.entries()) if (role > 0) world.takePart(PEOPLE[at]!, role);
	for (const { place: folder, person, codes: states } of settings)
		world.give(folder, person, Object.fromEntries(CODES.map((code, at) => [code, states[at]!])));
	for (const folder of closed) world.stopInheriting(folder);
}

/** The table as it was read, edited. */
export function editedOf(before: readonly Row[], { edits, turned, dropped, isDoubled }: Scenario): Row[] {
	const rows = before.map((row) => ({ ...row }));
	for (const { row, codes: states } of edits)
		Object.assign(rows[row]!, { granted: granting(states, 1), denied: granting(states, -1) });
	for (const row of rows) if (turned.some((folder) => row.fullpath === folder)) row.inherit = row.inherit !== true;
	const left = rows.filter((_, at) => !dropped.includes(at));
	return isDoubled ? [...left, ...left] : left;
}
