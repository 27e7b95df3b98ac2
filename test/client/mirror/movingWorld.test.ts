import fc from 'fast-check';
import { emulatorInMemory } from '../../emulator';
import { emulatedHttp } from '../../support/emulatedHttp';
import { runs } from '../../support/runs';
import { MirrorWorld, type MirrorRules, type MirrorRunResult, movement, type Movement } from './mirrorWorld';
import { twoTrees, type Tree } from './randomTrees';

/* Others change both folders meanwhile: nothing goes that the source has, nor what the plan does not know. */

const RUNS = runs(150);
const emulator = emulatorInMemory({ requestLogSize: 100 });
const http = emulatedHttp(emulator);

const place = fc.record({ way: fc.constantFrom('authorization', 'token'), isOne: fc.boolean() });
const RULES: MirrorRules = { deleteExtra: true, filter: {} };
/** What a plan deletes, with the content of each file. */
const plannedIn = (plan: MirrorRunResult['plan']): Set<string> =>
	new Set(
		plan?.stages
			.flat()
			.flatMap((change) => (change.action === 'delete' ? change.contents : []))
			.map(({ path, filehash }) => `${path} ${filehash}`),
	);
const contentsOf = (tree: Tree): string[] => Object.values(tree).flatMap((content) => content ?? []);

const BOTH: Tree = { a: null, b: null, 'a/y': 'y', 'b/x': 'x' };
/** Before the list of the second folder is asked for: entries by their number in the order of paths. */
const moving = (which: number, where: number): Movement => ({ at: 2, side: 'source', what: 'move', which, where });
test.each<[string, string, Movement]>([
	['a file that is in no list', 'b/x', moving(3, 1)],
	['a folder that is in no list', 'b', moving(2, 1)],
	['a file that is in two lists', 'a/y', moving(1, 2)],
])('%s, because it was moved while the source was read, is where the source has it', async (_, moved, movement) => {
	const world = MirrorWorld.make(http, emulator, { way: 'authorization', isOne: false });
	world.fill(BOTH, BOTH);
	await world.run(RULES, { movements: [movement] }, { width: 1 });
	expect(Object.keys(world.source())).not.toContain(moved);
	expect(world.target()).toEqual(world.source());
	expect(world.deletedByRuns()).toEqual([]);
});

test(
	'what the source has all the time stays, what came to the target stays, and a quiet run makes them equal',
	async () => {
		let [moved, deleted] = [0, 0];
		const movements = fc.array(movement, { minLength: 1, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(place, twoTrees, movements, async (where, [source, target], ofOthers) => {
				const world = MirrorWorld.make(http, emulator, where);
				world.fill(source, target);
				const around = world.around(['S', 'Around/T']);
				let always = new Set(contentsOf(world.source()));
				const onMoved = (): void => {
					moved++;
					const now = new Set(contentsOf(world.source()));
					always = new Set([...always].filter((content) => now.has(content)));
				};
				const { plan, applied } = await world.run(RULES, { movements: ofOthers }, { width: 1, onMoved });
				const planned = plannedIn(plan);
				const [there, gone] = [new Set(contentsOf(world.target())), world.deletedByRuns()];
				deleted += gone.length;
				// A content that the source had all the time may go from one place only when it is at another one,
				// unless others take it away from there, or the run says that it could not be placed.
				const takesAway = ({ side, what }: Movement): boolean =>
					side === 'target' && (what === 'remove' || what === 'edit');
				const failed = [...(applied?.outcomes.values() ?? [])].some(({ status }) => status !== 'done');
				const mayLack = failed || ofOthers.some(takesAway);
				for (const [path, content] of gone)
					if (!mayLack && always.has(content) && !there.has(content)) throw new Error(`${path} is lost`);
				for (const [path, content] of gone)
					if (!planned.has(`${path} ${content}`))
						throw new Error(`${path} came after the plan, and was deleted`);
				await world.run(RULES);
				expect(world.target()).toEqual(world.source());
				expect((await world.run(RULES)).plan?.stages).toEqual([]);
				expect(world.around(['S', 'Around/T'])).toEqual(around);
			}),
			{ numRuns: RUNS },
		);
		// Otherwise the property would be about nothing.
		expect(moved).toBeGreaterThan(RUNS / 2);
		expect(deleted).toBeGreaterThan(RUNS / 5);
	},
	60_000 + 2_000 * RUNS,
);
