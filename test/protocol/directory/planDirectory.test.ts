import { describeChange } from '../../../src/protocol/directory/directoryChange';
import { company, department, member, planFor, summaries, type Json } from './entries';

/* What single entries change, and by which requests. */

type Row = [what: string, entries: Json[], changes: string[], requests: Array<[operation: string, params: Json]>];

function expectPlan(entries: readonly Json[], changes: string[], requests: Array<[string, Json]>): void {
	const plan = planFor(company(), entries);
	expect(summaries(plan)).toEqual(changes);
	expect(plan.map(({ request }) => [request.operation, request.params])).toEqual(requests);
}

describe('departments', () => {
	test.each<Row>([
		[
			'a new department is created below its parent',
			[department('d-9', { parentOutId: 'd-1' })],
			['create department d-9'],
			[['entAddSyncGroup', { out_id: 'd-9', name: 'Department d-9', parent_out_id: 'd-1' }]],
		],
		[
			'a renamed department stays where it is',
			[department('d-2', { name: 'Zwei' })],
			['update department d-2'],
			[['entAddSyncGroup', { out_id: 'd-2', name: 'Zwei' }]],
		],
		[
			'an empty parent moves a department to the top level',
			[department('d-2', { name: 'Two', parentOutId: '' })],
			['move department d-2'],
			[['entAddSyncGroup', { out_id: 'd-2', name: 'Two', parent_out_id: '' }]],
		],
		['a null parent changes nothing', [department('d-2', { name: 'Two', parentOutId: null })], [], []],
		[
			'numbers are read as text',
			[department('7', { name: 7 })],
			['create department 7'],
			[['entAddSyncGroup', { out_id: '7', name: '7', parent_out_id: '' }]],
		],
	])('%s', (_what, entries, changes, requests) => expectPlan(entries, changes, requests));

	test('a change carries the differences and the item that asked for it', () => {
		const plan = planFor(company(), [
			department('d-1', { name: 'One' }),
			department('d-3', { name: 'Drei', parentOutId: 'd-1' }),
		]);
		expect(plan).toMatchObject([
			{
				action: 'move',
				item: 1,
				reason: 'name, parent differ',
				differences: { name: { from: 'Three', to: 'Drei' }, parent: { from: 'd-2', to: 'd-1' } },
			},
		]);
	});

	test('parents come first, whatever the order of the items, and two may change places', () => {
		const plan = planFor(company(), [
			department('d-9', { parentOutId: 'd-8' }),
			department('d-1', { name: 'One', parentOutId: 'd-2' }),
			department('d-8', { parentOutId: 'd-1' }),
			department('d-2', { name: 'Two', parentOutId: '' }),
		]);
		expect(summaries(plan)).toEqual([
			'move department d-2',
			'move department d-1',
			'create department d-8',
			'create department d-9',
		]);
	});
});

describe('members', () => {
	const created = { out_id: 'm-9', member_name: 'Member m-9', account: 'account m-9' };
	test.each<Row>([
		[
			'a new member is placed at once',
			[member('m-9', { email: 'e', departmentOutIds: 'd-1, d-2' })],
			['create member m-9'],
			[['entAddSyncMember', { ...created, member_email: 'e', group_out_ids: 'd-1,d-2' }]],
		],
		[
			'a new member whose departments are left out',
			[member('m-9')],
			['create member m-9'],
			[['entAddSyncMember', created]],
		],
		[
			'a new member at the top level',
			[member('m-9', { departmentOutIds: [] })],
			['create member m-9'],
			[['entAddSyncMember', { ...created, group_out_ids: '' }]],
		],
		[
			'only fields that differ are sent',
			[member('m-1', { name: 'Ann', account: 'ann', email: '', title: 'Head' })],
			['update member m-1'],
			[
				[
					'entAddSyncMember',
					{ out_id: 'm-1', member_name: 'Ann', account: 'ann', member_email: '', member_title: 'Head' },
				],
			],
		],
		[
			'an account that is left out is kept',
			[{ type: 'Member', outId: 'm-1', name: 'Anna' }],
			['update member m-1'],
			[['entAddSyncMember', { out_id: 'm-1', member_name: 'Anna', account: 'ann' }]],
		],
	])('%s', (_what, entries, changes, requests) => expectPlan(entries, changes, requests));
});

describe('departments of members', () => {
	const ann = { name: 'Ann', account: 'ann' };
	test.each<Row>([
		[
			'a member joins before leaving',
			[member('m-1', { ...ann, departmentOutIds: ['d-3'] })],
			['join member m-1 d-3', 'leave member m-1 d-2'],
			[
				['entAddSyncGroupMember', { members: 'm-1', group_out_id: 'd-3' }],
				['entDelSyncGroupMember', { members: 'm-1', group_out_id: 'd-2' }],
			],
		],
		[
			'a member of no department is put at the top level',
			[member('m-1', { ...ann, departmentOutIds: [] })],
			['join member m-1 ', 'leave member m-1 d-2'],
			[
				['entAddSyncGroupMember', { members: 'm-1' }],
				['entDelSyncGroupMember', { members: 'm-1', group_out_id: 'd-2' }],
			],
		],
		[
			'a member moves from the top level into a department',
			[member('m-2', { name: 'Bob', account: 'bob', departmentOutIds: ['d-1'] })],
			['join member m-2 d-1', 'leave member m-2 '],
			[
				['entAddSyncGroupMember', { members: 'm-2', group_out_id: 'd-1' }],
				['entDelSyncGroupMember', { members: 'm-2' }],
			],
		],
		[
			'a hidden member is shown at the top level',
			[member('m-3', { name: 'Cid', account: 'cid', departmentOutIds: [] })],
			['join member m-3 '],
			[['entAddSyncGroupMember', { members: 'm-3' }]],
		],
	])('%s', (_what, entries, changes, requests) => expectPlan(entries, changes, requests));

	test('the changes say why, and are described as places to add to and to remove from', () => {
		const plan = planFor(company(), [
			member('m-1', { ...ann, departmentOutIds: [] }),
			member('m-2', { name: 'Bob', account: 'bob', departmentOutIds: 'd-1' }),
		]);
		expect(plan.map((change) => [describeChange(change), change.reason])).toEqual([
			['add member "m-1" to the top level', 'the input names no department'],
			['add member "m-2" to department "d-1"', 'the input names this department'],
			['remove member "m-1" from department "d-2"', 'the input does not name this department'],
			['remove member "m-2" from the top level', 'the input names a department'],
		]);
	});
});
