import fc from 'fast-check';
import { runs } from '../../support/runs';
import { judged, shownTree } from './mirrorOracle';
import { mirrored, outside, planFor } from './mirrorRuns';
import { cases, wantsOf, type Case } from './randomTrees';
import { entriesOf } from './serviceModel';

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
			const { target } = mirrored(given);
			expect(shownTree(entriesOf(target, 'To'))).toEqual(expected);
			expect(target.has('To')).toBe(true);
			const again = planFor(given.source, target, given);
			expect(again.stages).toEqual([]);
			expect(again.conflicts.map(({ path }) => path)).toEqual(conflicts);
		}),
		all,
	);
});

test('without a filter and with deletion, both trees are equal', () => {
	fc.assert(
		fc.property(cases, (one) => {
			const given: Case = { ...one, filter: 'everything', deleteExtra: true };
			const { target } = mirrored(given);
			expect(shownTree(entriesOf(target, 'To'))).toEqual(shownTree(entriesOf(given.source, 'From')));
			expect(outside(target)).toEqual(outside(given.target));
		}),
		all,
	);
});

test('without Delete Extra nothing is deleted or moved, and only files of the source are replaced', () => {
	fc.assert(
		fc.property(cases, (one) => {
			const given: Case = { ...one, deleteExtra: false };
			const { target, done } = mirrored(given);
			expect(done.filter(({ action }) => action === 'delete' || action === 'move')).toEqual([]);
			for (const [path, thing] of given.target) {
				const replaced = given.source.get(`From${path.slice(2)}`)?.content !== undefined;
				expect(target.get(path)?.content === undefined).toBe(thing.content === undefined);
				if (!replaced) expect(target.get(path)).toEqual(thing);
			}
		}),
		all,
	);
});

test('what the filter excludes stays as it is, unless the source has a file of that path that it wants', () => {
	fc.assert(
		fc.property(cases, (given) => {
			const wants = wantsOf(given);
			const wanted = new Set(
				entriesOf(given.source, 'From')
					.filter(wants)
					.map(({ path }) => path),
			);
			const { target } = mirrored(given);
			for (const entry of entriesOf(given.target, 'To'))
				if (!wants(entry) && !wanted.has(entry.path))
					expect(target.get(`To/${entry.path}`)).toEqual(given.target.get(`To/${entry.path}`));
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
