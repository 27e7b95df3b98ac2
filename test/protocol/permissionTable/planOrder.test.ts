import { ALL_CODES, departmentWith, memberWith, type Subject } from '../../../src/protocol/catalogue/permissionCodes';
import type { PlacedRow } from '#permissionTable/plan';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { type Facts, KIM, planOf, row, SALES, shown, type States } from './plannedRows';

/* What a plan contains and in which order, by docs/permission-table.md. */

const EVERYTHING = ALL_CODES.join();

test('what stops inheriting; then folders before what is in them, each with removals, departments, members', () => {
	const rows = [
		row('B/C', KIM, { granted: 'ls' }),
		row('B', KIM, { granted: 'ls' }),
		row('B', SALES, { granted: 'ls', inherit: 'yes' }),
		row('B/C/D', KIM, { inherit: 'no' }),
		row('A', KIM, { granted: 'ls' }),
		row('/', KIM, { granted: 'ls' }),
	];
	const plan = planOf(rows, {
		missing: [
			['B', memberWith('9'), { ls: 1 }],
			['A/Z', departmentWith('3'), { ls: 1 }],
		],
	});
	// Once the folders above are changed, the service would make their new permissions those of B/C/D.
	expect(shown(plan)).toEqual([
		['set_inheritance', 'B/C/D', false, 'inherit differs'],
		['set', '', 'member 7', 'permissions differ'],
		['set', 'A', 'member 7', 'permissions differ'],
		['set_inheritance', 'B', true, 'inherit differs'],
		['remove', 'B', 'member 9', 'no row describes it'],
		['set', 'B', 'department 12', 'permissions differ'],
		['set', 'B', 'member 7', 'permissions differ'],
		['remove', 'A/Z', 'department 3', 'no row describes it'],
		['set', 'B/C', 'member 7', 'permissions differ'],
	]);
	expect(plan.stages[0]).toEqual([[plan.changes.slice(0, 1)]]);
	expect(plan.unchanged).toBe(1);
});

test('whether a folder inherits is changed where it differs, and never at the root', () => {
	const onlyInherit = (fullpath: string, inherit: string) => row(fullpath, KIM, { inherit });
	const rows = [onlyInherit('/', 'yes'), onlyInherit('A', 'yes'), onlyInherit('B', 'no'), onlyInherit('C', 'yes')];
	const places = new Map([
		['A', { fullpath: 'A', inherit: true }],
		['B', { fullpath: 'B', inherit: true, hash: 'hb' }],
	]);
	const { changes, unchanged } = planOf(rows, { places });
	const change = { action: 'set_inheritance', item: 0, reason: 'inherit differs' };
	expect(changes).toEqual([
		{ ...change, fullpath: 'B', hash: 'hb', inherit: false, differences: { inherit: { from: true, to: false } } },
		{ ...change, fullpath: 'C', hash: undefined, inherit: true, differences: { inherit: { to: true } } },
	]);
	expect(unchanged).toBe(4);
});

describe('a row with a role', () => {
	test('sends it, unless everything that it grants applies', () => {
		const [named, numbered] = [row('A', KIM, { role: 'Editor', role_id: 4 }), row('B', KIM, { role_id: 4 })];
		const rows = [named, numbered];
		expect(planOf(rows).changes).toMatchObject([
			{ permission: { roleId: 4 }, differences: { role: { to: 'Editor' } }, reason: 'role' },
			{ permission: { roleId: 4 }, differences: { role: { to: '4' } } },
		]);
		const facts = new Map<PlacedRow, Facts>([
			[named, { codes: { ls: 1 } }],
			[numbered, { codes: { dl: 1 } }],
		]);
		expect(shown(planOf(rows, { facts, roles: new Map([[4, { ls: 1 }]]) }))).toEqual([
			['set', 'B', 'member 7', 'role'],
		]);
	});
	test.each([{ granted: EVERYTHING }, { denied: EVERYTHING }])(
		'of a department may change a member with %j',
		(has) => {
			const [role, below] = [row('A', SALES, { role_id: 4 }), row('A/B', KIM, has)];
			const state = 'granted' in has ? 1 : -1;
			const codes = Object.fromEntries(ALL_CODES.map((code) => [code, state]));
			expect(planOf([role, below], { facts: new Map([[below, { codes }]]) }).changes).toHaveLength(2);
		},
	);
	test('may change what is below it, whatever that is', () => {
		const [role, below] = [row('A', SALES, { role_id: 4 }), row('A/B', SALES, { granted: 'ls' })];
		const facts = new Map([[below, { codes: { ls: 1 } }]]);
		expect(shown(planOf([role, below], { facts }))).toEqual([
			['set', 'A', 'department 12', 'role'],
			['set', 'A/B', 'department 12', 'would change with another row'],
		]);
	});
});

test('the ID of a folder comes from the service, else from the row', () => {
	const [known, unknown] = [
		row('A', KIM, { granted: 'ls', hash: 'old' }),
		row('B', KIM, { granted: 'ls', hash: 'hb' }),
	];
	const places = new Map([['A', { fullpath: 'A', hash: 'ha' }]]);
	const missing = ['A', 'Z'].map((path): [string, Subject, States] => [path, memberWith('9'), {}]);
	const { changes } = planOf([known, unknown], { places, missing });
	expect(changes.map(({ fullpath, hash }) => `${fullpath} ${hash}`)).toEqual(['A ha', 'A ha', 'B hb', 'Z undefined']);
});

test.each([
	[['A/B'], '1 unedited row was left out'],
	[['A/B', 'A/C'], '2 unedited rows were left out'],
])('unedited rows that follow an edited one are counted: %j', (paths, note) => {
	const following = paths.map((path) => row(path, KIM, { granted: 'ls', as_read: 'granted ls; denied nothing' }));
	const plan = planOf([row('A', KIM, { granted: 'dl' }), ...following]);
	expect([plan.following, plan.notes]).toEqual([paths.length, [expect.stringContaining(note)]]);
});

test('a plan is blocked by the limit of removals, and counts its rows', () => {
	const places = new Map([['A', { fullpath: 'A', direct: new Set(['member_id:7', 'member_id:8', 'member_id:9']) }]]);
	const rows = [row('A', KIM, { granted: 'ls' }), row('A/B', SALES, { role: 'Viewer' })];
	const facts = new Map([[rows[0]!, { codes: { ls: 1 } }]]);
	const plan = planOf(rows, { facts, places, missing: [['A', memberWith('8'), {}]], percent: 33 });
	expect(plan).toMatchObject({ deletions: 1, notes: [expect.stringContaining('which role') as string] });
	expect(plan.reasons).toEqual(['Deletion Limit: this run would remove 1 of 3 direct permissions; the limit is 33%']);
	const limits = { percent: 33, count: null, removed: 1, existing: 3 };
	const counts = { rows: 2, folders: 1, unchanged: 1, following: 0 };
	expect(plan.totals?.([])).toEqual({ ...counts, unknown_subjects: [], limits });
});

test('rows of people whom the service does not know are left out and named, or are failures of the run', () => {
	const refusal = new LibraryError('notFound', 'no such member');
	const [kim, gone, silent] = [
		row('A', KIM, { granted: 'ls' }),
		row('A', { member_id: 9 }, { granted: 'ls', name: 'Lee' }),
		row('A', { group_id: 3 }, { inherit: 'yes' }),
	];
	const unknown = new Map([gone, silent].map((each) => [each, refusal]));
	const places = new Map([['A', { fullpath: 'A', inherit: true }]]);
	const change = { action: 'set', reason: 'the service does not know this member', refusal, item: 0 };
	const leftOut = planOf([kim, gone, silent], { unknown, places });
	expect(leftOut).toMatchObject({ changes: [{ subject: kim.subject }], impossible: [change] });
	expect(leftOut.notes).toEqual([
		'Rows that were not applied, because the service does not know these members or departments: member 9 "Lee"',
	]);
	// Some services say only when a change is made that somebody has left.
	const outcomes = leftOut.changes.map((made) => ({ change: made, status: 'skipped' as const }));
	const named = (made: typeof outcomes) => leftOut.totals?.(made).unknown_subjects;
	expect([named([]), named(outcomes)]).toEqual([['member 9 "Lee"'], ['member 9 "Lee"', 'member 7']]);
	expect(named(outcomes.map((outcome) => ({ ...outcome, failure: refusal })))).toEqual(['member 9 "Lee"']);
	const failed = planOf([kim, gone], { unknown, places, failsForUnknown: true });
	expect(failed).toMatchObject({ changes: [change, { subject: kim.subject }], impossible: [] });
});
