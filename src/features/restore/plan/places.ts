import { addTo, inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { baseName, joinPath, nearestUp, parentPath, pathUp } from '../../../protocol/wire/paths';
import { type Evidence, type Then, thenBy } from './then';
import type { Facts, Folder, FolderThen, Line, Row } from './types';

/*
 * Where entries were at a time. A line of a history has the path of its moment; a folder around it may have been moved
 * since, so a folder is looked for that had this path at that moment, and its own path at the time is found likewise.
 */

/** The history of a folder that came since and was not changed after that: nobody has to ask for it. */
const historyOfNew = ({ dir, fullpath, created = 0, modified = Infinity, who }: Row): readonly Line[] | undefined =>
	dir && modified <= created ? [{ fullpath, filehash: '', seconds: created, who }] : undefined;

const keyOf = ({ row, now }: Folder): string => row?.hash ?? `/${now}`;

/** What is found for a key at the first time; undefined while it is looked for, so that what contains itself ends. */
function foundOnce<V>(known: Map<string, V | undefined>, key: string, find: () => V | undefined): V | undefined {
	if (!known.has(key)) {
		known.set(key, undefined);
		known.set(key, find());
	}
	return known.get(key);
}

const asFolder = (row: Row): Folder => ({ now: row.fullpath, row });

/** Finds out where entries were. Made anew whenever the facts have changed. */
export class Places {
	/** Paths of folders that were not changed since the time, and of which it is to be asked what is there. */
	readonly needed = new Set<string>();
	/** The second from which on folders are needed that were changed before the time. */
	oldest = Infinity;
	private readonly byPath = new Map<string, Row>();
	/** Folders by the names that they ever had. */
	private readonly byName = new Map<string, Folder[]>();
	private readonly goneByPath = new Map<string, Row>();
	/** Paths that folders had, by second and folder. */
	private readonly pathsAt = new Map<string, string | undefined>();
	private readonly parents = new Map<string, FolderThen>();

	private constructor(private readonly facts: Facts) {}

	/** The places of these facts. May be interrupted. */
	static *of(facts: Facts): Steps<Places> {
		const places = new Places(facts);
		yield* inSteps(facts.rows.values(), (row) => places.add(row));
		for (const [path, lines] of facts.folders) places.nameOf({ now: path }, lines);
		return places;
	}

	private add(row: Row): void {
		if (!row.deleted) this.byPath.set(row.fullpath, row);
		else if (row.dir) this.goneByPath.set(row.fullpath, row);
		if (row.dir) this.nameOf(asFolder(row), this.facts.lines.get(row.hash) ?? historyOfNew(row));
	}

	private nameOf(folder: Folder, lines: readonly Line[] = []): void {
		for (const name of new Set(lines.map(({ fullpath }) => baseName(fullpath)))) addTo(this.byName, name, folder);
	}

	/** The changed entry that is at a path now. */
	at(path: string): Row | undefined {
		return this.byPath.get(path);
	}

	/** The folder that is at a path now. */
	folderAt(path: string): Folder {
		const row = this.byPath.get(path);
		return row ? asFolder(row) : { now: path };
	}

	/** Whether a folder is at a path now; undefined where that has to be asked. */
	isThere(path: string): boolean | undefined {
		const row = this.byPath.get(path);
		if (row || path === '') return row?.dir ?? true;
		return this.historyAt(path) !== undefined || (this.needed.has(path) ? undefined : false);
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
		if (!left) return this.folderAt(parentPath(row.fullpath));
		return foundOnce(this.parents, row.hash, () => this.folderThen(row, left));
	}

	/** Whether an entry came since, itself or with the folder in which it was: it may have been deleted at the time. */
	isNew(row: Row): boolean {
		const then = this.then(row);
		if (then.was !== 'there') return then.was !== 'unknown';
		const folder = this.parentThen(row);
		if (!folder || 'missing' in folder) return false;
		if (folder.row) return folder.row !== row && this.isNew(folder.row);
		const around = this.changedAround(folder.now);
		return around !== undefined && this.isNew(around);
	}

	/** The path of an entry at the time; undefined where it was not there, or nobody can tell. */
	pathThen(row: Row): string | undefined {
		return this.pathAt(asFolder(row), this.facts.until);
	}

	/** The folder in which an entry was at the time, by where it was at a moment. */
	private folderThen(row: Row, evidence: Evidence): FolderThen {
		const { folder: path, seconds } = evidence;
		for (const folder of this.foldersAt(evidence, this.folderAt(parentPath(row.fullpath))))
			// A folder that is not there any more is none that was not changed since.
			if (folder.row || this.isThere(folder.now) !== false) return folder;
		for (const above of pathUp(path)) {
			// One that was created later is another one of this name.
			const { created = 0 } = this.goneByPath.get(above) ?? { created: Infinity };
			if (created <= seconds) return { missing: path };
		}
		if (seconds < this.facts.until && !((this.facts.olderSince ?? Infinity) <= seconds))
			this.oldest = Math.min(this.oldest, seconds);
		return undefined;
	}

	/** The folders that had a path at a moment; the `likely` one first. */
	private *foldersAt(evidence: Evidence, likely?: Folder): Generator<Folder> {
		if (evidence.folder === '') return void (yield { now: '' });
		const seen = new Set<string>();
		for (const folder of this.candidates(evidence, likely)) {
			if (!seen.has(keyOf(folder)) && this.hadPath(folder, evidence)) yield folder;
			seen.add(keyOf(folder));
		}
	}

	private *candidates({ folder: path, seconds }: Evidence, likely?: Folder): Generator<Folder> {
		if (likely) yield likely;
		const atPath = this.folderAt(path);
		if (atPath.row) yield atPath;
		for (const above of pathUp(path)) {
			const rest = path.slice(above.length);
			for (const around of this.byName.get(baseName(above)) ?? [])
				if (rest === '') yield around;
				else if (this.hadPath(around, { folder: above, seconds })) yield this.folderAt(around.now + rest);
		}
		// None that has changed had this path, so one that was not changed since did, or one that is gone.
		yield atPath;
	}

	/** Whether a folder had this path at a moment, or in the second before: both may be of one second. */
	private hadPath(folder: Folder, { folder: path, seconds }: Evidence): boolean {
		return this.pathAt(folder, seconds) === path || this.pathAt(folder, seconds - 1) === path;
	}

	/** The path that an entry had at the end of a second. */
	private pathAt(folder: FolderThen, seconds: number): string | undefined {
		if (!folder) return undefined;
		if ('missing' in folder) return folder.missing;
		if (folder.now === '') return '';
		return foundOnce(this.pathsAt, `${seconds} ${keyOf(folder)}`, () => this.findPathAt(folder, seconds));
	}

	private findPathAt(folder: Folder, seconds: number): string | undefined {
		const { row, now } = folder;
		const { until } = this.facts;
		if (!row && seconds >= until) {
			const around = this.changedAround(now);
			const path = around ? this.pathAt(asFolder(around), seconds) : '';
			return path === undefined ? undefined : path + now.slice(around?.fullpath.length);
		}
		const isOfPlan = row !== undefined && seconds === until;
		const lines = isOfPlan ? undefined : this.linesOf(folder);
		const then = isOfPlan ? this.then(row) : lines && thenBy(lines, seconds, undefined);
		if (then?.was !== 'there') return undefined;
		const found = then.left ? this.foldersAt(then.left) : [this.folderAt(parentPath(now))];
		for (const parent of isOfPlan ? [this.parentThen(row)] : found) {
			const path = this.pathAt(parent, seconds);
			if (path !== undefined) return joinPath(path, then.name);
		}
		return undefined;
	}

	/** The nearest changed folder around what is at a path now. */
	private changedAround(path: string): Row | undefined {
		return this.byPath.get(nearestUp(path, (above) => this.byPath.has(above)) ?? '');
	}

	private linesOf({ row, now }: Folder): readonly Line[] | undefined {
		const known = row && (this.facts.lines.get(row.hash) ?? historyOfNew(row));
		if (known || (row && (row.deleted || !row.dir))) return known;
		return this.historyAt(now);
	}

	/** The history of the folder that is at a path, which was not changed since the time; undefined for none. */
	private historyAt(path: string): readonly Line[] | undefined {
		if (!this.facts.folders.has(path)) this.needed.add(path);
		return this.facts.folders.get(path);
	}
}
