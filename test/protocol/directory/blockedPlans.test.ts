import type { DirectoryRules } from '#directory/plan';
import {
	company,
	Company,
	DELETE_MISSING,
	department,
	KEEP_MISSING,
	member,
	planFor,
	summaries,
	wholePlanFor,
	type Json,
} from './entries';

/* What a plan takes away, what blocks it (limits, accounts, entries that cannot be), its warnings and its numbers. */

const ann = member('m-1', { name: 'Ann', account: 'ann' });
const bob = member('m-2', { name: 'Bob', account: 'bob' });
const one = department('d-1', { name: 'One' });
const as = (outId: string, name: string, account: string) => member(outId, { name, account });
const withDan = (account = 'dan'): Company => {
	const model = company();
	model.addMember('m-4', 'Dan', { account });
	return model;
};

describe('what the input does not describe', () => {
	const removals = (entries: Json[], rules = DELETE_MISSING, model = company()): string[] =>
		summaries(planFor(model, entries, rules)).filter((text) => /^(delete|disable)/.test(text));
	const LEFT = { ...DELETE_MISSING, missingMembers: 'leave' } as const;
	const console = company();
	console.addDepartment('', 'Of the console', console.department('d-3').id);
	const ofComma = new Company();
	ofComma.addMember('a,b', 'N');
	const gone = company();
	gone.member('m-2').enabled = false;
	test.each<[string, Json[], DirectoryRules, Company, string[]]>([
		[
			'is deleted: members in a list who have an ID, then departments, children first',
			[member('m-9'), department('d-9')],
			DELETE_MISSING,
			company(),
			[
				'delete member m-1',
				'delete member m-2',
				'delete department d-3',
				'delete department d-2',
				'delete department d-1',
			],
		],
		['is disabled', [ann], { ...LEFT, missingMembers: 'disable' }, company(), ['disable member m-2']],
		['is disabled already', [ann], { ...LEFT, missingMembers: 'disable' }, gone, []],
		['has another that stays', [department('d-2', { name: 'Two' })], LEFT, company(), ['delete department d-3']],
		['contains one of the console', [department('d-9')], LEFT, console, []],
		['cannot be named', [member('m-9')], DELETE_MISSING, ofComma, []],
		[
			'is to have a member',
			[{ ...bob, departmentOutIds: 'd-1' }, department('d-9')],
			LEFT,
			company(),
			['delete department d-3', 'delete department d-2'],
		],
	])('%s', (_what, entries, rules, model, expected) => expect(removals(entries, rules, model)).toEqual(expected));
});

describe('blocked by', () => {
	const reasons = (entries: Json[], model = company(), rules = KEEP_MISSING) => [
		...wholePlanFor(model, entries, rules).reasons,
	];

	test('deletions, of members and of departments', () => {
		const crowd = new Company();
		for (let n = 0; n < 200; n++) crowd.addMember(`m-${n}`, `Member m-${n}`, { account: `account m-${n}` });
		crowd.addMember('', 'N');
		const entries = Array.from({ length: 190 }, (_, n) => member(`m-${n}`, n < 15 ? { enabled: false } : {}));
		const limits = { percent: 10, count: 24 };
		const plan = wholePlanFor(crowd, entries, { ...KEEP_MISSING, missingMembers: 'delete', limits });
		expect(plan.reasons).toEqual([
			'Deletion Limit: this run would delete 10 and disable 15 of 200 members; the limit is 10% and 24',
		]);
		expect(plan.deletions).toBe(25);
		expect(plan.totals?.([])).toMatchObject({
			limits: { percent: 10, count: 24, members: { removed: 25, existing: 200, percent: 12.5 } },
		});
		expect(reasons([one], company(), { ...KEEP_MISSING, deleteMissingDepartments: true })).toEqual([
			'Deletion Limit: this run would delete 2 of 3 departments; the limit is 10%',
		]);
	});

	test('last days that are moved into the past, each member once', () => {
		const past = [
			{ ...ann, expires: '2026-06-14' },
			{ ...bob, expires: '2026-06-15' },
		];
		const expected = ['Deletion Limit: this run would disable 1 of 3 members; the limit is 10%'];
		expect(reasons(past)).toEqual(expected);
		expect(reasons([{ ...past[0], enabled: false }])).toEqual(expected);
	});

	test('accounts in a circle, each a reason of its own', () => {
		const swap = 'members exchange their accounts, which the service does not allow:';
		const hint = 'Give one of them another account first, in a run or a change of its own';
		const two = [
			as('m-1', 'Ann', 'bob'),
			as('m-2', 'Bob', 'ann'),
			as('m-3', 'Cid', 'dan'),
			as('m-4', 'Dan', 'cid'),
		];
		expect(reasons(two, withDan())).toEqual([
			`2 ${swap} "Ann" (m-1) has "ann", "Bob" (m-2) has "bob". ${hint}`,
			`2 ${swap} "Cid" (m-3) has "cid", "Dan" (m-4) has "dan". ${hint}`,
		]);
		const row = [as('m-1', 'Ann', 'BOB'), as('m-2', 'Bob', 'Dan'), as('m-4', 'Dan', 'new')];
		expect(reasons(row, withDan())).toEqual([]);
	});

	test('as many reasons as a person reads', () => {
		const model = new Company();
		for (let n = 0; n < 22; n++) {
			model.addMember(`a-${n}`, 'A', { account: `a${n}` });
			model.addMember(`b-${n}`, 'B', { account: `kim${n}` });
		}
		const conflicts = Array.from({ length: 22 }, (_, n) => as(`a-${n}`, 'A', `KIM${n}`));
		expect(reasons(conflicts.slice(0, 20), model)).toHaveLength(20);
		expect(reasons(conflicts, model).slice(19)).toEqual([
			expect.stringContaining('"KIM19"'),
			'and 2 more of this kind',
		]);
	});
});

describe('refused is', () => {
	test.each<[string, Json, string, string]>([
		['a new member without an account', as('m-9', 'New', ' '), 'Account', 'is required for the new member "New"'],
		[
			'the account of one without an ID',
			as('m-9', 'New', 'ROOT'),
			'Account',
			'"ROOT" is the account of "Root", who is not in the external directory, spelled "root"',
		],
		[
			'the same for another member',
			as('m-1', 'Ann', 'root'),
			'Account',
			'"root" is the account of "Root", who is not in the external directory',
		],
		['an unknown parent', department('d', { parentOutId: 'x' }), 'Parent', 'there is no department "x"'],
		['an unknown department', member('m', { departmentOutIds: 'x' }), 'Departments', 'there is no department "x"'],
		['a loop through another one', { ...one, parentOutId: 'd-3' }, 'Parent', '"One" would be placed below itself'],
		['an unknown supervisor', { ...bob, leader: 'x' }, 'Supervisor', 'there is no member "x"'],
		[
			'a supervisor who is deleted',
			{ ...bob, leader: 'm-1' },
			'Supervisor',
			'the member "m-1" is deleted in the same run',
		],
	])('%s', (_what, entry, field, message) => {
		const said = `${field}${message.startsWith('is ') ? '' : ':'} ${message}`;
		const expected = { kind: 'input', field, item: 0, message: said };
		expect(() => planFor(company(), [entry], DELETE_MISSING)).toThrow(expect.objectContaining(expected));
	});

	test('a supervisor who is one by the ID and another by the account, unless it says which', () => {
		const entries = (leader: Json) => [member('m-9', { account: 'm-1' }), { ...bob, ...leader }];
		const both = /external ID of one member and the account of another/;
		expect(() => planFor(company(), entries({ leader: 'm-1' }))).toThrow(both);
		const [, named] = planFor(company(), entries({ leaderAccount: 'M-1' }));
		expect(named?.request.params).toMatchObject({ leader_out_id: 'm-9' });
	});
});

describe('notes', () => {
	const notes = (entries: Json[], rules: Partial<DirectoryRules>, model = company()) =>
		wholePlanFor(model, entries, { ...KEEP_MISSING, limits: { percent: 100, count: null }, ...rules }).notes;
	const deletes = (who: string) =>
		`Deleting ${who} may also delete personal libraries with their files, and memberships of libraries`;
	test.each<[Json[], Partial<DirectoryRules>, string[]]>([
		[[one], { missingMembers: 'disable' }, ['Missing Members was not applied: the input describes no members']],
		[
			[ann],
			{ deleteMissingDepartments: true },
			['Delete Missing Departments was not applied: the input describes no departments'],
		],
		[[one, ann, bob], { missingMembers: 'disable', deleteMissingDepartments: true }, []],
		[[one], {}, []],
		[[ann], { missingMembers: 'delete' }, [deletes('1 member')]],
		[
			[{ ...ann, leader: 'm-2' }],
			{},
			['The service does not show supervisors and the order of departments, so they are sent in every run'],
		],
	])('on %j with %j', (entries, rules, expected) => expect(notes(entries, rules)).toEqual(expected));
});

describe('a warning', () => {
	const warnings = (entries: Json[], model = company(), rules = KEEP_MISSING) =>
		planFor(model, entries, rules).map(({ warning }) => warning);
	test('names all who have an email address in the end, whatever its case', () => {
		const model = withDan();
		model.member('m-4').email = 'new@x';
		model.addMember('', 'Guest', { email: 'new@x', listed: false });
		const entries = [
			{ ...bob, email: 'new@x' },
			member('m-9', { name: 'Nina', email: ' NEW@x' }),
			as('m-4', 'Dan', 'dan'),
		];
		expect(warnings([...entries.slice(0, 2), { ...entries[2], email: 'dan@x' }], model)).toEqual([
			'The email address is also that of "Guest", "Nina"',
			'The email address is also that of "Bob", "Guest"',
			undefined,
		]);
	});
	test('says whose account is taken over; two are two sentences', () => {
		const model = company();
		for (const member of model.members) if (member.account === 'root') member.email = 'root@x';
		expect(warnings([member('m-9', { account: 'ann', email: 'root@x' })], model, DELETE_MISSING).at(-1)).toBe(
			'Takes over the account of "Ann" (m-1), who is deleted in the same run. ' +
				'The email address is also that of "Root"',
		);
	});
});

test('the numbers count each kind of change, and what is sent in every run apart', () => {
	const entries = [
		{ ...one, order: 1 },
		department('d-2', { name: 'Zwei', order: 2 }),
		{ ...ann, leader: 'm-2', departmentOutIds: ['d-3'] },
		member('m-9', { leader: 'm-1' }),
	];
	expect(wholePlanFor(company(), entries).totals?.([])).toEqual({
		members: { create: 1, update: 0, enable: 0, disable: 0, delete: 0, join: 1, leave: 1 },
		departments: { create: 0, update: 1, move: 0, delete: 0 },
		resent: { members: 1, departments: 1 },
		limits: {
			percent: 10,
			count: null,
			members: { removed: 0, existing: 3, percent: 0 },
			departments: { removed: 0, existing: 3, percent: 0 },
		},
		described: { members: 2, departments: 2 },
		unknown_fields: {},
	});
});
