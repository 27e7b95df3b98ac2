import fc from 'fast-check';
import type { MirrorEntry, MirrorAction } from '#mirror/plan';

/* Trees of few names and few contents, so that swaps, chains, duplicates and conflicts of kind happen all the time. */

const NAMES = ['a', 'b', 'c'];
const CONTENTS = ['x', 'yy', 'zz', ''];

const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
/** A content, or undefined for a folder. */
const content = fc.constantFrom(undefined, ...CONTENTS);

const FIRST_DAY = 1_700_000_000;

/** Puts something at a path, with the folders above it, unless one of them is a file or the path is taken. */
function put(library: Library, root: string, at: string, what: string | undefined, modified: number): void {
	const parts = at.split('/');
	const above = parts.map((_, index) => [root, ...parts.slice(0, index)].join('/'));
	if (above.some((folder) => library.has(folder) && library.get(folder)?.content !== undefined)) return;
	if (library.has(`${root}/${at}`)) return;
	for (const folder of above) if (!library.has(folder)) library.set(folder, FOLDER);
	library.set(`${root}/${at}`, { content: what, modified });
}

const thing = fc.tuple(path, content, fc.integer({ min: 0, max: 3 }));

function libraryOf(root: string, things: ReadonlyArray<readonly [string, string | undefined, number]>): Library {
	const library: Library = new Map([[root, FOLDER]]);
	for (const [at, what, day] of things) put(library, root, at, what, FIRST_DAY + day);
	return library;
}

/** A change that somebody makes in a tree: a swap, a move, a deletion with what is inside. */
type Edit = readonly ['swap' | 'move' | 'remove', string, string];
const edit: fc.Arbitrary<Edit> = fc.tuple(fc.constantFrom('swap', 'move', 'remove'), path, path);

const below = (library: Library, at: string): Array<[string, Library extends Map<string, infer T> ? T : never]> =>
	[...library].filter(([each]) => each === at || each.startsWith(`${at}/`));

/** Makes an edit where it is possible. */
function apply(library: Library, root: string, [act, one, other]: Edit): void {
	const [from, to] = [`${root}/${one}`, `${root}/${other}`];
	const [left, right] = [below(library, from), below(library, to)];
	if (left.length === 0 || `${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`)) return;
	if (act === 'move' && right.length > 0) return;
	if (act !== 'remove' && library.get(to.split('/').slice(0, -1).join('/'))?.content !== undefined) return;
	if (act !== 'remove' && !library.has(to.split('/').slice(0, -1).join('/'))) return;
	for (const [each] of [...left, ...(act === 'swap' ? right : [])]) library.delete(each);
	if (act === 'remove') return;
	for (const [each, what] of left) library.set(to + each.slice(from.length), what);
	if (act === 'swap') for (const [each, what] of right) library.set(from + each.slice(to.length), what);
}

export type Wants = (entry: MirrorEntry) => boolean;

/** Filters, by their names. */
const FILTERS: Record<string, Wants> = {
	everything: () => true,
	'files only': ({ dir }) => !dir,
	'folders only': ({ dir }) => dir,
	'two levels': ({ path: at }) => at.split('/').length <= 2,
	'not named b': ({ path: at }) => at.split('/').at(-1) !== 'b',
	'no content of x': ({ dir, filesize }) => dir || filesize !== 1,
	'small files': ({ dir, filesize }) => !dir && (filesize ?? 0) < 2,
	'old ones': ({ modified = 0 }) => modified <= FIRST_DAY + 1,
	'new ones': ({ modified = 0 }) => modified > FIRST_DAY + 1,
};

/** A source and a target, each in a folder of its own library, and how to mirror. */
export interface Case {
	readonly source: Library;
	readonly target: Library;
	readonly filter: string;
	readonly deleteExtra: boolean;
	readonly moves: 'anyPath' | 'folderOrName';
	/** How many changes are made before each interruption. */
	readonly interruptions: readonly number[];
	/** Decides about the order inside a stage. */
	readonly order: readonly number[];
}

export const wantsOf = ({ filter }: Case): Wants => FILTERS[filter]!;

/** The target is an edited copy of the source with some things besides, or something else altogether. */
export const cases: fc.Arbitrary<Case> = fc
	.record({
		things: fc.array(thing, { maxLength: 14 }),
		related: fc.boolean(),
		edits: fc.array(edit, { maxLength: 6 }),
		others: fc.array(thing, { maxLength: 8 }),
		exists: fc.integer({ min: 0, max: 9 }),
		filter: fc.oneof(fc.constant('everything'), fc.constantFrom(...Object.keys(FILTERS))),
		deleteExtra: fc.boolean(),
		moves: fc.constantFrom('anyPath' as const, 'folderOrName' as const),
		interruptions: fc.array(fc.nat({ max: 12 }), { maxLength: 4 }),
		order: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
	})
	.map(({ things, related, edits, others, exists, ...rest }) => {
		const target = libraryOf('To', related ? things : []);
		for (const each of edits) apply(target, 'To', each);
		for (const [at, what, day] of others) put(target, 'To', at, what, FIRST_DAY + day);
		const missing: Library = new Map();
		const outside: Library = new Map([
			['Beside', FOLDER],
			['Beside/a', { content: 'x', modified: FIRST_DAY }],
			['Top', { content: 'yy', modified: FIRST_DAY }],
		]);
		const there = exists === 0 ? missing : target;
		return { source: libraryOf('From', things), target: new Map([...outside, ...there]), ...rest };
	});

/* A library in memory that carries out the changes of a plan as strictly as a service can. */

/** What is at a path: `content` is undefined of a folder. */
export interface Thing {
	readonly content: string | undefined;
	readonly modified: number;
}

/** A library: full paths without slashes around them, parents included. */
export type Library = Map<string, Thing>;

const FOLDER: Thing = { content: undefined, modified: 0 };

const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const nameOf = (path: string): string => path.split('/').at(-1)!;
const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function demand(condition: boolean, message: string): asserts condition {
	if (!condition) throw new Error(message);
}

/** What a reader of a folder gets: sizes and hashes that are made of contents. */
export function entriesOf(library: Library, folder: string): MirrorEntry[] {
	return [...library]
		.filter(([path]) => path.startsWith(`${folder}/`))
		.map(([path, { content, modified }]) => ({
			path: path.slice(folder.length + 1),
			dir: content === undefined,
			filesize: content === undefined ? 0 : content.length,
			filehash: content === undefined ? '' : `sha1 of ${content}`,
			hash: `id of ${path}`,
			modified,
		}));
}

/** Moves or renames with everything inside; to a path that is taken, or into itself, it is an error. */
function move(library: Library, from: string, to: string): void {
	demand(library.has(from), `${from} to be moved does not exist`);
	demand(!library.has(to), `${to} exists already`);
	demand(!isBelow(to, from), `${from} cannot be moved into itself`);
	for (const [path, thing] of [...library].filter(([each]) => isBelow(each, from))) {
		library.delete(path);
		library.set(to + path.slice(from.length), thing);
	}
}

const kindOf = (library: Library, path: string): string =>
	library.get(path)?.content === undefined ? 'folder' : 'file';
const isOneRequest = (from: string, to: string): boolean =>
	parentOf(from) === parentOf(to) || nameOf(from) === nameOf(to);

/** How strict the service is about moves: the token operations keep the folder or the name. */
export type Moves = 'anyPath' | 'folderOrName';

/**
 * Makes one change of the folder `root`, at the time `now` (Unix seconds). Throws what a service would refuse: anything
 * in a folder that does not exist, a name that is taken, a deletion of what is not there.
 */
export function make(
	library: Library,
	root: string,
	action: MirrorAction,
	{ now, moves, contentAt }: { now: number; moves: Moves; contentAt: (path: string) => string },
): void {
	const full = (path: string): string => (path === '' ? root : `${root}/${path}`);
	const path = full(action.path);
	if (action.action !== 'delete' && action.path !== '')
		demand(
			library.has(parentOf(path)) && library.get(parentOf(path))?.content === undefined,
			`no folder for ${path}`,
		);
	switch (action.action) {
		case 'create':
			demand(!library.has(path), `${path} exists already`);
			library.set(path, { content: undefined, modified: now });
			return;
		case 'add':
			demand(!library.has(path), `${path} exists already`);
			library.set(path, { content: contentAt(action.path), modified: now });
			return;
		case 'update':
			demand(library.get(path)?.content !== undefined, `${path} is no file`);
			library.set(path, { content: contentAt(action.path), modified: now });
			return;
		case 'move':
			demand(kindOf(library, full(action.from)) === action.type, 'the other kind');
			demand(moves === 'anyPath' || isOneRequest(full(action.from), path), `${path} takes two requests`);
			return move(library, full(action.from), path);
		case 'delete':
			demand(library.has(path), `${path} to be deleted does not exist`);
			demand(kindOf(library, path) === action.type, 'the other kind');
			for (const each of [...library.keys()]) if (isBelow(each, path)) library.delete(each);
	}
}
