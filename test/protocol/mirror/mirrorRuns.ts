import { planMirror } from './smallTrees';
import type { MirrorAction, MirrorPlan } from '#mirror/plan';
import { wantsOf, type Case } from './randomTrees';
import { entriesOf, make, type Library } from './serviceModel';

/* Plans of random trees and how a library in memory carries them out. */

const NOW = 1_800_000_000;

/** The plan for the folders `From` and `To`. */
export function planFor(source: Library, target: Library, given: Case): MirrorPlan {
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
export function mirrored(given: Case): { target: Library; done: MirrorAction[] } {
	const target = new Map(given.target);
	const done = [...given.interruptions, Infinity].flatMap((count) => run(target, given, count));
	return { target, done };
}

/** What is beside the target folder. */
export const outside = (library: Library) =>
	[...library].filter(([path]) => path !== 'To' && !path.startsWith('To/')).sort();
