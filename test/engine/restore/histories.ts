import fc from 'fast-check';
import { type Known, PEOPLE, type RestoreLab, type State } from './restoreLab';

/* Random histories of several people, in few names, so that names are taken again and folders get into each other. */

/** One deed; its numbers choose among what is there. */
export interface Deed {
	readonly what: 'write' | 'edit' | 'folder' | 'rename' | 'move' | 'remove' | 'bringBack' | 'copy' | 'destroy';
	readonly one: number;
	readonly other: number;
	readonly name: string;
	readonly who: (typeof PEOPLE)[number];
}

/** A history: deeds before the time, and after it. */
export interface History {
	readonly before: readonly Deed[];
	readonly after: readonly Deed[];
}

const NAMES = ['a', 'b', 'c', 'd.txt'];

const deeds = (names: readonly string[]): fc.Arbitrary<Deed> =>
	fc.record({
		what: fc.constantFrom(...USUAL),
		one: fc.nat(1000),
		other: fc.nat(1000),
		name: fc.constantFrom(...names),
		who: fc.constantFrom(...PEOPLE),
	});

const USUAL: ReadonlyArray<Deed['what']> = [
	...(['write', 'write', 'edit', 'edit', 'folder', 'rename', 'rename'] as const),
	...(['move', 'move', 'move', 'remove', 'remove', 'bringBack', 'copy'] as const),
];

/** Histories of these names. */
export const histories = (names: readonly string[] = NAMES): fc.Arbitrary<History> => {
	const deed = deeds(names);
	return fc.record({
		before: fc.array(deed, { minLength: 4, maxLength: 16 }),
		after: fc.array(deed, { minLength: 1, maxLength: 14 }),
	});
};

/** What people do at once. */
export const someDeeds = fc.array(deeds(NAMES), { minLength: 1, maxLength: 3 });

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

let written = 0;

/** Does a deed, if it can be done. */
export function act(lab: RestoreLab, { what, one, other, name, who }: Deed): void {
	const state = lab.state();
	const paths = Object.keys(state);
	const folders = ['', ...paths.filter((path) => state[path] === null)];
	const files = paths.filter((path) => state[path] !== null);
	const [path, file, folder] = [pick(paths, one), pick(files, one), pick(folders, other) ?? ''];
	const free = join(folder, name);
	const isFree = !(free in state) && free.split('/').length < 6;
	if (what === 'write' && isFree) lab.write(free, `content ${written++ % 5}`, who);
	if (what === 'folder' && isFree) lab.folder(free, who);
	if (what === 'edit' && file) lab.write(file, `edited ${written++}`, who);
	if (what === 'bringBack') {
		const deleted = pick(lab.deleted(), one);
		const inLower = files.map((one) => one.toLowerCase());
		const parts = deleted?.toLowerCase().split('/') ?? [];
		const isBlocked = parts.some((_, at) => inLower.includes(parts.slice(0, at).join('/')));
		if (deleted !== undefined && !isBlocked) lab.bringBack(deleted, who);
	}
	if (path === undefined) return;
	const renamed = join(parentOf(path), name);
	const isInItself = folder === path || folder.startsWith(`${path}/`);
	if (what === 'rename' && !(renamed in state)) lab.move(path, renamed, who);
	if (what === 'move' && isFree && !isInItself) lab.move(path, free, who);
	if (what === 'copy' && isFree && !isInItself) lab.copy(path, free, who);
	if (what === 'remove') lab.remove(path, who);
	if (what === 'destroy') lab.remove(path, who, true);
}

/** What a history leads to: the time, and what was there then. */
interface Played {
	readonly time: number;
	readonly then: State;
	/** The same by ID. */
	readonly known: ReadonlyMap<string, Known>;
	/** The paths that entries have had since, by ID. */
	readonly passed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Plays a history. */
export function play(lab: RestoreLab, { before, after }: History): Played {
	for (const deed of before) act(lab, deed);
	const passed = new Map<string, Set<string>>();
	const played = { time: lab.clock.now(), then: lab.state(), known: lab.known(), passed };
	for (const deed of after) {
		act(lab, deed);
		for (const [hash, { path }] of lab.known()) passed.set(hash, (passed.get(hash) ?? new Set()).add(path));
	}
	lab.tick();
	return played;
}
