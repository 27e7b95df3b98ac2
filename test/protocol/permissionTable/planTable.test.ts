import fc from 'fast-check';
import { ALL_CODES, type PermissionCode } from '../../../src/protocol/permissionTable/codes';
import { planTable, type TablePlan } from '../../../src/protocol/permissionTable/planTable';
import { differingCodes, permissionFor, type RowFacts } from '../../../src/protocol/permissionTable/rowDifference';
import { readRows } from '../../../src/protocol/permissionTable/readRows';
import { statusOf, type Status } from '../../../src/protocol/permissionTable/status';
import { memberWith } from '../../../src/protocol/permissionTable/subject';
import type { PlacedRow } from '../../../src/protocol/permissionTable/wantedRow';
import { runs } from '../../support/runs';

/* The difference alone, against a model of one member in one folder: what is sent, over what the parent gives. */

const CODES: readonly PermissionCode[] = ['ls', 'pv', 'dl', 'rm'];
const status = fc.array(fc.constantFrom(1, -1, 0), { minLength: CODES.length, maxLength: CODES.length }).map((states) =>
	statusOf(
		CODES.filter((_, at) => states[at] === 1),
		CODES.filter((_, at) => states[at] === -1),
	),
);

/** What applies: the folder's own state of each permission, else that of the parent. */
const effective = (own: Readonly<Record<string, number>>, parent: Status): Record<string, number> =>
	Object.fromEntries(CODES.map((code) => [code, own[code] || (parent[code] ?? 0)]));
const statusFrom = (states: Readonly<Record<string, number>>): Status =>
	statusOf(
		CODES.filter((code) => states[code] === 1),
		CODES.filter((code) => states[code] === -1),
	);

test('what is sent makes the row true, and then nothing differs', () => {
	fc.assert(
		fc.property(status, status, status, (wanted, own, parent) => {
			const facts: RowFacts = { codes: statusFrom(effective(own, parent)), parent, isShared: false };
			const sent = permissionFor(wanted, facts);
			expect(Object.keys(sent).sort()).toEqual(['role_id', ...ALL_CODES].sort());
			const after = effective(sent, parent);
			for (const code of CODES) {
				if (wanted[code] === undefined) expect([code, after[code]]).not.toEqual([code, 1]);
				else expect([code, after[code]]).toEqual([code, wanted[code]]);
			}
			expect(differingCodes(wanted, { ...facts, codes: statusFrom(after) })).toEqual([]);
		}),
		{ numRuns: runs(500) },
	);
});

const row = (fullpath: string, id: number, more: object): PlacedRow =>
	readRows([{ item: id, where: '', json: { fullpath, member_id: id, ...more } }])[0] as PlacedRow;

const planOf = (rows: readonly PlacedRow[], codes: Status, missing: readonly string[] = []): TablePlan =>
	planTable(
		rows,
		{
			rows: new Map(rows.map((each) => [each, { codes, isShared: false }])),
			places: new Map([['A', { fullpath: 'A', direct: new Set(['member_id:1', 'member_id:2', ...missing]) }]]),
			roles: new Map(),
			missing: missing.map((key) => ({ fullpath: 'A', subject: memberWith(key.slice(10)), codes })),
		},
		{ percent: 34 },
	);

const AS_READ = 'granted ls; denied nothing';

describe('a plan', () => {
	const read: Status = { ls: 1 };

	test('has nothing for rows as they were read', () => {
		const plan = planOf([row('A', 1, { granted: 'ls', denied: '', as_read: AS_READ })], read);
		expect(plan).toMatchObject({ changes: [], unchanged: 1, following: 0 });
	});

	test('lets rows below an edited one follow, and sets those made by hand', () => {
		const edited = row('A', 1, { granted: 'ls,dl', as_read: AS_READ });
		const below = { granted: 'ls', as_read: AS_READ };
		expect(planOf([edited, row('A/B', 1, below)], read)).toMatchObject({ following: 1, unchanged: 0 });
		const byHand = planOf([edited, row('A/B', 1, { granted: 'ls' })], read);
		expect(byHand.changes.map(({ fullpath, reason }) => [fullpath, reason])).toEqual([
			['A', 'permissions differ'],
			['A/B', 'would change with another row'],
		]);
		expect(byHand.changes[1]).toMatchObject({ permission: { ls: 1, dl: -1 } });
	});

	test('of somebody else is not touched', () => {
		const rows = [row('A', 1, { granted: 'ls,dl', as_read: AS_READ }), row('A/B', 2, { granted: 'ls' })];
		expect(planOf(rows, read)).toMatchObject({ changes: [{ fullpath: 'A' }], unchanged: 1 });
	});

	test('is blocked by the limit of removals, with numbers', () => {
		const rows = [row('A', 1, { granted: 'ls' })];
		expect(planOf(rows, read, ['member_id:3'])).toMatchObject({
			blocks: [],
			removals: { removed: 1, existing: 3 },
		});
		expect(planOf(rows, read, ['member_id:3', 'member_id:4']).blocks).toEqual([
			'Deletion Limit: this run would remove 2 of 4 direct permissions; the limit is 34%',
		]);
	});
});
