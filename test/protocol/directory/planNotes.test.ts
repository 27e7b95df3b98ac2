import { summaryOf, type PlanSummary } from '../../../src/protocol/directory/planSummary';
import type { DirectoryRules } from '../../../src/protocol/directory/directoryRules';
import {
	company,
	DELETE_MISSING,
	department,
	KEEP_MISSING,
	member,
	wantedOf,
	wholePlanFor,
	type Json,
} from './entries';
import { ServiceModel } from './serviceModel';

/* The plan in numbers, and what the numbers do not say. */

const ann = member('m-1', { name: 'Ann', account: 'ann' });
const bob = member('m-2', { name: 'Bob', account: 'bob' });
const one = department('d-1', { name: 'One' });
const summary = (entries: Json[], rules: DirectoryRules, model = company()): PlanSummary =>
	summaryOf(wholePlanFor(model, entries, rules), wantedOf(entries), rules, { room: 2 });
const NO_MEMBERS = 'Missing Members was not applied: the input describes no members';
const NO_DEPARTMENTS = 'Delete Missing Departments was not applied: the input describes no departments';
const deletes = (who: string) =>
	`Deleting ${who} also deletes personal libraries with their files, and memberships of libraries`;

test.each<[string, Json[], Partial<DirectoryRules>, string[]]>([
	['no members, though missing ones are to be deleted', [one], { missingMembers: 'delete' }, [NO_MEMBERS]],
	['no members, though missing ones are to be disabled', [one], { missingMembers: 'disable' }, [NO_MEMBERS]],
	['no members, and missing ones are left', [one], {}, []],
	[
		'no departments, though missing ones are to be deleted',
		[ann],
		{ deleteMissingDepartments: true },
		[NO_DEPARTMENTS],
	],
	['no departments, and missing ones are left', [ann], {}, []],
	['departments and members', [one, ann, bob], { missingMembers: 'disable', deleteMissingDepartments: true }, []],
	['one who is missing', [ann], { missingMembers: 'delete' }, [deletes('1 member')]],
	[
		'two who are missing',
		[member('m-3', { name: 'Cid', account: 'cid' })],
		{ missingMembers: 'delete' },
		[deletes('2 members')],
	],
])('notes on an input with %s', (_, entries, rules, notes) => {
	expect(summary(entries, { ...KEEP_MISSING, limits: { percent: 100 }, ...rules }).notes).toEqual(notes);
});

describe('members who stay disabled', () => {
	const disabled = (): ServiceModel => {
		const model = company();
		model.member('m-1').enabled = false;
		model.member('m-2').expire = Date.parse('2025-01-31') / 1000;
		return model;
	};
	test('are told where missing members are disabled, without those whose last day has passed', () => {
		const rules = { ...KEEP_MISSING, missingMembers: 'disable' } as const;
		expect(summary([ann, bob], rules, disabled()).notes).toEqual([
			'Still disabled, because the input does not say whether to enable them: 1 member',
		]);
		expect(summary([ann, bob], rules).notes).toEqual([]);
	});
	test('are not told elsewhere', () => {
		expect(summary([ann, bob], KEEP_MISSING, disabled()).notes).toEqual([]);
	});
});

test('reasons are as many as a person reads', () => {
	const model = (count: number) => {
		const made = new ServiceModel();
		for (let n = 0; n < count; n++) {
			made.addMember({ outId: `a-${n}`, name: 'A', account: `a${n}`, top: true });
			made.addMember({ outId: `b-${n}`, name: 'B', account: `b${n}`, top: true });
		}
		return made;
	};
	const conflicts = (count: number) =>
		Array.from({ length: count }, (_, n) => member(`a-${n}`, { name: 'A', account: `B${n}` }));
	const reasons = (count: number) => summary(conflicts(count), KEEP_MISSING, model(count)).reasons;
	expect(reasons(20)).toHaveLength(20);
	expect(reasons(20).at(-1)).toContain('"B19"');
	expect(reasons(22)).toHaveLength(21);
	expect(reasons(22)[19]).toContain('"B19"');
	expect(reasons(22).at(-1)).toBe('and 2 more of this kind');
});

test('the numbers of an empty directory, and of one without a limit by number', () => {
	expect(summary([one], { ...DELETE_MISSING, limits: { percent: 7 } }, new ServiceModel())).toMatchObject({
		changes: 1,
		departments: { create: 1, update: 0, move: 0, delete: 0 },
		limits: {
			percent: 7,
			count: null,
			members: { removed: 0, existing: 0, percent: 0 },
			departments: { removed: 0, existing: 0, percent: 0 },
		},
		unknownFields: { room: 2 },
	});
});

test('what is sent in every run is no change, of whatever kind', () => {
	const entries = [
		{ ...one, order: 2 },
		{ ...ann, leader: 'm-2' },
		{ ...bob, leader: 'm-1' },
	];
	const { changes, members, departments, resent } = summary(entries, KEEP_MISSING);
	expect({ changes, resent }).toEqual({ changes: 0, resent: { members: 2, departments: 1 } });
	for (const counts of [members, departments]) expect(Object.keys(counts)).not.toContain('resend');
	expect(Object.values({ ...members, ...departments }).every((count) => count === 0)).toBe(true);
});
