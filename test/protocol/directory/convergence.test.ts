import fc from 'fast-check';
import type { DirectoryChange } from '../../../src/protocol/directory/directoryChange';
import { DELETE_MISSING, department, member, planFor, type Json } from './entries';
import { ServiceModel } from './serviceModel';

/* Any directory becomes any other: random ones, against the model of the service. */

const GROUPS = ['a', 'b', 'c', 'd', 'e'];
const PEOPLE = ['p', 'q', 'r', 's'];

interface Tree {
	order: string[];
	parents: readonly number[];
	names: string[];
}
interface Start {
	tree: Tree;
	/** Whether there is a department without an external ID, made in the console. */
	ofConsole: boolean;
	people: Record<string, { email: string; groups: string[]; top: boolean }>;
}
interface Goal {
	tree: Tree;
	/** Whether the input leaves out the parents of departments. */
	withoutParents: boolean;
	people: Record<string, { email: string | undefined; groups: string[] | undefined }>;
}

const tree: fc.Arbitrary<Tree> = fc.record({
	order: fc.shuffledSubarray(GROUPS),
	parents: fc.tuple(...GROUPS.map((_, at) => fc.integer({ min: -1, max: at - 1 }))),
	names: fc.array(fc.constantFrom('X', 'Y'), { minLength: 5, maxLength: 5 }),
});
const groups = fc.array(fc.constantFrom(...GROUPS), { maxLength: 3 });
const start: fc.Arbitrary<Start> = fc.record({
	tree,
	ofConsole: fc.boolean(),
	people: fc.dictionary(
		fc.constantFrom(...PEOPLE),
		fc.record({ email: fc.constantFrom('', 'x@x'), groups, top: fc.boolean() }),
	),
});
const goal: fc.Arbitrary<Goal> = fc.record({
	tree,
	withoutParents: fc.boolean(),
	people: fc.dictionary(
		fc.constantFrom(...PEOPLE),
		fc.record({ email: fc.constantFrom('', 'x@x', undefined), groups: fc.option(groups, { nil: undefined }) }),
	),
});
const parentIn = ({ order, parents }: Tree, at: number): string | undefined => order[parents[at] ?? -1];

function modelOf(from: Start): ServiceModel {
	const model = new ServiceModel();
	from.tree.order.forEach((outId, at) => {
		const parent = parentIn(from.tree, at);
		model.addGroup(outId, from.tree.names[at] ?? '', parent === undefined ? undefined : model.group(parent));
	});
	if (from.ofConsole) model.addGroup('', 'of the console', model.groups.at(-1));
	for (const [outId, { email, groups: all, top }] of Object.entries(from.people)) {
		const ids = all.filter((group) => from.tree.order.includes(group)).map((group) => model.group(group).id);
		// No answer of the service shows a member in a department and at the top level at once.
		model.addMember({ outId, email, groups: new Set(ids), top: top && ids.length === 0 });
	}
	model.addMember({ outId: '', name: 'of the console', top: true });
	return model;
}

const departmentsOf = ({ tree: wanted, withoutParents }: Goal): Json[] =>
	wanted.order.map((outId, at) =>
		department(outId, {
			name: wanted.names[at],
			...(withoutParents ? {} : { parentOutId: parentIn(wanted, at) ?? '' }),
		}),
	);
const membersOf = ({ tree: { order }, people }: Goal): Json[] =>
	Object.entries(people).map(([outId, { email, groups: all }]) =>
		member(outId, { email, departmentOutIds: all?.filter((group) => order.includes(group)) }),
	);

function apply(model: ServiceModel, changes: readonly DirectoryChange[]): void {
	for (const { request } of changes) model.send(request.operation, request.params);
}

function expectDepartments(model: ServiceModel, to: Goal): void {
	for (const [at, outId] of to.tree.order.entries()) {
		const group = model.group(outId);
		expect(group.name).toBe(to.tree.names[at]);
		if (!to.withoutParents) expect(model.above(group)[0]?.outId).toBe(parentIn(to.tree, at));
	}
}

function expectMember(model: ServiceModel, { outId, name, account, email, departmentOutIds }: Json): void {
	const found = model.member(String(outId));
	expect(found).toMatchObject({ name, account, ...(email === undefined ? {} : { email }) });
	if (!Array.isArray(departmentOutIds)) return;
	const outIds = [...found.groups].map((id) => model.groups.find((group) => group.id === id)?.outId);
	expect(outIds.sort()).toEqual([...new Set(departmentOutIds)].sort());
	expect(found.top).toBe(departmentOutIds.length === 0);
}

function expectOthersUntouched(model: ServiceModel, from: Start, to: Goal): void {
	const external = model.members.filter(({ outId }) => outId !== '').map(({ outId }) => outId);
	expect(external.sort()).toEqual(Object.keys(to.people).sort());
	expect(model.members.filter(({ outId }) => outId === '')).toHaveLength(1);
	expect(model.groups.filter(({ outId }) => outId === '')).toHaveLength(from.ofConsole ? 1 : 0);
}

test('the result is as wanted, entries without external ID are as before, and a second plan is empty', () => {
	fc.assert(
		fc.property(start, goal, (from, to) => {
			const model = modelOf(from);
			const members = membersOf(to);
			const entries = [...members, ...departmentsOf(to).reverse()];
			apply(model, planFor(model, entries, DELETE_MISSING));
			expectDepartments(model, to);
			for (const json of members) expectMember(model, json);
			expectOthersUntouched(model, from, to);
			expect(planFor(model, entries, DELETE_MISSING)).toEqual([]);
		}),
		{ numRuns: 1000 },
	);
});
