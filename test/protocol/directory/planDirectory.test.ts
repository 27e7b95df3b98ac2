import { purposeOf, shownChange } from '#directory/plan';
import {
	company,
	department,
	KEEP_MISSING,
	member,
	planFor,
	summaries,
	wholePlanFor,
	type Json,
	DELETE_MISSING,
} from './entries';

/* Single entries and their requests; whole plans and their order: test/client/directory/convergence.test.ts. */

const ann = { name: 'Ann', account: 'ann' };
const bob = { name: 'Bob', account: 'bob' };
const newcomer = { out_id: 'm-9', member_name: 'Member m-9', account: 'account m-9' };
const NEW_YEAR = Date.UTC(2027, 0, 1) / 1000;

type Row = [entry: Json, changes: string[], requests: Json[]];
test.each<Row>([
	[
		department('7', { name: 7, parentOutId: 'd-1', order: 3 }),
		['create department 7'],
		[{ out_id: '7', name: '7', parent_out_id: 'd-1', orderby: '3' }],
	],
	[
		department('d-2', { name: 'Two', parentOutId: '' }),
		['move department d-2'],
		[{ out_id: 'd-2', name: 'Two', parent_out_id: '' }],
	],
	[member('m-9', { leader: '', phone: '' }), ['create member m-9'], [{ ...newcomer, group_out_ids: '' }]],
	[
		member('m-9', { phone: '1', title: 'T', expires: '2027-01-01', enabled: false, leader: 'm-1' }),
		['create member m-9'],
		[
			{
				...newcomer,
				member_phone: '1',
				member_title: 'T',
				expire: String(NEW_YEAR),
				state: '0',
				group_out_ids: '',
				leader_out_id: 'm-1',
			},
		],
	],
	[
		member('m-1', { ...ann, email: '', title: 'Head' }),
		['update member m-1'],
		[{ out_id: 'm-1', member_name: 'Ann', account: 'ann', member_email: '', member_title: 'Head' }],
	],
	[
		{ type: 'Member', outId: 'm-1', name: 'Anna' },
		['update member m-1'],
		[{ out_id: 'm-1', member_name: 'Anna', account: 'ann' }],
	],
	[
		member('m-1', { name: 'Anna', account: 'ANN ' }),
		['update member m-1'],
		[{ out_id: 'm-1', member_name: 'Anna', account: 'ann' }],
	],
	[member('m-1', { ...ann, email: 'ANN@X' }), [], []],
	[
		member('m-2', { ...bob, title: 'T', leader: '' }),
		['update member m-2'],
		[{ out_id: 'm-2', member_name: 'Bob', account: 'bob', member_title: 'T', leader_account: '' }],
	],
	[
		member('m-2', { ...bob, title: 'T', leader: 'ROOT' }),
		['update member m-2'],
		[{ out_id: 'm-2', member_name: 'Bob', account: 'bob', member_title: 'T', leader_account: 'root' }],
	],
	[
		member('m-2', { ...bob, leader: 'm-1' }),
		['resend member m-2'],
		[{ out_id: 'm-2', member_name: 'Bob', account: 'bob', leader_out_id: 'm-1' }],
	],
	[
		member('m-2', { ...bob, enabled: false }),
		['disable member m-2'],
		[{ out_id: 'm-2', member_name: 'Bob', account: 'bob', state: '0' }],
	],
	[
		member('m-1', { ...ann, departmentOutIds: ['d-3'] }),
		['join member m-1 d-3', 'leave member m-1 d-2'],
		[
			{ members: 'm-1', group_out_id: 'd-3' },
			{ members: 'm-1', group_out_id: 'd-2' },
		],
	],
	[
		member('m-2', { ...bob, departmentOutIds: ['d-1'] }),
		['join member m-2 d-1', 'leave member m-2 '],
		[{ members: 'm-2', group_out_id: 'd-1' }, { members: 'm-2' }],
	],
])('%j', (entry, changes, requests) => {
	const plan = planFor(company(), [entry]);
	expect(summaries(plan)).toEqual(changes);
	expect(plan.map(({ request }) => request.params)).toEqual(requests);
});

test('whoever is needed first comes first: parents, supervisors, those who give up an account', () => {
	const stages = (entries: Json[]) =>
		wholePlanFor(company(), entries)
			.stages.map((stage) => summaries(stage.flat(2)))
			.filter(({ length }) => length > 0);
	expect(
		stages([
			department('d-9', { parentOutId: 'd-8' }),
			department('d-1', { name: 'One', parentOutId: 'd-2' }),
			department('d-8', { parentOutId: 'd-1' }),
			department('d-2', { name: 'Two', parentOutId: '' }),
		]),
	).toEqual([['move department d-2'], ['move department d-1'], ['create department d-8'], ['create department d-9']]);
	expect(stages([member('m-1', { ...ann, account: 'BOB' }), member('m-2', { ...bob, account: 'new' })])).toEqual([
		['update member m-2'],
		['update member m-1'],
	]);
	expect(stages([member('m-7', { leader: 'm-8' }), member('m-8')])).toEqual([
		['create member m-8'],
		['create member m-7'],
	]);
	expect(stages([member('m-7', { leader: 'm-8' }), member('m-6', { leader: 'm-8' }), member('m-8')])).toEqual([
		['create member m-8'],
		['create member m-7', 'create member m-6'],
	]);
	const circle = [
		member('m-8', { leader: 'm-9' }),
		member('m-9', { leader: 'm-8' }),
		member('m-6', { leader: 'm-1' }),
	];
	expect(stages(circle)).toEqual([
		['create member m-8', 'create member m-9', 'create member m-6'],
		['update member m-8', 'update member m-9'],
	]);
});

test('what is sent in every run is so described, and left out on request', () => {
	const entries = [department('d-1', { name: 'One', order: 1 }), member('m-2', { ...bob, leader: 'm-1' })];
	const plan = wholePlanFor(company(), entries);
	expect(plan.changes.map((change) => plan.itemOf?.(change))).toEqual([0, 1]);
	expect(plan.changes.map(shownChange)[0]).not.toHaveProperty('from_group_path');
	expect(plan.changes.map(({ differences }) => differences)).toEqual([
		{ order: { to: '1' } },
		{ leader: { to: 'm-1' } },
	]);
	const [changed] = planFor(company(), [member('m-2', { ...bob, title: 'T', leader: 'ROOT' })]);
	expect(changed?.reason).toBe('title differs');
	expect(changed?.differences).toEqual({ title: { from: '', to: 'T' }, leader: { to: 'root' } });
	expect(plan.changes.map((change) => [purposeOf(change), change.reason, plan.isRoutine?.(change)])).toEqual([
		['send what the service does not show of department "d-1" again', 'the service does not show the order', true],
		['send what the service does not show of member "m-2" again', 'the service does not show supervisors', true],
	]);
	expect(planFor(company(), entries, { ...KEEP_MISSING, resend: false })).toEqual([]);
});

test('what differs is shown with the item that asked for it; only the program needs its request', () => {
	const model = company();
	Object.assign(model.member('m-1'), { phone: '1', title: 'T', expires: '2027-01-01' });
	const changed = { name: 'Anna', account: 'anna', email: 'anna@x', phone: '2', title: 'Head', expires: '' };
	const plan = planFor(model, [
		department('d-3', { name: 'Drei', parentOutId: 'd-1', order: 4 }),
		member('m-1', changed),
	]);
	expect(plan.map(({ item }) => item)).toEqual([0, 1]);
	expect(plan.map(shownChange)).toEqual([
		{
			action: 'move',
			type: 'department',
			out_id: 'd-3',
			name: 'Drei',
			reason: 'name, parent differ',
			differences: {
				name: { from: 'Three', to: 'Drei' },
				parent: { from: 'd-2', to: 'd-1' },
				order: { to: '4' },
			},
			group_path: 'One/Drei',
			from_group_path: 'One/Two/Three',
		},
		{
			action: 'update',
			type: 'member',
			out_id: 'm-1',
			name: 'Anna',
			account: 'ann',
			email: 'ann@x',
			group_paths: ['One/Two'],
			reason: 'name, account, email, phone, title, expires differ',
			differences: {
				name: { from: 'Ann', to: 'Anna' },
				account: { from: 'ann', to: 'anna' },
				email: { from: 'ann@x', to: 'anna@x' },
				phone: { from: '1', to: '2' },
				title: { from: 'T', to: 'Head' },
				expires: { from: '2027-01-01', to: '' },
			},
		},
	]);
});

test.each([
	[false, { state: { to: 'disabled' } }],
	[true, {}],
])('whoever expires otherwise and is disabled now, at the top level, wanted enabled: %j', (enabled, shown) => {
	const model = company();
	Object.assign(model.member('m-2'), { enabled: false, expires: '2026-01-01' });
	const [changed] = planFor(model, [member('m-2', { ...bob, expires: '2027-01-01', enabled })]).map(shownChange);
	expect(changed).toMatchObject({ action: 'update', group_paths: ['/'] });
	expect(changed?.differences).toEqual({ expires: { from: '2026-01-01', to: '2027-01-01' }, ...shown });
});

test('what is new is shown with its values, and where it will be', () => {
	const [unit, manager, plain] = planFor(company(), [
		department('d-9', { parentOutId: 'd-2', order: -1 }),
		member('m-9', { email: 'e@x', departmentOutIds: 'd-9, d-1', enabled: true, leader: 'ann' }),
		member('m-8', { expires: '2027-01-31' }),
	]);
	expect(unit).toMatchObject({ group_path: 'One/Two/Department d-9', values: { parent: 'd-2', order: '-1' } });
	expect(unit).not.toHaveProperty('from_group_path');
	expect(manager).toMatchObject({
		reason: 'does not exist yet',
		group_paths: ['One/Two/Department d-9', 'One'],
		values: { account: 'account m-9', email: 'e@x', state: 'enabled', leader: 'm-1' },
	});
	expect(plain).toMatchObject({ group_paths: ['/'], values: { account: 'account m-8', expires: '2027-01-31' } });
});

test('what is taken away is shown with all that goes with it', () => {
	const model = company();
	model.addMember('m-4', 'Dan', { departments: ['d-1', 'd-2'], email: 'dan@x' });
	model.addMember('', 'Guest', { departments: ['d-2'] });
	const entries = [
		department('d-1', { name: 'One' }),
		member('m-1', { ...ann, departmentOutIds: 'd-1' }),
		member('m-2', bob),
	];
	const plan = planFor(model, entries, { ...DELETE_MISSING, missingMembers: 'delete' });
	const deletions = plan.filter(({ action }) => action === 'delete');
	expect(deletions.map(({ request: { operation, params } }) => ({ operation: operation.id, params }))).toEqual([
		{ operation: 'entDelSyncMember', params: { members: 'm-4' } },
		{ operation: 'entDelSyncGroup', params: { groups: 'd-3' } },
		{ operation: 'entDelSyncGroup', params: { groups: 'd-2' } },
	]);
	expect(deletions.map(shownChange)).toMatchObject([
		{
			out_id: 'm-4',
			reason: 'not in the input',
			account: 'dan',
			email: 'dan@x',
			group_paths: ['One', 'One/Two'],
			takes_along: ['the personal library with its files', 'the membership of libraries'],
		},
		{ out_id: 'd-3', group_path: 'One/Two/Three', members_removed: [] },
		{ out_id: 'd-2', members_removed: [{ out_id: '', name: 'Guest', account: 'guest', remains_in: [] }] },
	]);
	const kept = planFor(model, [...entries, member('m-4', { name: 'Dan', account: 'dan' })], DELETE_MISSING).at(-1);
	expect(kept?.members_removed).toMatchObject([{ out_id: 'm-4', remains_in: ['One'] }, { out_id: '' }]);
});

test('places say why, where, and what is done', () => {
	const plan = planFor(company(), [
		department('d-1', { name: 'Uno' }),
		member('m-1', { ...ann, departmentOutIds: [] }),
		member('m-2', { ...bob, departmentOutIds: 'd-1' }),
	]);
	expect(plan.slice(1).map((change) => [purposeOf(change), change.reason, change.group_path])).toEqual([
		['add member "m-1" to the top level', 'the input names no department', '/'],
		['add member "m-2" to department "d-1"', 'the input names this department', 'Uno'],
		['remove member "m-2" from the top level', 'the input names a department', '/'],
		['remove member "m-1" from department "d-2"', 'the input does not name this department', 'One/Two'],
	]);
});

test('departments of the console are named; one in a loop or below a missing one has a path', () => {
	const model = company();
	model.addDepartment('d-4', 'Four', model.addDepartment('', 'Of the console'));
	const [change] = planFor(model, [department('d-4', { name: 'Four', parentOutId: 'd-1' })]);
	expect(change?.differences).toEqual({ parent: { from: 'Of the console', to: 'd-1' } });
	for (const [parentOf, parent, path] of [
		['d-3', '99', '?/Drei'],
		['d-1', model.department('d-2').id, 'One/Two/Drei'],
	] as const) {
		const odd = company();
		odd.department(parentOf).parentId = parent;
		expect(planFor(odd, [department('d-3', { name: 'Drei' })])).toMatchObject([
			{ action: 'update', group_path: path },
		]);
	}
});
