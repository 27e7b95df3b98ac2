import type { ListedEntry } from '../../../src/protocol/tree/listedEntry';
import fc from 'fast-check';
import { wantedBy } from '#mirror/plan';
import { emulatorInMemory } from '../../emulator';
import { emulatedHttp } from '../../support/emulatedHttp';
import { runs } from '../../support/runs';
import { FAULT_KINDS, type HttpFault } from './faultyHttp';
import { MirrorWorld, type MirrorRules, type MirrorRunResult, type Where } from './mirrorWorld';
import { folded, twoTrees, type Tree, withoutCase } from './randomTrees';

/* What the target must be in the end, by a walk down both trees; it knows nothing of plans and their order. */

interface Branch {
	readonly entry: ListedEntry;
	readonly inside: Map<string, Branch>;
}
type Level = ReadonlyMap<string, Branch>;

function branches(entries: readonly ListedEntry[]): Level {
	const top = new Map<string, Branch>();
	const levels = new Map([['', top]]);
	for (const entry of [...entries].sort((a, b) => a.path.split('/').length - b.path.split('/').length)) {
		const parts = entry.path.split('/');
		const branch = { entry, inside: new Map<string, Branch>() };
		levels.get(parts.slice(0, -1).join('/'))!.set(parts.at(-1)!, branch);
		levels.set(entry.path, branch.inside);
	}
	return top;
}

/** The content of a file, or `folder`. */
const shown = ({ dir, filehash }: ListedEntry): string => (dir ? 'folder' : filehash);

class Walk {
	/** Expected paths, and what is there. */
	readonly expected: Record<string, string> = {};
	readonly conflicts: string[] = [];

	constructor(
		private readonly wants: (entry: ListedEntry) => boolean,
		private readonly deleteExtra: boolean,
	) {}

	level(source: Level, target: Level): void {
		for (const name of new Set([...source.keys(), ...target.keys()])) this.name(source.get(name), target.get(name));
	}

	private name(source: Branch | undefined, target: Branch | undefined): void {
		if (source && this.isNeeded(source)) this.needed(source, target);
		else if (target) this.left(target, source);
	}

	/** The source has it, and the filter wants it or something in it. */
	private needed(source: Branch, target: Branch | undefined): void {
		if (target && source.entry.dir !== target.entry.dir && !(this.deleteExtra && this.allWanted(target))) {
			this.conflicts.push(source.entry.path);
			this.keepAll(target);
			return;
		}
		this.expected[source.entry.path] = shown(source.entry);
		this.level(source.inside, target && source.entry.dir ? target.inside : new Map());
	}

	/** The source does not have it, or the filter does not want what the source has. */
	private left(target: Branch, source: Branch | undefined): void {
		const removable = this.deleteExtra && !source && this.wants(target.entry);
		if (removable && this.allWanted(target)) return;
		this.expected[target.entry.path] = shown(target.entry);
		this.level(source?.inside ?? new Map(), target.inside);
	}

	private keepAll({ entry, inside }: Branch): void {
		this.expected[entry.path] = shown(entry);
		for (const branch of inside.values()) this.keepAll(branch);
	}

	private isNeeded({ entry, inside }: Branch): boolean {
		return this.wants(entry) || [...inside.values()].some((branch) => this.isNeeded(branch));
	}

	private allWanted({ entry, inside }: Branch): boolean {
		return this.wants(entry) && [...inside.values()].every((branch) => this.allWanted(branch));
	}
}

/** What a target folder must contain after a mirror of a source, and which paths cannot be as the source has them. */
function judged(
	source: readonly ListedEntry[],
	target: readonly ListedEntry[],
	wants: (entry: ListedEntry) => boolean,
	deleteExtra: boolean,
): { readonly expected: Readonly<Record<string, string>>; readonly conflicts: readonly string[] } {
	const walk = new Walk(wants, deleteExtra);
	walk.level(branches(source), branches(target));
	return { expected: walk.expected, conflicts: walk.conflicts.sort() };
}

/** The entries of a folder in the form of `judged`. */
const shownTree = (entries: readonly ListedEntry[]): Record<string, string> =>
	Object.fromEntries(entries.map((entry) => [entry.path, shown(entry)]));

/* Any target becomes equal to any source, whatever happens to the requests, and nothing else is touched. */

const RUNS = runs(200, 10);
const TIMEOUT_MS = 60_000 + 2_000 * RUNS;
const emulator = emulatorInMemory({ requestLogSize: 100 });
const http = emulatedHttp(emulator);

const filter = fc.oneof(
	{ weight: 3, arbitrary: fc.constant({}) },
	{
		weight: 1,
		arbitrary: fc.constantFrom<MirrorRules['filter']>(
			{ include: ['a*'] },
			{ exclude: ['**/b'] },
			{ include: ['{a,b}/*', 'c'], exclude: ['a'] },
			{ kind: 'folder' },
			{ kind: 'file' },
			{ extensions: ['txt'] },
			{ minSize: 1 },
			{ maxDepth: 1 },
			{ maxDepth: 2 },
		),
	},
);
const rules: fc.Arbitrary<MirrorRules> = fc.record({ deleteExtra: fc.boolean(), filter });
const place: fc.Arbitrary<Where> = fc.record({ way: fc.constantFrom('authorization', 'token'), isOne: fc.boolean() });
const fault: fc.Arbitrary<HttpFault> = fc.record({
	at: fc.nat(40),
	kind: fc.constantFrom(...FAULT_KINDS),
	persists: fc.oneof(fc.boolean(), fc.integer({ min: 1, max: 12 })),
});
const badRun = fc.record({
	faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
	continueOnFail: fc.boolean(),
	width: fc.integer({ min: 1, max: 4 }),
});

/** Which requests are answered 429: about two in five, or none. */
const refusals = fc
	.array(fc.constantFrom(true, true, false, false, false), { maxLength: 25 })
	.map((list) => [...list, false]);

const AUTHORIZED: Where = { way: 'authorization', isOne: false };
/** Four of five answers are 429, that to the question whether the service ignores case too. */
const OFTEN_REFUSED: [Where, readonly [Tree, Tree], MirrorRules, boolean[]] = [
	AUTHORIZED,
	[{ a: '' }, { A: '' }],
	{ deleteExtra: false, filter: {} },
	[true, true, true, true, false],
];

/** The paths at which one tree has a file and the other a folder, or below which. */
const isContested = (one: Tree, other: Tree, path: string): boolean =>
	path
		.split('/')
		.map((_, end, parts) => parts.slice(0, end + 1).join('/'))
		.some((at) => at in one && at in other && (one[at] === null) !== (other[at] === null));

/** That the target is what a walk down both trees says, and which paths cannot be as the source has them. */
function expectMirrored(world: MirrorWorld, before: readonly ListedEntry[], rules: MirrorRules): readonly string[] {
	const { expected, conflicts } = judged(world.entries('S'), before, wantedBy(rules.filter), rules.deleteExtra);
	expect(shownTree(world.entries('T'))).toEqual(expected);
	return conflicts;
}

const failuresIn = ({ applied }: MirrorRunResult): unknown =>
	applied &&
	[...applied.outcomes.values()].flatMap(({ failure, change }) => (failure ? [[change, failure.message]] : []));
const left = ({ plan }: MirrorRunResult): unknown => plan?.stages;

test(
	'the target becomes as wanted, a second run is empty, and nothing else is touched',
	async () => {
		await fc.assert(
			fc.asyncProperty(place, twoTrees, rules, refusals, async (where, [source, target], ofRun, refused) => {
				const world = MirrorWorld.make(http, emulator, where);
				world.fill(source, target);
				const [before, around] = [world.entries('T'), world.around()];
				const result = await world.run(ofRun, { refusals: refused });
				expect(failuresIn(result)).toEqual([]);
				const conflicts = expectMirrored(world, before, ofRun);
				const again = await world.run(ofRun);
				expect(left(again)).toEqual([]);
				expect(again.plan?.conflicts.map(({ path }) => path)).toEqual(conflicts);
				expect(world.around()).toEqual(around);
			}),
			{ numRuns: RUNS + 1, examples: [OFTEN_REFUSED] },
		);
	},
	TIMEOUT_MS,
);

/** Names that differ in nothing but case: of a file and a folder, of two files, of a file in two such folders. */
const TAKEN_FOR_ONE: Array<[Where, readonly [Tree, Tree], boolean]> = [
	[AUTHORIZED, [{ b: 'x' }, { B: null }], true],
	[AUTHORIZED, [{ a: 'x' }, { A: 'x' }], false],
	[
		AUTHORIZED,
		[
			{ a: null, 'a/b': 'y' },
			{ A: null, 'A/B': 'x' },
		],
		false,
	],
];

test(
	'where the service ignores case, the target becomes as wanted too, and a second run is empty',
	async () => {
		await fc.assert(
			fc.asyncProperty(place, twoTrees, fc.boolean(), async (where, trees, deleteExtra) => {
				const [source, target] = trees.map(withoutCase) as [Tree, Tree];
				const world = MirrorWorld.make(http, emulator, { ...where, ignoresCase: true });
				world.fill(source, target);
				const [before, ofRun] = [world.target(), { deleteExtra, filter: {} }];
				expect(failuresIn(await world.run(ofRun))).toEqual([]);
				if (deleteExtra) expect(world.target()).toEqual(world.source());
				const [now, wanted, old] = [world.target(), world.source(), before].map(folded) as [Tree, Tree, Tree];
				for (const [path, sha1] of Object.entries(wanted))
					if (deleteExtra || !isContested(wanted, old, path)) expect([path, now[path]]).toEqual([path, sha1]);
				expect(left(await world.run(ofRun))).toEqual([]);
			}),
			{ numRuns: RUNS + TAKEN_FOR_ONE.length, examples: TAKEN_FOR_ONE },
		);
	},
	TIMEOUT_MS,
);

test(
	'after any interruptions, a run leads to the same end',
	async () => {
		let interrupted = 0;
		const disturbances = fc.array(badRun, { minLength: 1, maxLength: 2 });
		await fc.assert(
			fc.asyncProperty(place, twoTrees, rules, disturbances, async (where, trees, ofRun, badRuns) => {
				const world = MirrorWorld.make(http, emulator, where);
				world.fill(...trees);
				const [before, around] = [world.entries('T'), world.around()];
				for (const { faults, ...options } of badRuns) {
					const result = await world.run(ofRun, { faults }, options);
					if (!result.applied || [...result.applied.outcomes.values()].some(({ failure }) => failure))
						interrupted++;
					// What is said to be done is done.
					else expectMirrored(world, before, ofRun);
				}
				expect(failuresIn(await world.run(ofRun))).toEqual([]);
				expectMirrored(world, before, ofRun);
				expect(left(await world.run(ofRun))).toEqual([]);
				expect(world.around()).toEqual(around);
			}),
			{ numRuns: RUNS + 2 }, // enough for one that is interrupted
		);
		// Otherwise the property would be about nothing.
		expect(interrupted).toBeGreaterThan(RUNS / 4);
	},
	TIMEOUT_MS,
);
