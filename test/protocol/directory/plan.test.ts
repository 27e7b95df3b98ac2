import fc from 'fast-check';
import { planDirectory, type Change, type Have, type Rules } from '../../../src/protocol/directory/plan';
import { FIELD_NAMES, readWanted, type Wanted } from '../../../src/protocol/directory/entry';
import { ServiceModel } from './serviceModel';

type Json = Record<string, unknown>;
const KEEP: Rules = { deleteMembers: false, deleteDepartments: false, deletionLimit: 10 };
const WIPE: Rules = { deleteMembers: true, deleteDepartments: true, deletionLimit: 100 };
const wantedOf = (...entries: Json[]): Wanted =>
	readWanted(
		entries.map((json, item) => ({ item, where: '', json })),
		FIELD_NAMES,
	);
const department = (outId: string, more: Json = {}): Json => ({
	type: 'department',
	outId,
	name: `Department ${outId}`,
	...more,
});
const member = (outId: string, more: Json = {}): Json => ({
	type: 'member',
	outId,
	name: `Member ${outId}`,
	account: `account ${outId}`,
	...more,
});

/** What reading the model gives. */
function haveOf(model: ServiceModel): Have {
	const outIdOf = (id: string): string => model.groups.find((group) => group.id === id)?.outId ?? '';
	return {
		departments: model.groups.map(({ id, outId, name, parent }) => ({ id, outId, name, parentId: parent })),
		members: model.members.map(({ groups, top, ...texts }) => ({
			...texts,
			departments: [...groups].map(outIdOf).filter(Boolean),
			listed: top || groups.size > 0,
		})),
	};
}
function apply(model: ServiceModel, changes: readonly Change[]): void {
	for (const { request } of changes) model.send(request.operation, request.params);
}
const told = (changes: readonly Change[]): string[] =>
	changes.map(({ action, kind, outId, department: to }) =>
		[action, kind, outId, ...(to === undefined ? [] : [to])].join(' '),
	);

/** d-1 > d-2 > d-3, and a department without external ID below d-1; m-1 in d-2, m-2 at the top level, m-3 hidden, an administrator of the console. */
function company(): ServiceModel {
	const model = new ServiceModel();
	const one = model.addGroup('d-1', 'One', undefined);
	const two = model.addGroup('d-2', 'Two', one);
	model.addGroup('d-3', 'Three', two);
	model.addMember({ outId: 'm-1', name: 'Ann', account: 'ann', email: 'ann@x', groups: new Set([two.id]) });
	model.addMember({ outId: 'm-2', name: 'Bob', account: 'bob', top: true });
	model.addMember({ outId: 'm-3', name: 'Cid', account: 'cid' });
	model.addMember({ outId: '', name: 'Root', account: 'root', top: true });
	return model;
}

describe('single changes', () => {
	const rows: Array<[what: string, wanted: Json[], changes: string[], requests: Array<[string, Json]>]> = [
		[
			'a new department',
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
			'a department at the top level',
			[department('d-2', { name: 'Two', parentOutId: '' })],
			['move department d-2'],
			[['entAddSyncGroup', { out_id: 'd-2', name: 'Two', parent_out_id: '' }]],
		],
		['a null parent says nothing', [department('d-2', { name: 'Two', parentOutId: null })], [], []],
		[
			'a new member is placed at once',
			[member('m-9', { email: 'e', departmentOutIds: 'd-1, d-2' })],
			['create member m-9'],
			[
				[
					'entAddSyncMember',
					{
						out_id: 'm-9',
						member_name: 'Member m-9',
						account: 'account m-9',
						member_email: 'e',
						group_out_ids: 'd-1,d-2',
					},
				],
			],
		],
		[
			'a new member without a word on departments',
			[member('m-9')],
			['create member m-9'],
			[['entAddSyncMember', { out_id: 'm-9', member_name: 'Member m-9', account: 'account m-9' }]],
		],
		[
			'a new member at the top level',
			[member('m-9', { departmentOutIds: [] })],
			['create member m-9'],
			[
				[
					'entAddSyncMember',
					{ out_id: 'm-9', member_name: 'Member m-9', account: 'account m-9', group_out_ids: '' },
				],
			],
		],
		[
			'only what differs is sent',
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
			'an account that is not given is kept',
			[{ type: 'Member', outId: 'm-1', name: 'Anna' }],
			['update member m-1'],
			[['entAddSyncMember', { out_id: 'm-1', member_name: 'Anna', account: 'ann' }]],
		],
		[
			'joins before leaves',
			[member('m-1', { name: 'Ann', account: 'ann', departmentOutIds: ['d-3'] })],
			['join member m-1 d-3', 'leave member m-1 d-2'],
			[
				['entAddSyncGroupMember', { members: 'm-1', group_out_id: 'd-3' }],
				['entDelSyncGroupMember', { members: 'm-1', group_out_id: 'd-2' }],
			],
		],
		[
			'out of all departments',
			[member('m-1', { name: 'Ann', account: 'ann', departmentOutIds: [] })],
			['join member m-1 ', 'leave member m-1 d-2'],
			[
				['entAddSyncGroupMember', { members: 'm-1' }],
				['entDelSyncGroupMember', { members: 'm-1', group_out_id: 'd-2' }],
			],
		],
		[
			'from the top level into a department',
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
		[
			'numbers are texts',
			[department('7', { name: 7 })],
			['create department 7'],
			[['entAddSyncGroup', { out_id: '7', name: '7', parent_out_id: '' }]],
		],
	];
	test.each(rows)('%s', (_what, wanted, changes, requests) => {
		const plan = planDirectory(haveOf(company()), wantedOf(...wanted), KEEP);
		expect(told(plan)).toEqual(changes);
		expect(plan.map(({ request }) => [request.operation, request.params])).toEqual(requests);
	});

	test('differences are told, and the item that asked', () => {
		const plan = planDirectory(
			haveOf(company()),
			wantedOf(department('d-1', { name: 'One' }), department('d-3', { name: 'Drei', parentOutId: 'd-1' })),
			KEEP,
		);
		expect(plan).toMatchObject([
			{
				action: 'move',
				item: 1,
				reason: 'name, parent differ',
				differences: { name: { from: 'Three', to: 'Drei' }, parent: { from: 'd-2', to: 'd-1' } },
			},
		]);
	});

	test('parents first, whatever the order of the items, and two may change places', () => {
		const wanted = wantedOf(
			department('d-9', { parentOutId: 'd-8' }),
			department('d-1', { name: 'One', parentOutId: 'd-2' }),
			department('d-8', { parentOutId: 'd-1' }),
			department('d-2', { name: 'Two', parentOutId: '' }),
		);
		expect(told(planDirectory(haveOf(company()), wanted, KEEP))).toEqual([
			'move department d-2',
			'move department d-1',
			'create department d-8',
			'create department d-9',
		]);
	});
});

describe('deletions', () => {
	test('nothing is deleted unless asked for', () => {
		expect(planDirectory(haveOf(company()), wantedOf(), KEEP)).toEqual([]);
	});
	test('children first, members before departments, and never who has no external ID', () => {
		expect(told(planDirectory(haveOf(company()), wantedOf(), WIPE))).toEqual([
			'delete member m-1',
			'delete member m-2',
			'delete member m-3',
			'delete department d-3',
			'delete department d-2',
			'delete department d-1',
		]);
	});
	test('a department that holds one that stays is kept, as is one a wanted member is to stand in', () => {
		const rules = { ...WIPE, deleteMembers: false };
		expect(told(planDirectory(haveOf(company()), wantedOf(department('d-2', { name: 'Two' })), rules))).toEqual([
			'delete department d-3',
		]);
		expect(
			told(
				planDirectory(
					haveOf(company()),
					wantedOf(member('m-2', { name: 'Bob', account: 'bob', departmentOutIds: 'd-1' })),
					rules,
				),
			).filter((change) => change.includes('delete')),
		).toEqual(['delete department d-3', 'delete department d-2']);
		const model = company();
		model.addGroup('', 'Of the console', model.group('d-3'));
		expect(planDirectory(haveOf(model), wantedOf(), rules)).toEqual([]);
	});
	test('an external ID with a comma would name two others, so it is left alone', () => {
		const model = new ServiceModel();
		model.addMember({ outId: 'a,b', top: true });
		expect(planDirectory(haveOf(model), wantedOf(), WIPE)).toEqual([]);
	});

	test.each([
		[180, 10, true],
		[20, 10, false],
		[21, 10, true],
		[0, 0, false],
		[1, 0, true],
		[200, 100, false],
	])('%p of 200 members at a limit of %p %%: refused %p', (gone, deletionLimit, refused) => {
		const model = new ServiceModel();
		for (let n = 0; n < 200; n++) model.addMember({ outId: `m-${n}`, name: `Member m-${n}`, top: true });
		model.addMember({ outId: '', top: true });
		const wanted = wantedOf(...Array.from({ length: 200 - gone }, (_, n) => member(`m-${n}`)));
		const plan = () => planDirectory(haveOf(model), wanted, { ...WIPE, deletionLimit });
		if (refused) expect(plan).toThrow(`would delete ${gone} of 200 members; limit ${deletionLimit} %`);
		else expect(plan()).toHaveLength(gone);
	});
	test('departments have the limit of their own', () => {
		expect(() =>
			planDirectory(haveOf(company()), wantedOf(department('d-1', { name: 'One' })), {
				...KEEP,
				deleteDepartments: true,
			}),
		).toThrow('would delete 2 of 3 departments; limit 10 %');
	});
});

describe('input that cannot be', () => {
	const ok = department('d-1', { name: 'One' });
	test.each<[string, Json[], RegExp, number]>([
		['an unknown type', [ok, { ...ok, type: 'robot' }], /Type: "robot" is neither/, 1],
		['no type', [{ outId: 'x', name: 'X' }], /Type: is required/, 0],
		['the same department twice', [ok, ok, member('m')], /External ID: "d-1" is given twice, first by item 0/, 1],
		['no external ID', [{ type: 'member', name: 'N' }], /External ID: is required/, 0],
		['an empty external ID', [member(' ')], /External ID: is required/, 0],
		['an external ID with a comma', [member('a,b')], /External ID: "a,b" holds ","/, 0],
		['an empty name', [ok, member('m', { name: '  ' })], /Name: is required/, 1],
		['a department name with a slash', [department('d', { name: 'a/b' })], /Name: "a\/b" holds/, 0],
		['an object as name', [member('m', { name: {} })], /Name: must be text, but is an object/, 0],
		[
			'the same member twice',
			[member('m'), ok, member('m', { account: 'other' })],
			/External ID: "m" is given twice, first by item 0/,
			2,
		],
		[
			'the same account twice',
			[member('m', { account: 'a' }), member('n', { account: 'a' })],
			/Account: "a" is given twice/,
			1,
		],
		['a new member without account', [ok, member('m', { account: '' })], /Account: is required/, 1],
		[
			'the account of a member without external ID',
			[ok, member('m', { account: 'root' })],
			/Account: "root" is the account of "Root"/,
			1,
		],
		[
			'an account changed to such a one',
			[member('m-1', { account: 'root' })],
			/Account: "root" is the account of "Root"/,
			0,
		],
		[
			'an unknown parent',
			[ok, department('d', { parentOutId: 'nowhere' })],
			/Parent: there is no department "nowhere"/,
			1,
		],
		[
			'an unknown department',
			[member('m', { departmentOutIds: 'd-1,nowhere' })],
			/Departments: there is no department "nowhere"/,
			0,
		],
		[
			'a loop of new departments',
			[ok, department('a', { parentOutId: 'b' }), department('b', { parentOutId: 'a' })],
			/Parent: "Department a" would stand below itself/,
			1,
		],
		[
			'a loop through a department that stays',
			[{ ...ok, parentOutId: 'd-3' }],
			/Parent: "One" would stand below itself/,
			0,
		],
		['its own parent', [department('a', { parentOutId: 'a' })], /below itself/, 0],
	])('%s', (_what, entries, message, item) => {
		const plan = () => planDirectory(haveOf(company()), wantedOf(...entries), KEEP);
		expect(plan).toThrow(message);
		expect(plan).toThrow(expect.objectContaining({ kind: 'input', item }));
	});

	test('fields of other names, also inside objects', () => {
		const names = { ...FIELD_NAMES, type: 'kind', outId: 'ids.hr', name: 'display.name' };
		const wanted = readWanted(
			[{ item: 0, where: '', json: { kind: 'department', ids: { hr: 'd' }, 'display.name': 'D' } }],
			names,
		);
		expect(wanted.departments).toMatchObject([{ outId: 'd', name: 'D' }]);
	});
});

describe('any directory becomes any other', () => {
	const GROUPS = ['a', 'b', 'c', 'd', 'e'];
	const PEOPLE = ['p', 'q', 'r', 's'];
	const parentsOf = fc.tuple(...GROUPS.map((_, at) => fc.integer({ min: -1, max: at - 1 })));
	const tree = fc.record({
		order: fc.shuffledSubarray(GROUPS),
		parents: parentsOf,
		names: fc.array(fc.constantFrom('X', 'Y'), { minLength: 5, maxLength: 5 }),
	});
	const placed = fc.array(fc.constantFrom(...GROUPS), { maxLength: 3 });
	const start = fc.record({
		tree,
		own: fc.boolean(),
		people: fc.dictionary(
			fc.constantFrom(...PEOPLE),
			fc.record({ email: fc.constantFrom('', 'x@x'), groups: placed, top: fc.boolean() }),
		),
	});
	const goal = fc.record({
		tree,
		silent: fc.boolean(),
		people: fc.dictionary(
			fc.constantFrom(...PEOPLE),
			fc.record({ email: fc.constantFrom('', 'x@x', undefined), groups: fc.option(placed, { nil: undefined }) }),
		),
	});
	const parentIn = (
		{ order, parents }: { order: string[]; parents: readonly number[] },
		at: number,
	): string | undefined => order[parents[at] ?? -1];

	function startModel(from: {
		tree: { order: string[]; parents: readonly number[]; names: string[] };
		own: boolean;
		people: Record<string, { email: string; groups: string[]; top: boolean }>;
	}): ServiceModel {
		const model = new ServiceModel();
		from.tree.order.forEach((outId, at) => {
			const parent = parentIn(from.tree, at);
			model.addGroup(outId, from.tree.names[at] ?? '', parent === undefined ? undefined : model.group(parent));
		});
		if (from.own) model.addGroup('', 'own', model.groups.at(-1));
		for (const [outId, { email, groups, top }] of Object.entries(from.people)) {
			const ids = groups.filter((group) => from.tree.order.includes(group)).map((group) => model.group(group).id);
			// A member of the service who stands in a department does not stand at the top level too: no answer tells.
			model.addMember({ outId, email, groups: new Set(ids), top: top && ids.length === 0 });
		}
		model.addMember({ outId: '', name: 'own', top: true });
		return model;
	}

	test('the result is what was wanted, what has no external ID is as before, and a second plan is empty', () => {
		fc.assert(
			fc.property(start, goal, (from, to) => {
				const model = startModel(from);
				const { order, names } = to.tree;
				const departments = order.map((outId, at) =>
					department(outId, {
						name: names[at],
						...(to.silent ? {} : { parentOutId: parentIn(to.tree, at) ?? '' }),
					}),
				);
				const people = Object.entries(to.people).map(([outId, { email, groups }]) =>
					member(outId, { email, departmentOutIds: groups?.filter((group) => order.includes(group)) }),
				);
				const wanted = wantedOf(...people, ...departments.reverse());
				apply(model, planDirectory(haveOf(model), wanted, WIPE));

				for (const [at, outId] of order.entries()) {
					const group = model.group(outId);
					expect(group.name).toBe(names[at]);
					if (!to.silent) expect(model.above(group)[0]?.outId).toBe(parentIn(to.tree, at));
				}
				for (const json of people) {
					const there = model.member(String(json['outId']));
					expect(there).toMatchObject({
						name: json['name'],
						account: json['account'],
						...(json['email'] === undefined ? {} : { email: json['email'] }),
					});
					const groups = json['departmentOutIds'] as string[] | undefined;
					if (!groups) continue;
					expect(
						[...there.groups].map((id) => model.groups.find((group) => group.id === id)?.outId).sort(),
					).toEqual([...new Set(groups)].sort());
					expect(there.top).toBe(groups.length === 0);
				}
				expect(
					model.members
						.filter(({ outId }) => outId !== '')
						.map(({ outId }) => outId)
						.sort(),
				).toEqual(Object.keys(to.people).sort());
				expect(model.members.filter(({ outId }) => outId === '')).toHaveLength(1);
				expect(model.groups.filter(({ outId }) => outId === '')).toHaveLength(from.own ? 1 : 0);
				expect(planDirectory(haveOf(model), wanted, WIPE)).toEqual([]);
			}),
			{ numRuns: 1000 },
		);
	});
});
