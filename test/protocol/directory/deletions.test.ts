import {
	company,
	DELETE_MISSING,
	department,
	KEEP_MISSING,
	member,
	planFor,
	summaries,
	wholePlanFor,
	type Json,
} from './entries';
import { ServiceModel } from './serviceModel';

/* What the input does not describe: left, disabled or deleted, in which order, and within which limit. */

const removals = (entries: readonly Json[], rules = DELETE_MISSING, model = company()): string[] =>
	summaries(planFor(model, entries, rules)).filter((text) => /^(delete|disable)/.test(text));
const ANN = member('m-1', { name: 'Ann', account: 'ann' });
const ONE = department('d-1', { name: 'One' });

test('nothing is taken away unless the rules allow it', () => {
	expect(planFor(company(), [ANN, ONE], KEEP_MISSING)).toEqual([]);
});

test('children first, members before departments, and only members in a list who have an external ID', () => {
	expect(removals([member('m-9'), department('d-9')])).toEqual([
		'delete member m-1',
		'delete member m-2',
		'delete department d-3',
		'delete department d-2',
		'delete department d-1',
	]);
});

describe('missing members are disabled', () => {
	const rules = { ...KEEP_MISSING, missingMembers: 'disable', limits: { percent: 100 } } as const;

	test('by a request that says nothing but the state', () => {
		const plan = planFor(company(), [ANN], rules);
		expect(plan).toMatchObject([
			{
				action: 'disable',
				type: 'member',
				out_id: 'm-2',
				reason: 'not in the input',
				differences: { state: { from: 'enabled', to: 'disabled' } },
				request: {
					operation: 'entAddSyncMember',
					params: { out_id: 'm-2', member_name: 'Bob', account: 'bob', state: '0' },
				},
			},
		]);
		expect(Object.keys(plan[0]?.request.params ?? {})).toHaveLength(4);
	});

	test('unless they are disabled already', () => {
		const model = company();
		model.member('m-2').enabled = false;
		expect(planFor(model, [ANN], rules)).toEqual([]);
	});
});

describe('an input that is about one kind only', () => {
	test('takes away nothing of the other kind', () => {
		expect(removals([ONE])).toEqual(['delete department d-3', 'delete department d-2']);
		expect(removals([ANN])).toEqual(['delete member m-2']);
		expect(removals([])).toEqual([]);
	});
});

describe('a department is kept', () => {
	const rules = { ...DELETE_MISSING, missingMembers: 'leave' } as const;

	test('when it contains one that stays', () => {
		expect(removals([department('d-2', { name: 'Two' })], rules)).toEqual(['delete department d-3']);
	});
	test('when a wanted member is to be in it', () => {
		const bob = member('m-2', { name: 'Bob', account: 'bob', departmentOutIds: 'd-1' });
		expect(removals([bob, department('d-9')], rules)).toEqual(['delete department d-3', 'delete department d-2']);
	});
	test('when it contains a department without an external ID', () => {
		const model = company();
		model.addGroup('', 'Of the console', model.group('d-3'));
		expect(removals([department('d-9')], rules, model)).toEqual([]);
	});
});

test('an external ID with a comma would name two others, so its member is left alone', () => {
	const model = new ServiceModel();
	model.addMember({ outId: 'a,b', top: true });
	expect(removals([member('m-9')], DELETE_MISSING, model)).toEqual([]);
});

describe('limit', () => {
	/** 200 members, all enabled. */
	function crowd(): ServiceModel {
		const model = new ServiceModel();
		for (let n = 0; n < 200; n++) model.addMember({ outId: `m-${n}`, name: `Member m-${n}`, top: true });
		model.addMember({ outId: '', top: true });
		return model;
	}
	const describing = (count: number): Json[] => Array.from({ length: count }, (_, n) => member(`m-${n}`));

	test.each([
		[180, 10, undefined, '10%'],
		[20, 10, undefined, undefined],
		[21, 10, undefined, '10%'],
		[0, 0, 0, undefined],
		[1, 0, undefined, '0%'],
		[199, 100, undefined, undefined],
		[5, 10, 5, undefined],
		[6, 10, 5, '5'],
		[30, 10, 5, '10% and 5'],
	])('removing %p of 200 members at a limit of %p%% and %p: blocked by %p', (removed, percent, count, limit) => {
		const limits = { percent, ...(count === undefined ? {} : { count }) };
		for (const [missingMembers, verb] of [
			['delete', 'delete'],
			['disable', 'disable'],
		] as const) {
			const plan = wholePlanFor(crowd(), describing(200 - removed), { ...KEEP_MISSING, missingMembers, limits });
			expect(plan.steps.flat(2)).toHaveLength(removed);
			expect(plan.blocks).toEqual(
				limit === undefined
					? []
					: [`Deletion Limit: this run would ${verb} ${removed} of 200 members; the limit is ${limit}`],
			);
		}
	});

	test('members that the input itself disables count too, beside those that are deleted', () => {
		const entries = describing(190).map((json, n) => (n < 15 ? { ...json, enabled: false } : json));
		const { blocks } = wholePlanFor(crowd(), entries, { ...KEEP_MISSING, missingMembers: 'delete' });
		expect(blocks).toEqual([
			'Deletion Limit: this run would delete 10 and disable 15 of 200 members; the limit is 10%',
		]);
	});

	test('departments have a limit of their own', () => {
		const { blocks } = wholePlanFor(company(), [ONE], { ...KEEP_MISSING, deleteMissingDepartments: true });
		expect(blocks).toEqual(['Deletion Limit: this run would delete 2 of 3 departments; the limit is 10%']);
	});
});
