import fc from 'fast-check';
import { runs } from '../../support/runs';
import { judged, shownTree } from './mirrorOracle';
import { cases, wantsOf, type Case, entriesOf, make, type Library } from './randomTrees';
import { planMirror } from './smallTrees';
import type { MirrorAction, MirrorPlan } from '#mirror/plan';

/*
 * Plans of random trees, carried out by a library in memory: stage by stage, in any order inside a stage, stopped after
 * any change, and planned again.
 */

const all = { numRuns: runs(2_000) };

test('the target is what a walk down both trees says, after any interruptions', () => {
	fc.assert(
		fc.property(cases, (given) => {
			const [source, before] = [entriesOf(given.source, 'From'), entriesOf(given.target, 'To')];
			const { expected, conflicts } = judged(source, before, wantsOf(given), given.deleteExtra);
			const { target, done } = mirrored(given);
			expect(shownTree(entriesOf(target, 'To'))).toEqual(expected);
			expect(target.has('To')).toBe(true);
			expect(outside(target)).toEqual(outside(given.target));
			if (!given.deleteExtra)
				expect(done.filter(({ action }) => action === 'delete' || action === 'move')).toEqual([]);
			const again = planFor(given.source, target, given);
			expect(again.stages).toEqual([]);
			expect(again.conflicts.map(({ path }) => path)).toEqual(conflicts);
		}),
		all,
	);
});

/** The changes that it would take without moves: each path that is missing or differs, and each topmost one to go. */
function withoutMoves(before: Record<string, string>, expected: Record<string, string>): number {
	const differ = Object.keys(expected).filter((path) => before[path] !== expected[path]);
	const gone = Object.keys(before).filter((path) => expected[path] === undefined);
	const replaced = differ.filter((path) => (before[path] === 'folder') !== (expected[path] === 'folder'));
	const topmost = [...gone, ...replaced.filter((path) => before[path] !== undefined)].filter((path) => {
		const folder = path.split('/').slice(0, -1).join('/');
		return folder === '' || expected[folder] === 'folder';
	});
	return differ.length + topmost.length;
}

test('moves never cost more requests than placing and deleting, and each entry moves once', () => {
	fc.assert(
		fc.property(cases, (one) => {
			const given: Case = { ...one, filter: 'everything', deleteExtra: true };
			const plan = planFor(given.source, given.target, given).stages.flat();
			const froms = plan.flatMap((action) => ('from' in action ? [action.from] : []));
			expect(new Set(froms).size).toBe(froms.length);
			const [before, after] = [entriesOf(given.target, 'To'), entriesOf(given.source, 'From')].map(shownTree);
			const naive = withoutMoves(before!, after!) + (given.target.has('To') ? 0 : 1);
			expect(plan.length).toBeLessThanOrEqual(naive);
			if (froms.length === 0) expect(plan.length).toBe(naive);
		}),
		all,
	);
});

/* Plans of random trees and how a library in memory carries them out. */

const NOW = 1_800_000_000;

/** The plan for the folders `From` and `To`. */
function planFor(source: Library, target: Library, given: Case): MirrorPlan {
	return planMirror({
		source: entriesOf(source, 'From'),
		target: entriesOf(target, 'To'),
		targetExists: target.has('To'),
		wants: wantsOf(given),
		deleteExtra: given.deleteExtra,
		moves: given.moves,
	});
}

/** The changes in the order in which they happen to be made: the stages stay in order. */
function shuffled({ stages }: MirrorPlan, order: readonly number[]): MirrorAction[] {
	return stages.flatMap((stage) => {
		const rest = [...stage];
		return stage.map((_, at) => rest.splice(order[at % order.length]! % rest.length, 1)[0]!);
	});
}

/** Plans and makes at most `count` changes of it. */
function run(target: Library, given: Case, count: number): MirrorAction[] {
	const actions = shuffled(planFor(given.source, target, given), given.order).slice(0, count);
	const contentAt = (path: string): string => given.source.get(`From/${path}`)!.content!;
	for (const action of actions) make(target, 'To', action, { now: NOW, moves: given.moves, contentAt });
	return actions;
}

/** Runs with all interruptions, and then to the end. Returns the library and everything that was done. */
function mirrored(given: Case): { target: Library; done: MirrorAction[] } {
	const target = new Map(given.target);
	const done = [...given.interruptions, Infinity].flatMap((count) => run(target, given, count));
	return { target, done };
}

/** What is beside the target folder. */
const outside = (library: Library) => [...library].filter(([path]) => path !== 'To' && !path.startsWith('To/')).sort();
