import { company, DELETE_MISSING, KEEP_MISSING, member, planFor, summaries } from './entries';

/* Whom members report to: who is meant, when it is sent, and who is refused. */

const ann = { name: 'Ann', account: 'ann' };
const bob = { name: 'Bob', account: 'bob' };

test('an account means the member who has it in the end', () => {
	const entries = [
		member('m-1', { ...ann, account: 'anna' }),
		member('m-9', { account: 'ann' }),
		member('m-2', { ...bob, leader: 'ANN' }),
	];
	const plan = planFor(company(), entries);
	expect(summaries(plan)).toEqual(['update member m-1', 'create member m-9', 'update member m-2']);
	expect(plan[2]?.request.params).toMatchObject({ leader_out_id: 'm-9' });
});

test('a member without an external ID is named by the account', () => {
	const [change] = planFor(company(), [member('m-2', { ...bob, title: 'T', leader: 'ROOT' })]);
	expect(change?.request.params).toMatchObject({ leader_account: 'root' });
	expect(change?.differences).toMatchObject({ leader: { to: 'root' } });
});

test('supervisors are created before those who report to them, whatever the order of the input', () => {
	const entries = [member('m-7', { leader: 'm-8' }), member('m-8', { leader: 'm-9' }), member('m-9')];
	expect(summaries(planFor(company(), entries))).toEqual([
		'create member m-9',
		'create member m-8',
		'create member m-7',
	]);
});

test('without other changes they are sent in every run, or not at all', () => {
	const entries = [member('m-2', { ...bob, leader: 'm-1' })];
	expect(summaries(planFor(company(), entries))).toEqual(['resend member m-2']);
	expect(planFor(company(), entries, { ...KEEP_MISSING, resend: false })).toEqual([]);
});

test.each([
	['unknown', 'nobody', /there is no member "nobody"/],
	['deleted in the same run', 'm-1', /the member "m-1" is deleted in the same run/],
])('one who is %s is refused', (_what, leader, message) => {
	const plan = () => planFor(company(), [member('m-2', { ...bob, leader })], DELETE_MISSING);
	expect(plan).toThrow(message);
	expect(plan).toThrow(expect.objectContaining({ kind: 'input', field: 'Supervisor', item: 0 }));
});

test('a value that is the external ID of one and the account of another is refused', () => {
	const entries = [member('m-9', { account: 'm-1' }), member('m-2', { ...bob, leader: 'm-1' })];
	expect(() => planFor(company(), entries)).toThrow(/external ID of one member and the account of another/);
	expect(planFor(company(), [entries[0] ?? {}, member('m-2', { ...bob, leaderOutId: 'm-1' })])).toHaveLength(2);
});
