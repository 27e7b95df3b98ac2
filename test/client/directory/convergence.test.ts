import fc from 'fast-check';
import { directoryMaking, readDirectory } from '#directory/work';
import { applyPlan } from '../../../src/client/plan/applyPlan';
import { type DirectoryRules, isResent, type DirectoryChange } from '#directory/plan';
import type { Plan } from '../../../src/protocol/plan/plan';
import { isLibraryError } from '../../../src/protocol/wire/libraryError';
import { NOW, planBetween, wantedOf, type Json } from '../../protocol/directory/entries';
import { runs } from '../../support/runs';
import { FAULT_KINDS, type HttpFault } from '../mirror/faultyHttp';
import { DirectoryWorld } from './directoryWorld';
import { entriesOf, fill, goal, leaderIn, parentIn, start, type Goal, type Start } from './randomDirectory';

/* Any directory becomes any other, whatever happens to the requests in between: at random, against the emulator. */

const RUNS = runs(150);
const TIMEOUT_MS = 60_000 + 1_000 * RUNS;
const world = new DirectoryWorld();
const { directory } = world;

const rules: fc.Arbitrary<DirectoryRules> = fc.record({
	missingMembers: fc.constantFrom('leave', 'disable', 'delete'),
	deleteMissingDepartments: fc.boolean(),
	// A plan within the limits stays within them, however much of it has been carried out.
	limits: fc.constantFrom({ percent: 100, count: null }, { percent: 50, count: null }, { percent: 100, count: 2 }),
	resend: fc.constant(true),
	now: fc.constant(NOW),
});
const fault: fc.Arbitrary<HttpFault> = fc.record({
	at: fc.nat(30),
	kind: fc.constantFrom(...FAULT_KINDS, 'refused'),
	persists: fc.constantFrom(false, 5),
});
interface BadRun {
	readonly faults: readonly HttpFault[];
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
	entries: readonly Json[],
	rulesOfRun: DirectoryRules,
	{ faults, ...options }: BadRun = GOOD,
): Promise<Plan<DirectoryChange> | undefined> {
	const caller = world.caller(faults);
	try {
		const wanted = wantedOf(entries);
		const current = await readDirectory({ caller, width: options.width }, wanted, rulesOfRun);
		const plan = planBetween(current, wanted, rulesOfRun);
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

const shown = (plan: Plan<DirectoryChange> | undefined): unknown[] =>
	plan ? plan.changes.filter((change) => !isResent(change)) : ['nothing was read'];
const removedBy = (plan: Plan<DirectoryChange>): string[] =>
	plan.changes.filter(({ action }) => action === 'delete' || action === 'disable').map(({ out_id: outId }) => outId);

const day = (expire: number | null): string =>
	expire === null ? '' : new Date(expire * 1000).toISOString().slice(0, 10);

function expectDepartments(to: Goal): void {
	for (const [at, outId] of to.tree.order.entries()) {
		const group = directory.groupByOutId(outId);
		expect(group.name).toBe(to.tree.names[at]);
		if (to.orders[at] !== undefined) expect(group.orderby).toBe(to.orders[at]);
		if (!to.withoutParents) expect(directory.groups.get(group.parentId)?.outId).toBe(parentIn(to.tree, at));
	}
}

function expectMember(to: Goal, json: Json): void {
	const person = to.people[String(json.outId)];
	if (!person) return;
	const found = directory.memberByOutId(String(json.outId));
	expect(found.name).toBe(json.name);
	if (json.account !== undefined) expect(found.account.toLowerCase()).toBe(String(json.account).toLowerCase());
	if (person.email !== undefined) expect(found.email.toLowerCase()).toBe(person.email.toLowerCase());
	if (person.expires !== undefined) expect(day(found.expire)).toBe(person.expires);
	const isOver = day(found.expire) !== '' && day(found.expire) < '2026-06-15';
	if (person.enabled !== undefined) expect(world.isEnabled(found)).toBe(person.enabled && !isOver);
	const leader = leaderIn(to, person);
	if (leader !== undefined) expect(directory.members.get(found.leaderId)?.outId ?? '').toBe(leader);
	if (!Array.isArray(json.departmentOutIds)) return;
	const outIds = directory.groupsOf(found.id).map(({ outId }) => outId);
	expect(outIds.sort()).toEqual([...new Set(json.departmentOutIds)].sort());
	expect(directory.topLevel.has(found.id)).toBe(json.departmentOutIds.length === 0);
}

/** Members of before whom the input does not describe, and what becomes of them. */
function missingBefore(from: Start, to: Goal, { missingMembers }: DirectoryRules) {
	fill(world, from);
	const describesMembers = Object.keys(to.people).length > 0;
	return [...directory.members.values()].flatMap((member) => {
		const { outId, enabled } = member;
		if (outId === '' || outId in to.people) return [];
		const applies = describesMembers && world.isListed(member);
		const isDisabled = applies && missingMembers === 'disable' && world.isEnabled(member);
		return [{ outId, isGone: applies && missingMembers === 'delete', enabled: enabled && !isDisabled }];
	});
}

/** What was made in the console. */
const ofConsole = (): unknown[] => {
	const [members, groups] = [[...directory.members.values()], [...directory.groups.values()]];
	return [...members, ...groups]
		.filter(({ outId }) => outId === '')
		.map(({ name, enabled, ...more }) => [name, enabled, 'account' in more && more.account]);
};

/** Without who is at the top level besides a department: no answer shows it, so a run cut off there leaves it. */
function withoutHiddenTop(): unknown {
	const { members, groups } = world.state();
	return {
		groups,
		members: members.map(({ top, ...member }) => ({ ...member, top: top && member.groups.length === 0 })),
	};
}

test(
	'the result is as wanted, what the console made is as before, and a second plan is empty',
	async () => {
		let blocked = 0;
		await fc.assert(
			fc.asyncProperty(start, goal, rules, async (from, to, ofRun) => {
				const [entries, missing] = [entriesOf(from, to), missingBefore(from, to, ofRun)];
				const [before, console] = [world.state(), ofConsole()];
				const plan = await run(entries, ofRun);
				if (plan?.reasons.length) {
					blocked++;
					expect(world.state()).toEqual(before);
					return;
				}
				expectDepartments(to);
				for (const json of entries) if (json.type === 'member') expectMember(to, json);
				for (const { outId, isGone, enabled } of missing)
					expect(directory.findMember('outId', outId)?.enabled).toBe(isGone ? undefined : enabled);
				expect(ofConsole()).toEqual(console);
				expect(shown(await run(entries, ofRun))).toEqual([]);
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
					const entries = entriesOf(from, to);
					fill(world, from);
					const console = ofConsole();
					const plan = await run(entries, ofRun);
					if (!plan || plan.reasons.length > 0) return;
					const undisturbed = withoutHiddenTop();
					fill(world, from);
					for (const bad of badRuns) await run(entries, ofRun, bad);
					expect((await run(entries, ofRun))?.reasons).toEqual([]);
					expect(withoutHiddenTop()).toEqual(undisturbed);
					expect(new Set(world.removed).size).toBe(world.removed.length);
					expect(removedBy(plan)).toEqual(expect.arrayContaining(world.removed));
					expect(ofConsole()).toEqual(console);
					expect(shown(await run(entries, ofRun))).toEqual([]);
				},
			),
			{ numRuns: 2 * RUNS },
		);
	},
	TIMEOUT_MS,
);
