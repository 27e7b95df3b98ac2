import { purposeOf } from '#directory/plan';
import { company, department, KEEP_MISSING, member, planFor, summaries, wholePlanFor, type Json } from './entries';

/*
 * What single entries change, and by which requests. How it is shown: shownChanges.test.ts. That whole plans bring
 * about what is wanted, in an order that the service takes: test/client/directory/convergence.test.ts.
 */

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
		department('d-1', { name: 'One', order: 1 }),
		['resend department d-1'],
		[{ out_id: 'd-1', name: 'One', orderby: '1' }],
	],
	[department('d-2', { name: 'Zwei' }), ['update department d-2'], [{ out_id: 'd-2', name: 'Zwei' }]],
	[
		department('d-2', { name: 'Two', parentOutId: '' }),
		['move department d-2'],
		[{ out_id: 'd-2', name: 'Two', parent_out_id: '' }],
	],
	[department('d-2', { name: 'Two', parentOutId: null }), [], []],
	[
		member('m-9', { departmentOutIds: 'd-1, d-2' }),
		['create member m-9'],
		[{ ...newcomer, group_out_ids: 'd-1,d-2' }],
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
	[member('m-3', { name: 'Cid', account: 'cid', departmentOutIds: [] }), ['join member m-3 '], [{ members: 'm-3' }]],
])('%j', (entry, changes, requests) => {
	const plan = planFor(company(), [entry]);
	expect(summaries(plan)).toEqual(changes);
	expect(plan.map(({ request }) => request.params)).toEqual(requests);
});

test('whoever is needed first comes first: parents, supervisors, those who give up an account', () => {
	const stages = (entries: Json[]) =>
		wholePlanFor(company(), entries).stages.map((stage) => summaries(stage.flat(2)));
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
