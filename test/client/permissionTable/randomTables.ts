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
export const EXAMPLES: Array<[Scenario]> = [
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
