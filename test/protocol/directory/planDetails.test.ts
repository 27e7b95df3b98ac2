import {
	company,
	DELETE_MISSING,
	department,
	KEEP_MISSING,
	member,
	planFor,
	wholePlanFor,
	wantedOf,
	type Json,
} from './entries';
import { summaryOf } from '../../../src/protocol/directory/planSummary';

/* What the plan tells a reviewer beside the bare changes: who, where, what goes along, and the numbers. */

const ann = { name: 'Ann', account: 'ann' };
const bob = { name: 'Bob', account: 'bob' };

describe('members', () => {
	test('a creation has the account, the values and the paths of the departments', () => {
		const [first, second] = planFor(company(), [
			member('m-8', { email: 'e@x', title: 'Lead', departmentOutIds: 'd-3, d-1', enabled: false }),
			member('m-9', { expires: '2027-01-31', leader: 'ann' }),
		]);
		expect(first).toMatchObject({
			account: 'account m-8',
			email: 'e@x',
			departments: ['One/Two/Three', 'One'],
			values: { account: 'account m-8', email: 'e@x', title: 'Lead', state: 'disabled' },
		});
		expect(second).toMatchObject({
			departments: ['/'],
			values: { account: 'account m-9', expires: '2027-01-31', leader: 'm-1' },
		});
	});

	test('a deletion has the account, the address, the departments, and what goes along', () => {
		const plan = planFor(company(), [member('m-2', bob)], { ...DELETE_MISSING, deleteMissingDepartments: false });
		expect(plan).toMatchObject([
			{
				action: 'delete',
				name: 'Ann',
				account: 'ann',
				email: 'ann@x',
				departments: ['One/Two'],
				takes_along: ['the personal library with its files', 'the membership of libraries'],
			},
		]);
	});

	test('joining and leaving have the path of the department, as it is then', () => {
		const plan = planFor(company(), [
			department('d-1', { name: 'Uno' }),
			member('m-1', { ...ann, departmentOutIds: ['d-3'] }),
		]);
		expect(plan.slice(1)).toMatchObject([
			{ action: 'join', department_path: 'Uno/Two/Three' },
			{ action: 'leave', department_path: 'One/Two' },
		]);
	});
});

describe('departments', () => {
	test('have their path before and after', () => {
		const plan = planFor(company(), [
			department('d-2', { name: 'Zwei', parentOutId: '' }),
			department('d-9', { name: 'Nine', parentOutId: 'd-2' }),
		]);
		expect(plan).toMatchObject([
			{ action: 'move', path: 'Zwei', previous_path: 'One/Two' },
			{ action: 'create', path: 'Zwei/Nine' },
		]);
		expect(plan[1]?.previous_path).toBeUndefined();
	});

	test('a deletion names who is in it then, and what they stay in', () => {
		const model = company();
		const ids = ['d-1', 'd-2'].map((outId) => model.group(outId).id);
		model.addMember({ outId: 'm-4', name: 'Dan', account: 'dan', groups: new Set(ids) });
		model.addMember({ outId: '', name: 'Guest', account: 'guest', groups: new Set(ids.slice(1)) });
		const entries = [department('d-1', { name: 'One' }), member('m-1', { ...ann, departmentOutIds: 'd-1' })];
		const plan = planFor(model, entries, { ...KEEP_MISSING, deleteMissingDepartments: true });
		expect(plan.filter(({ action }) => action === 'delete')).toMatchObject([
			{ out_id: 'd-3', path: 'One/Two/Three', members_removed: [] },
			{
				out_id: 'd-2',
				path: 'One/Two',
				members_removed: [
					{ out_id: 'm-4', name: 'Dan', account: 'dan', remains_in: ['One'] },
					{ out_id: '', name: 'Guest', account: 'guest', remains_in: [] },
				],
			},
		]);
	});
});

describe('the numbers', () => {
	const summary = (entries: Json[], rules = KEEP_MISSING, model = company()) =>
		summaryOf(wholePlanFor(model, entries, rules), wantedOf(entries), rules, {});

	test('count each kind of change, and what is sent in every run apart', () => {
		const entries = [
			department('d-1', { name: 'One', order: 1 }),
			department('d-2', { name: 'Zwei', order: 2 }),
			member('m-1', { ...ann, leader: 'm-2', departmentOutIds: ['d-3'] }),
			member('m-9', { leader: 'm-1' }),
		];
		expect(summary(entries)).toMatchObject({
			blocked: false,
			reasons: [],
			changes: 4,
			members: { create: 1, update: 0, enable: 0, disable: 0, delete: 0, join: 1, leave: 1 },
			departments: { create: 0, update: 1, move: 0, delete: 0 },
			resent: { members: 1, departments: 1 },
			described: { members: 2, departments: 2 },
			notes: [
				'The service does not show supervisors and the order of departments, so they are sent in every run',
			],
		});
	});

	test('show what is taken away beside the limits', () => {
		const { limits, blocked, reasons } = summary([member('m-1', ann)], {
			...DELETE_MISSING,
			limits: { percent: 50, count: 0 },
		});
		// One is missing; the hidden one was not found by any list.
		expect(limits).toMatchObject({ percent: 50, count: 0, members: { removed: 1, existing: 3, percent: 33.33 } });
		expect(blocked).toBe(true);
		expect(reasons).toEqual([expect.stringContaining('would delete 1 of')]);
	});

	test('a last day in the past disables, and counts as that', () => {
		const past = [
			member('m-1', { ...ann, expires: '2026-06-14' }),
			member('m-2', { ...bob, expires: '2026-06-15' }),
		];
		const { limits, reasons } = summary(past);
		expect(limits.members.removed).toBe(1);
		expect(reasons).toEqual([expect.stringContaining('would disable 1 of 3 members')]);
		expect(summary([{ ...past[0], enabled: false }]).limits.members.removed).toBe(1);
	});

	test('say what they do not show', () => {
		const model = company();
		model.member('m-1').enabled = false;
		model.member('m-2').expire = Date.parse('2025-01-31') / 1000;
		const entries = [member('m-1', ann), member('m-2', { ...bob, enabled: true })];
		expect(summary(entries, { ...KEEP_MISSING, missingMembers: 'disable' }, model).notes).toEqual([
			'Still disabled, because the input does not say whether to enable them: 1 member',
			'Cannot be enabled, because their last day has passed: 1 member',
		]);
	});
});
