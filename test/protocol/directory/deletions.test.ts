import { company, DELETE_MISSING, department, KEEP_MISSING, member, planFor, summaries } from './entries';
import { ServiceModel } from './serviceModel';

/* What the input does not describe: kept or deleted, in which order, and within which limit. */

const deletions = (summary: readonly string[]): string[] => summary.filter((text) => text.startsWith('delete'));

test('nothing is deleted unless the rules allow it', () => {
	expect(planFor(company(), [], KEEP_MISSING)).toEqual([]);
});

test('children first, members before departments, and never a member without an external ID', () => {
	expect(summaries(planFor(company(), [], DELETE_MISSING))).toEqual([
		'delete member m-1',
		'delete member m-2',
		'delete member m-3',
		'delete department d-3',
		'delete department d-2',
		'delete department d-1',
	]);
});

describe('a department is kept', () => {
	const rules = { ...DELETE_MISSING, deleteMembers: false };

	test('when it contains one that stays', () => {
		const plan = planFor(company(), [department('d-2', { name: 'Two' })], rules);
		expect(summaries(plan)).toEqual(['delete department d-3']);
	});
	test('when a wanted member is to be in it', () => {
		const bob = member('m-2', { name: 'Bob', account: 'bob', departmentOutIds: 'd-1' });
		expect(deletions(summaries(planFor(company(), [bob], rules)))).toEqual([
			'delete department d-3',
			'delete department d-2',
		]);
	});
	test('when it contains a department without an external ID', () => {
		const model = company();
		model.addGroup('', 'Of the console', model.group('d-3'));
		expect(planFor(model, [], rules)).toEqual([]);
	});
});

test('an external ID with a comma would name two others, so its member is left alone', () => {
	const model = new ServiceModel();
	model.addMember({ outId: 'a,b', top: true });
	expect(planFor(model, [], DELETE_MISSING)).toEqual([]);
});

describe('limit', () => {
	test.each([
		[180, 10, true],
		[20, 10, false],
		[21, 10, true],
		[0, 0, false],
		[1, 0, true],
		[200, 100, false],
	])('deleting %p of 200 members at a limit of %p%%: refused %p', (deleted, deletionLimit, refused) => {
		const model = new ServiceModel();
		for (let n = 0; n < 200; n++) model.addMember({ outId: `m-${n}`, name: `Member m-${n}`, top: true });
		model.addMember({ outId: '', top: true });
		const entries = Array.from({ length: 200 - deleted }, (_, n) => member(`m-${n}`));
		const plan = () => planFor(model, entries, { ...DELETE_MISSING, deletionLimit });
		if (refused) expect(plan).toThrow(`would delete ${deleted} of 200 members; the limit is ${deletionLimit}%`);
		else expect(plan()).toHaveLength(deleted);
	});

	test('departments have a limit of their own', () => {
		const one = department('d-1', { name: 'One' });
		expect(() => planFor(company(), [one], { ...KEEP_MISSING, deleteDepartments: true })).toThrow(
			'would delete 2 of 3 departments; the limit is 10%',
		);
	});
});
