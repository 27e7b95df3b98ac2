import { departmentWith, statusIn } from '../../../src/protocol/catalogue/permissionCodes';
import type { PlacedRow, SubjectChange } from '#permissionTable/plan';
import { timesTheCalls } from '../../support/countedCalls';
import { deepTest } from '../../support/runs';
import { type Facts, KIM, planOf, row, SALES, type States } from './plannedRows';

/* Rows that a change elsewhere reaches (docs/permission-table.md, Rows that follow). */

describe('rows that are as wanted, and a change elsewhere', () => {
	const ls = { codes: { ls: 1 } };
	test.each<[string, PlacedRow, PlacedRow, boolean]>([
		[
			"a department's change reaches its members in the folder",
			row('A', SALES, { granted: 'ls,dl' }),
			row('A', KIM, { granted: 'ls' }),
			true,
		],
		['and below it', row('A', SALES, { granted: 'ls,dl' }), row('A/B', KIM, { granted: 'ls' }), true],
		['no other one', row('A', SALES, { granted: 'ls,dl' }), row('A', { group_id: 13 }, { granted: 'ls' }), false],
		[
			"a member's change reaches nobody else",
			row('A', KIM, { granted: 'ls,dl' }),
			row('A', { member_id: 8 }, { granted: 'ls' }),
			false,
		],
		['nor anything above', row('A/B', KIM, { granted: 'ls,dl' }), row('A', KIM, { granted: 'ls' }), false],
		['a change to what it says too', row('A', KIM, { granted: 'ls' }), row('A/B', KIM, { granted: 'ls' }), false],
	])('%s', (_, changed, kept, isReached) => {
		const facts = new Map<PlacedRow, Facts>([[kept, ls]]);
		const plan = planOf([changed, kept], { facts });
		expect(plan.changes.map(({ reason }) => reason)).toEqual(
			isReached ? ['permissions differ', 'would change with another row'] : ['permissions differ'],
		);
		expect(plan.unchanged).toBe(isReached ? 0 : 1);
	});

	test.each<[States, boolean]>([
		[{ ls: 1 }, true],
		[{ dl: 1 }, false],
		[{ ls: -1 }, false],
		[{ rm: -1 }, true],
	])('a removal of %j may take what a row below has: %s', (codes, isReached) => {
		const kept = row('A/B', KIM, { granted: 'ls', denied: 'rm' });
		const plan = planOf([kept], {
			facts: new Map([[kept, { codes: { ls: 1, rm: -1 } }]]),
			missing: [['A', departmentWith('12'), codes]],
		});
		expect(plan.changes).toHaveLength(isReached ? 2 : 1);
		expect(plan.changes[0]).toMatchObject({
			action: 'remove',
			before: statusIn(codes),
			permission: statusIn({}),
			differences: {},
		});
	});

	test('what the row of the folder above will grant is denied to a row that does not want it', () => {
		const [all, some] = [row('A', KIM, { granted: 'ls,dl,rm' }), row('A/B', KIM, { granted: 'ls', denied: 'rm' })];
		const set = planOf([all, some]).changes[1];
		expect(set).toMatchObject({
			fullpath: 'A/B',
			reason: 'permissions differ',
			permission: statusIn({ ls: 1, dl: -1, rm: -1 }),
		});
		expect(set?.differences).toEqual({ granted: { from: [], to: ['ls'] }, denied: { from: [], to: ['dl', 'rm'] } });
	});

	test('a row that only says whether its folder inherits says nothing of what applies below', () => {
		const [above, below] = [row('A', KIM, { inherit: 'yes' }), row('A/B', KIM, { granted: 'ls' })];
		const places = new Map([['A', { fullpath: 'A', inherit: true }]]);
		const facts = new Map([[below, { codes: {}, parent: { dl: 1 } }]]);
		expect(planOf([above, below], { facts, places }).changes).toMatchObject([
			{ permission: statusIn({ ls: 1, dl: -1 }) },
		]);
	});

	test.each<[string, object, number, boolean]>([
		['a department, whose members nobody knows', SALES, 0, true],
		['the same member in a folder with another one between, which may have permissions of its own', KIM, 0, true],
		['another member', { member_id: 8 }, 0, false],
	])('what a change may grant is not denied before it does: %s', (_, who, sent, isLookedAt) => {
		const plan = planOf([row('A', who, { granted: 'ls,dl' }), row('A/B/C', KIM, { granted: 'ls' })]);
		expect(plan.changes[1]).toMatchObject({ permission: statusIn({ ls: 1, dl: sent }) });
		expect((plan.changes[1] as SubjectChange).uncertain !== undefined).toBe(isLookedAt);
	});

	test('a department whose change the row says anyway does not reach it, whatever else the department may', () => {
		const [changed, kept] = [row('A', SALES, { granted: 'ls,dl' }), row('A/B', KIM, { granted: 'dl' })];
		const facts = new Map<PlacedRow, Facts>([
			[changed, ls],
			[kept, { codes: { dl: 1 } }],
		]);
		expect(planOf([changed, kept], { facts })).toMatchObject({ changes: [{ fullpath: 'A' }], unchanged: 1 });
	});
});

/** Rows of nested folders, a third of them edited: each may be reached by those of the folders above. */
const manyRows = (count: number): PlacedRow[] =>
	Array.from({ length: count }, (_, at) => {
		const [folder, person] = [Math.floor(at / 50), at % 50];
		const who = person < 10 ? { group_id: person + 1 } : { member_id: person };
		const asRead = at % 3 === 0 ? {} : { as_read: 'granted ls; denied nothing' };
		const fullpath = `F${Math.floor(folder / 8)}/${'deep/'.repeat(folder % 8)}`;
		return row(fullpath, who, { granted: at % 3 === 0 ? 'ls,dl' : 'ls', ...asRead });
	});

deepTest('a plan takes a time that grows straight with its rows', async () => {
	const [long, short] = [32_000, 4_000].map((count) => manyRows(count)).map((rows) => () => planOf(rows));
	// Eight times as many; 64 times the calls where it is quadratic.
	expect(await timesTheCalls(long!, short!)).toBeLessThan(10);
});
