import fc from 'fast-check';
import type { HttpRequest } from '../../../src/client/http/types';
import type { Entry } from '../../emulator/store/library/entry';
import type { Library } from '../../emulator/store/library/library';
import { moveEntry } from '../../emulator/store/library/copyAndMove';
import { deleteEntry } from '../../emulator/store/library/write';
import { fieldsOf } from '../../support/ports';

/* What other people do in the two folders while a mirror runs. */

/** Something that is done just before the `at`th request after which it can still be noticed. */
export interface Movement {
	readonly at: number;
	readonly side: 'source' | 'target';
	readonly what: 'move' | 'add' | 'edit' | 'remove';
	/** Which entry, by its number in the order of paths; the folder into which it is moved, likewise. */
	readonly which: number;
	readonly where: number;
}

export const movement: fc.Arbitrary<Movement> = fc.record({
	at: fc.nat(40),
	side: fc.constantFrom('source', 'source', 'target'),
	what: fc.constantFrom('move', 'move', 'add', 'edit', 'remove'),
	which: fc.nat(30),
	where: fc.nat(30),
});

const ACTOR = { id: 2, name: 'Somebody else' };

/** Everything in a folder with its path, in the order of paths. */
export const pathsIn = (folder: Entry, prefix = ''): Array<readonly [string, Entry]> =>
	[...(folder.children?.byName.values() ?? [])].flatMap((entry) => {
		const path = `${prefix}${entry.name}`;
		return [[path, entry] as const, ...(entry.children ? pathsIn(entry, `${path}/`) : [])];
	});

/**
 * Does it, where it is possible; what is removed is not in the recycle bin, where only runs put something. Names that
 * come are new ones: no mirror finds them at its source.
 */
export function make(
	{ what, which, where, at, side }: Movement,
	library: Library,
	top: string,
	put: (path: string, content: string) => void,
): void {
	const folder = library.tree.find(top);
	const inside = folder ? pathsIn(folder) : [];
	const folders = ['', ...inside.flatMap(([path, { children }]) => (children ? [`/${path}`] : []))];
	const into = `${top}${folders[where % folders.length]!}`;
	const content = `${side} ${at} ${which}`;
	if (what === 'add' && folder) return put(`${into}/new${at}`, content);
	const [path, entry] = inside[which % Math.max(1, inside.length)] ?? [];
	if (!entry || path === undefined) return;
	if (what === 'remove') return deleteEntry(library, entry, true, ACTOR);
	if (what === 'edit') return entry.children ? undefined : put(`${top}/${path}`, content);
	const isInside = `${into}/`.startsWith(`${top}/${path}/`);
	const to = `${into}/${entry.name}`;
	if (what === 'move' && !isInside && !library.tree.find(to)) moveEntry(library, entry, to, ACTOR);
}

/**
 * Whether what is done on a side just before a request can still be noticed. Between the last look at something and its
 * deletion nobody can; so the source stays as it is until the next look at it, and the target until a new one begins.
 */
export function canBeNoticed(side: Movement['side'], request: HttpRequest, source: string): boolean {
	const name = new URL(request.url).pathname.split('/').at(-1);
	const { fullpath = '' } = fieldsOf(request);
	const ofSource = `${fullpath}/`.startsWith(`${source}/`);
	return side === 'source' ? ofSource && (name === 'info' || name === 'ls') : name === 'info';
}
