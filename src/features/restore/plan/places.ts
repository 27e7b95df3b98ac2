import { addTo, inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { baseName, joinPath, parentPath, pathUp } from '../../../protocol/wire/paths';
import { type Evidence, type Then, thenBy } from './then';
import type { Facts, Line, Row } from './types';

/*
 * Where entries were at a time. A line of a history has the path of its moment; a folder around it may have been moved
 * since, so a folder is looked for that had this path at that moment, and its own path at the time is found likewise.
 */

/** A folder by its ID, or by its path where it was not changed since the time. The root is the path ''. */
export type FolderRef = { readonly row: Row } | { readonly path: string };

/** A folder of the time; `gone`: it was deleted, and this was its path; undefined where nobody can tell. */
export type FolderThen = FolderRef | { readonly gone: string } | undefined;

/** The history of a folder that came since and was not changed after that: nobody has to ask for it. */
const historyOfNew = ({ dir, fullpath, created = 0, modified = Infinity, who }: Row): readonly Line[] | undefined =>
	dir && modified <= created ? [{ fullpath, filehash: '', seconds: created, who }] : undefined;

const refKey = (ref: FolderRef): string => ('row' in ref ? ref.row.hash : `/${ref.path}`);

/** What is found for a key at the first time; undefined while it is looked for, so that what contains itself ends. */
function foundOnce<V>(known: Map<string, V | undefined>, key: string, find: () => V | undefined): V | undefined {
	if (!known.has(key)) {
		known.set(key, undefined);
		known.set(key, find());
	}
	return known.get(key);
}

/** Finds out where entries were. Made anew whenever the facts have changed. */
export class Places {
	/** Paths of folders that were not changed since the time and of which the history is needed. */
	readonly needed = new Set<string>();
	/** Paths of which it is to be asked whether anything is there. */
	readonly unseen = new Set<string>();
	/** The second from which on folders are needed that were changed before the time. */
	oldest = Infinity;
	private readonly byPath = new Map<string, Row>();
	/** Folders by the names that they ever had. */
	private readonly byName = new Map<string, FolderRef[]>();
	private readonly goneByPath = new Map<string, Row>();
	private readonly paths = new Map<string, string | undefined>();
	private readonly pathsAt = new Map<string, string | undefined>();
	private readonly parents = new Map<string, FolderThen>();

	private constructor(private readonly facts: Facts) {}

	/** The places of these facts. May be interrupted. */
	static *of(facts: Facts): Steps<Places> {
		const places = new Places(facts);
		yield* inSteps(facts.rows.values(), (row) => places.add(row));
		for (const [path, lines] of facts.folders) places.nameOf({ path }, lines);
		return places;
	}

	private add(row: Row): void {
		if (!row.deleted) this.byPath.set(row.fullpath, row);
		else if (row.dir) this.goneByPath.set(row.fullpath, row);
		if (row.dir) this.nameOf({ row }, this.facts.lines.get(row.hash) ?? historyOfNew(row));
	}

	private nameOf(ref: FolderRef, lines: readonly Line[] = []): void {
		for (const name of new Set(lines.map(({ fullpath }) => baseName(fullpath)))) addTo(this.byName, name, ref);
	}

	/** The changed entry that is at a path now. */
	at(path: string): Row | undefined {
		return this.byPath.get(path);
	}

	/** The folder that is at a path now. */
	refAt(path: string): FolderRef {
		const row = this.byPath.get(path);
		return row ? { row } : { path };
	}

	/** Where a folder is now. */
	nowOf(ref: FolderRef): string {
		return 'row' in ref ? ref.row.fullpath : ref.path;
	}

	/** Whether a folder is at a path now; undefined where that has to be asked. */
	isThere(path: string): boolean | undefined {
		if (path === '') return true;
		const row = this.byPath.get(path);
		if (row) return row.dir;
		const isThere = this.facts.isThere.get(path);
		if (isThere === undefined) this.unseen.add(path);
		return isThere;
	}

	/** What an entry was at the time; `unknown` for what was deleted since. */
	then(row: Row): Then {
		const { created } = row;
		if (created !== undefined && created > this.facts.until) return { was: 'absent' };
		const lines = this.facts.lines.get(row.hash);
		return lines ? thenBy(lines, this.facts.until, created) : { was: 'unknown' };
	}

	/** The folder in which an entry was at the time. */
	parentThen(row: Row): FolderThen {
		const then = this.then(row);
		if (then.was !== 'there') return undefined;
		const { left } = then;
		if (!left) return this.refAt(parentPath(row.fullpath));
		return foundOnce(this.parents, row.hash, () => this.folderOf(row, left));
	}

	/** Whether an entry came since, itself or with the folder in which it was: it may have been deleted at the time. */
	isNew(row: Row): boolean {
		const then = this.then(row);
		if (then.was !== 'there') return then.was !== 'unknown';
		const folder = this.parentThen(row);
		if (folder && 'row' in folder) return folder.row !== row && this.isNew(folder.row);
		if (!folder || 'gone' in folder) return false;
		const around = [...pathUp(folder.path)].map((above) => this.byPath.get(above)).find((above) => above);
		return around !== undefined && this.isNew(around);
	}

	/** The path of an entry at the time; undefined where it was not there, or nobody can tell. */
	pathThen(ref: FolderThen): string | undefined {
		if (!ref) return undefined;
		if ('gone' in ref) return ref.gone;
		if ('path' in ref) return this.throughRows(ref.path, (row) => this.pathThen({ row }));
		const { row } = ref;
		return foundOnce(this.paths, row.hash, () => {
			const then = this.then(row);
			const folder = then.was === 'there' ? this.pathThen(this.parentThen(row)) : undefined;
			return then.was === 'there' && folder !== undefined ? joinPath(folder, then.name) : undefined;
		});
	}

	/** A path of now, with the path of the nearest changed folder around it as `pathOf` says. */
	private throughRows(path: string, pathOf: (row: Row) => string | undefined): string | undefined {
		for (const above of pathUp(path)) {
			const row = this.byPath.get(above);
			if (!row) continue;
			const found = pathOf(row);
			return found === undefined ? undefined : found + path.slice(above.length);
		}
		return path;
	}

	/** The folder that had a path at a moment. */
	private folderOf(row: Row, evidence: Evidence): FolderThen {
		const { folder } = evidence;
		if (folder === '') return { path: '' };
		const seen = new Set<string>();
		for (const ref of this.candidates(row, evidence)) {
			if (seen.has(refKey(ref))) continue;
			seen.add(refKey(ref));
			if (!this.hadPath(ref, evidence)) continue;
			// A folder that is not there any more is none that was not changed since.
			if ('row' in ref || this.isThere(ref.path) !== false) return ref;
		}
		for (const above of pathUp(folder)) {
			// One that was created later is another one of this name.
			const { created = 0 } = this.goneByPath.get(above) ?? { created: Infinity };
			if (created <= evidence.seconds) return { gone: folder };
		}
		if (evidence.seconds < this.facts.until && !((this.facts.olderSince ?? Infinity) <= evidence.seconds))
			this.oldest = Math.min(this.oldest, evidence.seconds);
		return undefined;
	}

	private *candidates(row: Row, { folder, seconds }: Evidence): Generator<FolderRef> {
		yield this.refAt(parentPath(row.fullpath));
		for (const above of pathUp(folder)) {
			const rest = folder.slice(above.length);
			for (const around of this.byName.get(baseName(above)) ?? []) {
				if (!this.hadPath(around, { folder: above, seconds })) continue;
				yield rest === '' ? around : this.refAt(this.nowOf(around) + rest);
			}
		}
		yield this.refAt(folder);
	}

	/** Whether a folder had this path at a moment, or in the second before: both may be of one second. */
	private hadPath(ref: FolderRef, { folder, seconds }: Evidence): boolean {
		return this.pathAt(ref, seconds) === folder || this.pathAt(ref, seconds - 1) === folder;
	}

	/** The path that a folder had at the end of a second. */
	private pathAt(ref: FolderRef, seconds: number): string | undefined {
		if ('path' in ref && ref.path === '') return '';
		return foundOnce(this.pathsAt, `${seconds} ${refKey(ref)}`, () => this.findPathAt(ref, seconds));
	}

	private findPathAt(ref: FolderRef, seconds: number): string | undefined {
		if ('path' in ref && seconds >= this.facts.until)
			return this.throughRows(ref.path, (row) => this.pathAt({ row }, seconds));
		const lines = this.linesOf(ref);
		const then = lines && thenBy(lines, seconds, undefined);
		if (then?.was !== 'there') return undefined;
		const parents = then.left ? this.candidatesAt(then.left) : [this.refAt(parentPath(this.nowOf(ref)))];
		for (const parent of parents) {
			if (then.left && this.pathAt(parent, then.left.seconds) !== then.left.folder) continue;
			const folder = this.pathAt(parent, seconds);
			if (folder !== undefined) return joinPath(folder, then.name);
		}
		return undefined;
	}

	private *candidatesAt({ folder }: Evidence): Generator<FolderRef> {
		if (folder === '') yield { path: '' };
		if (folder === '') return;
		const ref = this.refAt(folder);
		if ('row' in ref) yield ref;
		yield* this.byName.get(baseName(folder)) ?? [];
		// None that has changed had this path, so one that was not changed since did, or one that is gone.
		if ('path' in ref) yield ref;
	}

	private linesOf(ref: FolderRef): readonly Line[] | undefined {
		const known = 'row' in ref ? (this.facts.lines.get(ref.row.hash) ?? historyOfNew(ref.row)) : undefined;
		if (known || ('row' in ref && (ref.row.deleted || !ref.row.dir))) return known;
		const path = this.nowOf(ref);
		if (!this.facts.folders.has(path)) this.needed.add(path);
		return this.facts.folders.get(path);
	}
}
