import { planTable, type TablePlan } from '../../../src/protocol/permissionTable/planTable';
import { readRows } from '../../../src/protocol/permissionTable/readRows';
import type { Status } from '../../../src/protocol/permissionTable/status';
import { memberWith } from '../../../src/protocol/permissionTable/subject';
import type { PlacedRow } from '../../../src/protocol/permissionTable/wantedRow';

/* Plans of small tables; single rows are played by permissionRows.property.test.ts. */

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
