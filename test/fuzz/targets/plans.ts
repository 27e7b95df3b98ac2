import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { directoryMaking } from '../../../src/client/directory/makeChange';
import { readDirectory } from '../../../src/client/directory/readDirectory';
import { applyPlan } from '../../../src/client/plan/applyPlan';
import { isResent, type DirectoryChange } from '../../../src/protocol/directory/directoryChange';
import { planDirectory } from '../../../src/protocol/directory/planDirectory';
import type { DirectoryRules } from '../../../src/protocol/directory/directoryRules';
import { ALL_CODES, type PermissionCode } from '../../../src/protocol/permissionTable/codes';
import { differingCodes, permissionFor, type RowFacts } from '../../../src/protocol/permissionTable/rowDifference';
import { statusOf, type Status } from '../../../src/protocol/permissionTable/status';
import type { Plan } from '../../../src/protocol/plan/plan';
import { modelHttp } from '../../client/directory/modelHttp';
import { entriesOf as directoryEntries, goal, modelOf, start } from '../../client/directory/randomDirectory';
import { NOW, wantedOf, type Json } from '../../protocol/directory/entries';
import type { ServiceModel } from '../../protocol/directory/serviceModel';
import { judged, shownTree } from '../../protocol/mirror/judge';
import { mirrored, outside, planFor } from '../../protocol/mirror/mirrorRuns';
import { cases as trees, wantsOf } from '../../protocol/mirror/randomTrees';
import { entriesOf } from '../../protocol/mirror/serviceModel';
import { callerWith, fakeClock } from '../../support/ports';
import { fuzzTarget } from '../fuzzTarget';

/* Plans, carried out by models of the service: what comes out is what was wanted, and then there is nothing to do. */

const mirrorPlans = fuzzTarget({
	name: 'mirror-plans',
	promise: 'a mirror, interrupted anywhere, ends with the wanted tree, touches nothing else, and then plans nothing',
	share: 210,
	cases: trees,
	keeps: (given) => {
		const [source, before] = [entriesOf(given.source, 'From'), entriesOf(given.target, 'To')];
		const { expected, conflicts } = judged(source, before, wantsOf(given), given.deleteExtra);
		const { target } = mirrored(given);
		deepEqual(shownTree(entriesOf(target, 'To')), expected);
		deepEqual(outside(target), outside(given.target));
		const again = planFor(given.source, target, given);
		deepEqual(again.stages, []);
		deepEqual(
			again.conflicts.map(({ path }) => path),
			conflicts,
		);
	},
});

const rules: fc.Arbitrary<DirectoryRules> = fc.record({
	missingMembers: fc.constantFrom('leave', 'disable', 'delete'),
	deleteMissingDepartments: fc.boolean(),
	limits: fc.constantFrom({ percent: 100 }, { percent: 50 }, { percent: 100, count: 2 }),
	resend: fc.constant(true),
	now: fc.constant(NOW),
});

/** Plans and, unless a limit forbids it, carries out one run. */
async function synchronize(
	model: ServiceModel,
	entries: readonly Json[],
	ofRun: DirectoryRules,
): Promise<Plan<DirectoryChange>> {
	const caller = callerWith(modelHttp(model, []), { clock: fakeClock(NOW) });
	const wanted = wantedOf(entries);
	const plan = planDirectory(await readDirectory(caller, wanted, ofRun, 2), wanted, ofRun);
	if (plan.reasons.length > 0) return plan;
	const { stoppedBy, outcomes } = await applyPlan(plan.steps, directoryMaking(), {
		caller,
		continueOnFail: false,
		width: 2,
	});
	equal(stoppedBy, undefined);
	deepEqual(
		[...outcomes.values()].filter(({ failure }) => failure),
		[],
	);
	return plan;
}

const removals = (plan: Plan<DirectoryChange>): number =>
	plan.changes.filter(({ action }) => action === 'delete' || action === 'disable').length;

const directoryPlans = fuzzTarget({
	name: 'directory-plans',
	promise: 'a synchronization ends with the wanted departments and members, keeps its limits, and then plans nothing',
	share: 60,
	cases: fc.record({ from: start, to: goal, rules }),
	keeps: async ({ from, to, rules: ofRun }) => {
		const [model, entries] = [modelOf(from), directoryEntries(from, to)];
		const plan = await synchronize(model, entries, ofRun);
		if (plan.reasons.length > 0) return deepEqual(model.state(), modelOf(from).state());
		ok(ofRun.limits.count === undefined || removals(plan) <= 2 * ofRun.limits.count, `${removals(plan)} removals`);
		for (const [at, outId] of to.tree.order.entries()) equal(model.group(outId).name, to.tree.names[at]);
		for (const [outId, { groups, enabled }] of Object.entries(to.people)) {
			const member = model.member(outId);
			const found = [...member.groups].map((id) => model.groups.find((group) => group.id === id)?.outId).sort();
			const known = groups?.filter((group) => to.tree.order.includes(group));
			if (known) deepEqual(found, [...new Set(known)].sort());
			if (enabled === false) ok(!model.isEnabled(member), `${outId} is still enabled`);
		}
		// What was made in the console is as it was.
		const ofConsole = (all: ServiceModel): string[] =>
			all.groups.flatMap(({ outId, name }) => (outId === '' ? [name] : []));
		deepEqual(ofConsole(model), ofConsole(modelOf(from)));
		const again = await synchronize(model, entries, ofRun);
		deepEqual(
			again.changes.filter((change) => !isResent(change)),
			[],
		);
	},
});

const CODES: readonly PermissionCode[] = ALL_CODES.slice(0, 6);
const status = fc.array(fc.constantFrom(1, -1, 0), { minLength: CODES.length, maxLength: CODES.length }).map((states) =>
	statusOf(
		CODES.filter((_, at) => states[at] === 1),
		CODES.filter((_, at) => states[at] === -1),
	),
);
/** What applies: the own state of each permission, else that of the parent. */
const applied = (own: Readonly<Record<string, number>>, parent: Status): Status =>
	Object.fromEntries(
		CODES.map((code) => [code, own[code] || (parent[code] ?? 0)] as const).filter(([, state]) => state !== 0),
	) as Status;

const permissionRows = fuzzTarget({
	name: 'permission-rows',
	promise: 'what is sent for a row of a permission table makes the row true, and then nothing differs',
	share: 210,
	cases: fc.record({ wanted: status, own: status, parent: status, isShared: fc.boolean(), isKnown: fc.boolean() }),
	keeps: ({ wanted, own, parent, isShared, isKnown }) => {
		const facts: RowFacts = { codes: applied(own, parent), parent: isKnown ? parent : undefined, isShared };
		// Without what applies above, the reader asks for it before it plans.
		if (!isKnown) return ok(typeof permissionFor(wanted, facts) === 'object');
		const sent = permissionFor(wanted, facts);
		deepEqual(Object.keys(sent).sort(), ['role_id', ...ALL_CODES].sort());
		const after = applied(sent, parent);
		for (const code of CODES) {
			if (wanted[code] === undefined) ok(after[code] !== 1, `${code} is granted`);
			else equal(after[code], wanted[code], code);
		}
		deepEqual(differingCodes(wanted, { ...facts, codes: after }), []);
	},
});

export const planTargets = [mirrorPlans, directoryPlans, permissionRows];
