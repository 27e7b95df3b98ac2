import { planDirectory, changesOf } from '../../../src/protocol/directory/planDirectory';
import { company, DELETE_MISSING, department, KEEP_MISSING, member, planFor, wantedOf } from './entries';

/* What a reviewer is warned of, and where a member is. */

const ann = { name: 'Ann', account: 'ann' };
const bob = { name: 'Bob', account: 'bob' };
const said = (plan: ReturnType<typeof planFor>) => plan.map(({ out_id: outId, warning }) => [outId, warning]);

describe('an email address that somebody else has', () => {
	test('of a member who is created, whatever its case', () => {
		expect(said(planFor(company(), [member('m-9', { email: ' ANN@x' })]))).toEqual([
			['m-9', 'The email address is also that of "Ann"'],
		]);
	});
	test('of one who gets another address, with all who have it in the end', () => {
		const model = company();
		model.addMember({ outId: '', name: 'Guest', account: 'guest', email: 'new@x' });
		model.addMember({ outId: 'm-4', name: 'Dan', account: 'dan', email: 'new@x' });
		const entries = [
			member('m-2', { ...bob, email: 'new@x' }),
			member('m-9', { name: 'Nina', email: 'NEW@x' }),
			member('m-4', { name: 'Dan', account: 'dan', email: 'dan@x' }),
		];
		expect(said(planFor(model, entries))).toEqual([
			['m-2', 'The email address is also that of "Guest", "Nina"'],
			['m-9', 'The email address is also that of "Bob", "Guest"'],
			['m-4', undefined],
		]);
	});
	test('not where the other one is deleted, or nothing is said of it', () => {
		const entries = [member('m-2', { ...bob, email: 'ann@x' })];
		expect(said(planFor(company(), entries, DELETE_MISSING))).toEqual([
			['m-1', undefined],
			['m-2', undefined],
		]);
		expect(said(planFor(company(), [member('m-9', { email: '' }), member('m-8')]))).toEqual([
			['m-9', undefined],
			['m-8', undefined],
		]);
		const renamed = [member('m-1', { ...ann, name: 'Anna' })];
		expect(said(planFor(company(), renamed))).toEqual([['m-1', undefined]]);
	});
	test('members without an address share none', () => {
		const model = company();
		model.member('m-1').email = ' ';
		expect(said(planFor(model, [member('m-2', { ...bob, email: ' ', title: 'T' })]))).toEqual([['m-2', undefined]]);
	});
});

test('two warnings are two sentences', () => {
	const entries = [member('m-9', { account: 'ann', email: 'root@x' })];
	const model = company();
	const root = model.members.find(({ account }) => account === 'root');
	if (root) root.email = 'root@x';
	expect(planFor(model, entries, DELETE_MISSING).at(-1)?.warning).toBe(
		'Takes over the account of "Ann" (m-1), who is deleted in the same run. ' +
			'The email address is also that of "Root"',
	);
});

describe('where a member is', () => {
	test('at the top level, in no list, or not known', () => {
		const entries = ['m-1', 'm-2', 'm-3'].map((outId) => member(outId, { account: outId }));
		const places = planFor(company(), entries).map(({ out_id: outId, departments }) => [outId, departments]);
		expect(places).toEqual([
			['m-1', ['One/Two']],
			['m-2', ['/']],
			['m-3', []],
		]);
		const unread = {
			departments: [],
			members: [
				{ ...bob, outId: 'm-2', email: '', phone: '', title: '', enabled: true, expires: '' },
				{ ...ann, outId: 'm-1', email: '', phone: '', title: '', enabled: true, expires: '' },
			].map((one) => ({ ...one, departments: [], listed: true })),
			placesRead: false,
		};
		const [change] = changesOf(planDirectory(unread, wantedOf([member('m-2', { account: 'b' })]), KEEP_MISSING));
		expect(change).toMatchObject({ action: 'update', account: 'bob' });
		expect(change).not.toHaveProperty('departments');
	});
	test('a place names one department, other changes name all', () => {
		const plan = planFor(company(), [member('m-1', { ...ann, name: 'Anna', departmentOutIds: [] })]);
		expect(plan).toMatchObject([
			{ action: 'update', departments: ['One/Two'] },
			{ action: 'join', department_path: '/' },
			{ action: 'leave', department_path: 'One/Two' },
		]);
		for (const change of plan) expect(change).not.toHaveProperty('takes_along');
		expect(plan[0]).not.toHaveProperty('department_path');
		expect(plan[1]).not.toHaveProperty('departments');
	});
});

test('a department of the service that is in a loop, or below one that is missing, has a path', () => {
	const current = {
		departments: [
			{ id: '1', outId: 'd-1', name: 'One', parentId: '2' },
			{ id: '2', outId: 'd-2', name: 'Two', parentId: '1' },
			{ id: '3', outId: 'd-3', name: 'Three', parentId: '99' },
		],
		members: [],
		placesRead: true,
	};
	const entries = [department('d-3', { name: 'Drei' })];
	const [change] = changesOf(planDirectory(current, wantedOf(entries), KEEP_MISSING));
	expect(change).toMatchObject({ action: 'update', path: '?/Drei', previous_path: '?/Three' });
});

test('whoever is moved out of a department before it is deleted does not fall; all others do', () => {
	const model = company();
	model.addMember({ outId: 'm-4', name: 'Dan', account: 'dan', groups: new Set([model.group('d-2').id]) });
	const entries = [
		department('d-1', { name: 'One' }),
		member('m-1', { ...ann, departmentOutIds: 'd-1' }),
		member('m-2', bob),
		member('m-4', { name: 'Dan', account: 'dan' }),
	];
	const falling = planFor(model, entries, { ...KEEP_MISSING, deleteMissingDepartments: true })
		.filter(({ action }) => action === 'delete')
		.map(({ out_id: outId, members_removed: removed }) => [outId, removed?.map((one) => one.out_id)]);
	expect(falling).toEqual([
		['d-3', []],
		['d-2', ['m-4']],
	]);
});
