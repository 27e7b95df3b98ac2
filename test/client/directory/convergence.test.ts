import fc from 'fast-check';
import { directoryMaking, readDirectory } from '#directory/work';
import { applyPlan } from '../../../src/client/plan/applyPlan';
import { type DirectoryRules, isResent, type DirectoryChange } from '#directory/plan';
import type { Plan } from '../../../src/protocol/plan/plan';
import { isLibraryError } from '../../../src/protocol/wire/libraryError';
import { NOW, planBetween, wantedOf, type Json } from '../../protocol/directory/entries';
import type { ServiceModel } from '../../protocol/directory/serviceModel';
import { callerWith, fakeClock } from '../../support/ports';
import { runs } from '../../support/runs';
import { modelHttp, type Fault } from './modelHttp';
import { entriesOf, goal, leaderIn, modelOf, parentIn, start, type Goal, type Start } from './randomDirectory';

/*
 * Any directory becomes any other, whatever happens to the requests in between: random directories and random faults,
 * against a model of the service.
 */

const RUNS = runs(500);
const TIMEOUT_MS = 60_000 + 300 * RUNS;

const rules: fc.Arbitrary<DirectoryRules> = fc.record({
	missingMembers: fc.constantFrom('leave', 'disable', 'delete'),
	deleteMissingDepartments: fc.boolean(),
	// A plan within the limits stays within them, however much of it has been carried out.
	limits: fc.constantFrom({ percent: 100 }, { percent: 50 }, { percent: 100, count: 2 }),
	resend: fc.constant(true),
	now: fc.constant(NOW),
});
const fault: fc.Arbitrary<Fault> = fc.record({
	at: fc.nat(30),
	kind: fc.constantFrom('lostBefore', 'lostAfter', 'refused', 'failed', 'crashBefore', 'crashAfter'),
	persists: fc.boolean(),
});
/** A run that does not go well. */
interface BadRun {
	readonly faults: readonly Fault[];
	readonly continueOnFail: boolean;
	readonly width: number;
}
const badRun: fc.Arbitrary<BadRun> = fc.record({
	faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
	continueOnFail: fc.boolean(),
	width: fc.integer({ min: 1, max: 4 }),
});
const GOOD: BadRun = { faults: [], continueOnFail: false, width: 2 };

/** What one run planned; undefined where it could not even read the directory. */
async function run(
	model: ServiceModel,
	entries: readonly Json[],
	rulesOfRun: DirectoryRules,
	{ faults, ...options }: BadRun = GOOD,
): Promise<Plan<DirectoryChange> | undefined> {
	const caller = callerWith(modelHttp(model, faults), { clock: fakeClock(NOW) });
	try {
		const wanted = wantedOf(entries);
		const plan = planBetween(await readDirectory(caller, wanted, rulesOfRun, options.width), wanted, rulesOfRun);
		if (plan.reasons.length > 0) return plan;
		const { stoppedBy, outcomes } = await applyPlan(plan, directoryMaking(), { caller, ...options });
		if (faults.length > 0) return plan;
		expect(stoppedBy).toBeUndefined();
		expect([...outcomes.values()].filter(({ failure }) => failure)).toEqual([]);
		return plan;
	} catch (cause) {
		if (faults.length === 0 || !isLibraryError(cause)) throw cause;
		return undefined;
	}
}

/** What a run would still change. */
const shown = (plan: Plan<DirectoryChange> | undefined): unknown[] =>
	plan ? plan.changes.filter((change) => !isResent(change)) : ['nothing was read'];
const removedBy = (plan: Plan<DirectoryChange>): string[] =>
	plan.changes.filter(({ action }) => action === 'delete' || action === 'disable').map(({ out_id: outId }) => outId);

const day = (expire: number): string => (expire === 0 ? '' : new Date(expire * 1000).toISOString().slice(0, 10));

function expectDepartments(model: ServiceModel, to: Goal): void {
	for (const [at, outId] of to.tree.order.entries()) {
		const group = model.group(outId);
		expect(group.name).toBe(to.tree.names[at]);
		if (to.orders[at] !== undefined) expect(group.order).toBe(to.orders[at]);
		if (!to.withoutParents) expect(model.above(group)[0]?.outId).toBe(parentIn(to.tree, at));
	}
}

function expectMember(model: ServiceModel, to: Goal, json: Json): void {
	const person = to.people[String(json.outId)];
	if (!person) return;
	const found = model.member(String(json.outId));
	expect(found.name).toBe(json.name);
	if (json.account !== undefined) expect(found.account.toLowerCase()).toBe(String(json.account).toLowerCase());
	if (person.email !== undefined) expect(found.email.toLowerCase()).toBe(person.email.toLowerCase());
	if (person.expires !== undefined) expect(day(found.expire)).toBe(person.expires);
	const isOver = day(found.expire) !== '' && day(found.expire) < '2026-06-15';
	if (person.enabled !== undefined) expect(model.isEnabled(found)).toBe(person.enabled && !isOver);
	const leader = leaderIn(to, person);
	if (leader !== undefined) expect(model.members.find(({ id }) => id === found.leader)?.outId ?? '').toBe(leader);
	if (!Array.isArray(json.departmentOutIds)) return;
	const outIds = [...found.groups].map((id) => model.groups.find((group) => group.id === id)?.outId);
	expect(outIds.sort()).toEqual([...new Set(json.departmentOutIds)].sort());
	expect(found.top).toBe(json.departmentOutIds.length === 0);
}

/** Members that a list showed and the input does not describe are treated by the rule, all others are as they were. */
function expectMissing(model: ServiceModel, from: Start, to: Goal, { missingMembers }: DirectoryRules): void {
	const before = modelOf(from);
	const describesMembers = Object.keys(to.people).length > 0;
	for (const { outId } of before.members) {
		if (outId === '' || outId in to.people) continue;
		const was = before.member(outId);
		const applies = describesMembers && before.isListed(was);
		const found = model.members.find((member) => member.outId === outId);
		expect(found === undefined).toBe(applies && missingMembers === 'delete');
		if (found)
			expect(found.enabled).toBe(
				was.enabled && !(applies && missingMembers === 'disable' && before.isEnabled(was)),
			);
	}
}

/**
 * The directory, except who is at the top level besides a department: no answer shows it, so it is left behind where a
 * run is killed, or cut off for good, between joining the department and leaving the top level.
 */
function withoutHiddenTop(model: ServiceModel): unknown {
	for (const member of model.members) if (member.groups.size > 0) member.top = false;
	return model.state();
}

/** What was made in the console is as it was. */
function expectConsoleUntouched(model: ServiceModel, from: Start): void {
	const ofConsole = (all: ServiceModel): unknown[] => [
		...all.members
			.filter(({ outId }) => outId === '')
			.map(({ name, account, enabled, email }) => ({ name, account, enabled, email })),
		...all.groups.filter(({ outId }) => outId === '').map(({ name }) => name),
	];
	expect(ofConsole(model)).toEqual(ofConsole(modelOf(from)));
}

test(
	'the result is as wanted, what the console made is as before, and a second plan is empty',
	async () => {
		let blocked = 0;
		await fc.assert(
			fc.asyncProperty(start, goal, rules, async (from, to, ofRun) => {
				const [model, entries] = [modelOf(from), entriesOf(from, to)];
				const plan = await run(model, entries, ofRun);
				if (plan?.reasons.length) {
					blocked++;
					expect(model.state()).toEqual(modelOf(from).state());
					return;
				}
				expectDepartments(model, to);
				for (const json of entries) if (json.type === 'member') expectMember(model, to, json);
				expectMissing(model, from, to, ofRun);
				expectConsoleUntouched(model, from);
				expect(shown(await run(model, entries, ofRun))).toEqual([]);
			}),
			{ numRuns: RUNS },
		);
		// Otherwise the property would be about nothing.
		expect(blocked).toBeLessThan(0.65 * RUNS + 5);
		expect(blocked).toBeGreaterThan(RUNS / 400);
	},
	TIMEOUT_MS,
);

test(
	'after any interruptions, a run leads to the same end, and never takes away more than was planned',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				start,
				goal,
				rules,
				fc.array(badRun, { minLength: 1, maxLength: 2 }),
				async (from, to, ofRun, badRuns) => {
					const [undisturbed, model, entries] = [modelOf(from), modelOf(from), entriesOf(from, to)];
					const plan = await run(undisturbed, entries, ofRun);
					if (!plan || plan.reasons.length > 0) return;
					for (const bad of badRuns) await run(model, entries, ofRun, bad);
					expect((await run(model, entries, ofRun))?.reasons).toEqual([]);
					expect(withoutHiddenTop(model)).toEqual(withoutHiddenTop(undisturbed));
					expect(new Set(model.removed).size).toBe(model.removed.length);
					expect(removedBy(plan)).toEqual(expect.arrayContaining(model.removed));
					expectConsoleUntouched(model, from);
					expect(shown(await run(model, entries, ofRun))).toEqual([]);
				},
			),
			{ numRuns: 2 * RUNS },
		);
	},
	TIMEOUT_MS,
);
