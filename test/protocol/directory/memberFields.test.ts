import { company, department, KEEP_MISSING, member, planFor, summaries, wantedOf, wholePlanFor } from './entries';

/* Fields, states and supervisors of members, and the order of departments: what is shown, and what is sent. */

const ann = { name: 'Ann', account: 'ann' };
const bob = { name: 'Bob', account: 'bob' };
const NEW_YEAR = String(Date.UTC(2027, 0, 1) / 1000);

test('every field that differs is shown and sent', () => {
	const model = company();
	Object.assign(model.member('m-1'), { phone: '1', title: 'T', expire: Date.UTC(2027, 0, 1) / 1000 });
	const changed = { name: 'Anna', account: 'anna', email: 'anna@x', phone: '2', title: 'Head', expires: '' };
	expect(planFor(model, [member('m-1', changed)])).toMatchObject([
		{
			action: 'update',
			kind: 'member',
			item: 0,
			reason: 'name, account, email, phone, title, expires differ',
			differences: {
				name: { from: 'Ann', to: 'Anna' },
				account: { from: 'ann', to: 'anna' },
				email: { from: 'ann@x', to: 'anna@x' },
				phone: { from: '1', to: '2' },
				title: { from: 'T', to: 'Head' },
				expires: { from: '2027-01-01', to: '' },
			},
			request: { params: { member_phone: '2', member_title: 'Head', expire: '0' } },
		},
	]);
	expect(planFor(model, [member('m-1', { ...ann, email: 'ANN@X', phone: '1' })])).toEqual([]);
	expect(planFor(model, [member('m-1', { ...ann, title: '' })])[0]?.reason).toBe('title differs');
});

test('a new member is created with all fields, in the state that is wanted', () => {
	const fields = { phone: '1', title: 'T', expires: '2027-01-01', enabled: true };
	expect(planFor(company(), [member('m-9', fields), member('m-8', { enabled: false, phone: '' })])).toMatchObject([
		{
			values: { phone: '1', title: 'T', expires: '2027-01-01', state: 'enabled' },
			request: { params: { member_phone: '1', member_title: 'T', expire: NEW_YEAR, state: '1' } },
		},
		{ values: { state: 'disabled' }, request: { params: { state: '0' } } },
	]);
	const [plain] = planFor(company(), [member('m-9')]);
	expect(plain?.values).toEqual({ account: 'account m-9' });
	expect(Object.keys(plain?.request.params ?? {}).sort()).toEqual([
		'account',
		'group_out_ids',
		'member_name',
		'out_id',
	]);
});

describe('an account whose last day is changed', () => {
	const past = Date.parse('2025-01-31') / 1000;
	const stateIn = (enabled: boolean | undefined, expire: number, expires: string) => {
		const model = company();
		model.member('m-1').expire = expire;
		const [change] = planFor(model, [member('m-1', { ...ann, expires, enabled })]);
		return [change?.differences?.state, change?.request.params.state];
	};
	test.each<[string, boolean | undefined, number, string, unknown[]]>([
		['stays disabled where that is wanted', false, past, '2027-01-01', [{ to: 'disabled' }, '0']],
		['is not disabled where nothing is wanted', undefined, past, '2027-01-01', [undefined, undefined]],
		['is not disabled where it is to be enabled', true, past, '2027-01-01', [undefined, undefined]],
	])('%s', (_, enabled, expire, expires, expected) => {
		expect(stateIn(enabled, expire, expires)).toEqual(expected);
	});
	test('is disabled by a change of its own where it was enabled', () => {
		const plan = planFor(company(), [member('m-1', { ...ann, title: 'T', enabled: false })]);
		expect(summaries(plan)).toEqual(['disable member m-1', 'update member m-1']);
		expect(plan[0]).toMatchObject({ reason: 'state differs', item: 0 });
		expect(plan[1]?.differences).toEqual({ title: { from: '', to: 'T' } });
	});
});

test('a member is enabled by the account, as it is then', () => {
	const model = company();
	for (const outId of ['m-1', 'm-2']) model.member(outId).enabled = false;
	const entries = [
		member('m-1', { ...ann, account: 'anna', enabled: true }),
		{ type: 'member', outId: 'm-2', name: 'Bob', enabled: 'yes' },
	];
	const enabled = planFor(model, entries).filter(({ action }) => action === 'enable');
	expect(enabled).toMatchObject([
		{
			kind: 'member',
			item: 0,
			reason: 'state differs',
			differences: { state: { from: 'disabled', to: 'enabled' } },
			request: { operation: 'entSetMember', params: { account: 'anna', state: '1' } },
		},
		{ outId: 'm-2', item: 1, request: { params: { account: 'bob' } } },
	]);
});

describe('supervisors', () => {
	test('who report to each other are set when all exist', () => {
		const circle = [
			member('m-8', { leader: 'm-9' }),
			member('m-9', { leader: 'm-8' }),
			member('m-7', { leader: 'm-8' }),
			member('m-6', { leader: 'm-1' }),
		];
		const { steps } = wholePlanFor(company(), circle);
		expect(steps.map((step) => summaries(step.flat()))).toEqual([
			['create member m-8', 'create member m-9', 'create member m-7', 'create member m-6'],
			['update member m-8', 'update member m-9', 'update member m-7'],
		]);
		const [first, , , last] = steps.flat(2);
		expect(first?.request.params).not.toHaveProperty('leader_out_id');
		expect(last?.request.params).toMatchObject({ leader_out_id: 'm-1' });
		expect(steps[1]?.flat()[0]).toMatchObject({
			reason: 'the supervisor is created in this run',
			differences: { leader: { to: 'm-9' } },
			request: {
				params: { out_id: 'm-8', member_name: 'Member m-8', account: 'account m-8', leader_out_id: 'm-9' },
			},
		});
	});
	test('go with other changes, and an empty one is removed by its account', () => {
		const [change] = planFor(company(), [member('m-2', { ...bob, title: 'T', leader: '' })]);
		expect(change).toMatchObject({
			differences: { leader: { to: '' } },
			request: { params: { member_title: 'T', leader_account: '' } },
		});
		expect(change?.request.params).not.toHaveProperty('leader_out_id');
		const [created] = planFor(company(), [member('m-9', { leader: '' })]);
		expect(created?.request.params).not.toHaveProperty('leader_account');
	});
	test('named by account are not taken for external IDs, nor the other way round', () => {
		const entries = [member('m-9', { account: 'm-1' }), member('m-2', { ...bob, leaderAccount: 'M-1' })];
		expect(planFor(company(), entries)[1]?.request.params).toMatchObject({ leader_out_id: 'm-9' });
		expect(() => planFor(company(), [member('m-2', { ...bob, leaderOutId: 'ann' })])).toThrow(
			expect.objectContaining({ field: 'Supervisor External ID' }),
		);
	});
	test('that may be one of two described members are refused before the directory is read', () => {
		const pair = (leader: string, account = 'm-8') => [
			member('m-8'),
			member('m-9', { account }),
			member('m-7', { leader }),
		];
		expect(() => wantedOf(pair('m-8'))).toThrow(
			/"m-8" is the external ID of one member and the account of another/,
		);
		expect(() => wantedOf(pair('m-8', 'M-8'))).toThrow(expect.objectContaining({ field: 'Supervisor', item: 2 }));
		for (const entries of [
			pair(''),
			pair('m-9'),
			[member('m-8', { account: 'm-8' }), member('m-7', { leader: 'm-8' })],
		])
			expect(() => wantedOf(entries)).not.toThrow();
		const byId = [member('m-8'), member('m-9', { account: 'm-8' }), member('m-7', { leaderOutId: 'm-8' })];
		expect(() => wantedOf(byId)).not.toThrow();
	});
});

describe('the order of departments', () => {
	test('goes with other changes, or is sent by itself', () => {
		const entries = [
			department('d-1', { name: 'One', order: 3 }),
			department('d-2', { name: 'Zwei', order: 0 }),
			department('d-9', { order: -1, parentOutId: 'd-1' }),
			department('d-8'),
		];
		const changes = Object.fromEntries(planFor(company(), entries).map((change) => [change.out_id, change]));
		expect(changes['d-1']).toMatchObject({
			action: 'resend',
			reason: 'the service does not show the order',
			differences: { order: { to: '3' } },
			request: { params: { out_id: 'd-1', name: 'One', orderby: '3' } },
		});
		expect(changes['d-2']).toMatchObject({
			differences: { name: { from: 'Two', to: 'Zwei' }, order: { to: '0' } },
			request: { params: { orderby: '0' } },
		});
		expect(changes['d-9']?.values).toEqual({ parent: 'd-1', order: '-1' });
		expect(changes['d-8']?.values).toEqual({ parent: '' });
		expect(planFor(company(), entries.slice(0, 1), { ...KEEP_MISSING, resend: false })).toEqual([]);
		const [renamed] = planFor(company(), [department('d-2', { name: 'Zwei' })]);
		expect(renamed?.differences).toEqual({ name: { from: 'Two', to: 'Zwei' } });
	});
	test('a department below one of the console is shown to come from there, by its name', () => {
		const model = company();
		const console = model.addGroup('', 'Of the console', undefined);
		model.addGroup('d-4', 'Four', console);
		const [change] = planFor(model, [department('d-4', { name: 'Four', parentOutId: 'd-1' })]);
		expect(change?.differences).toEqual({ parent: { from: 'Of the console', to: 'd-1' } });
		const [top] = planFor(model, [department('d-1', { name: 'One', parentOutId: 'd-4' })]);
		expect(top?.differences).toEqual({ parent: { from: '', to: 'd-4' } });
	});
});
