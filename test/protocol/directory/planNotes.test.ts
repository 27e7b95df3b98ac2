import type { DirectoryRules } from '#directory/plan';
import {
	company,
	type Company,
	DELETE_MISSING,
	department,
	KEEP_MISSING,
	member,
	planFor,
	wholePlanFor,
	type Json,
} from './entries';

/* What a plan tells beside its changes: what was not applied, warnings, and the numbers. */

const ann = member('m-1', { name: 'Ann', account: 'ann' });
const bob = member('m-2', { name: 'Bob', account: 'bob' });
const one = department('d-1', { name: 'One' });
const as = (outId: string, name: string, account: string) => member(outId, { name, account });
const withDan = (account = 'dan'): Company => {
	const model = company();
	model.addMember('m-4', 'Dan', { account });
	return model;
};

describe('notes', () => {
	const notes = (entries: Json[], rules: Partial<DirectoryRules>, model = company()) =>
		wholePlanFor(model, entries, { ...KEEP_MISSING, limits: { percent: 100 }, ...rules }).notes;
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
		[[member('m-3', { name: 'Cid', account: 'cid' })], { missingMembers: 'delete' }, [deletes('2 members')]],
		[
			[{ ...ann, leader: 'm-2' }],
			{},
			['The service does not show supervisors and the order of departments, so they are sent in every run'],
		],
	])('on %j with %j', (entries, rules, expected) => expect(notes(entries, rules)).toEqual(expected));

	test('on members who stay disabled', () => {
		const model = company();
		model.member('m-1').enabled = false;
		Object.assign(model.member('m-2'), { enabled: false, expires: '2025-01-31' });
		const stay = 'Still disabled, because the input does not say whether to enable them: 1 member';
		const passed = 'Cannot be enabled, because their last day has passed: 1 member';
		expect(notes([ann, { ...bob, enabled: true }], { missingMembers: 'disable' }, model)).toEqual([stay, passed]);
		expect(notes([ann, bob], { missingMembers: 'disable' }, model)).toEqual([stay]);
		expect(notes([ann, bob], {}, model)).toEqual([]);
	});
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
	test('is not given of those who are deleted, or of whom nothing is said', () => {
		expect(warnings([{ ...bob, email: 'ann@x' }], company(), DELETE_MISSING)).toEqual([undefined, undefined]);
		expect(warnings([member('m-9', { email: '' }), { ...ann, name: 'Anna' }])).toEqual([undefined, undefined]);
		const model = company();
		model.member('m-1').email = ' ';
		expect(warnings([{ ...bob, email: ' ', title: 'T' }], model)).toEqual([undefined]);
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
