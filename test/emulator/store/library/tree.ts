import { createHash } from 'node:crypto';
import { badParameter, missing } from '../../http/errors';
import { type Actor, type Entry, newChildren, numberedName, sizeOf } from './entry';

const NOBODY: Actor = { id: 0, name: '' };

/** The files and folders of one library, without the deleted ones. */
export class Tree {
	readonly root: Entry;
	/** All entries there ever were, deleted ones included: their ids are never used twice. */
	readonly byHash = new Map<string, Entry>();
	/** Whether names that differ only in case are one name; set before the first entry. assumed: they are two. */
	ignoresCase = false;
	private serial = 0;

	/** Libraries with different seeds have different ids. */
	constructor(private readonly seed: string) {
		this.root = this.newEntry('', true, NOBODY, 0, this.newHash());
	}

	/** doc: a unique id, unchanged by rename and move. 40 hexadecimal digits, the same at every start. */
	newHash(): string {
		return createHash('sha1').update(`${this.seed}:${this.serial++}`).digest('hex');
	}

	/** A new entry outside the tree; `attach` puts it in. */
	newEntry(name: string, isFolder: boolean, actor: Actor, atMs: number, hash = this.newHash()): Entry {
		const entry: Entry = {
			hash,
			name,
			parent: null,
			children: isFolder ? newChildren() : null,
			filehash: '',
			filesize: 0,
			createdMs: atMs,
			createdBy: actor,
			modifiedMs: atMs,
			modifiedBy: actor,
			opMs: 0,
			opSeq: 0,
			deleted: false,
			deletedPath: '',
			details: null,
		};
		this.byHash.set(hash, entry);
		return entry;
	}

	/** The entry at a path without slashes at its ends. */
	find(path: string): Entry | undefined {
		if (path === '') return this.root;
		let at: Entry | undefined = this.root;
		for (const part of path.split('/')) {
			at = at?.children?.byName.get(this.key(part));
			if (!at) return undefined;
		}
		return at;
	}

	/** The entry at a path; throws 40402. */
	get(path: string): Entry {
		const entry = this.find(path);
		if (!entry) throw missing(path);
		return entry;
	}

	/** The entry with this id; throws 40402, also for the root and for deleted entries. */
	getByHash(hash: string): Entry {
		const entry = this.byHash.get(hash);
		if (!entry || entry.deleted || entry === this.root) throw missing(hash);
		return entry;
	}

	/** The folder at a path. Throws 40402, and 40003 with the name of the parameter when a file is there. */
	getFolder(path: string, parameter: string): Entry {
		const entry = this.get(path);
		if (!entry.children) throw badParameter(parameter, 'is a file, not a folder');
		return entry;
	}

	/** Puts an entry into a folder under a name that is free there. */
	attach(entry: Entry, parent: Entry, name: string): void {
		if (!parent.children) throw new Error('attach needs a folder');
		entry.name = name;
		entry.parent = parent;
		parent.children.byName.set(this.key(name), entry);
		parent.children.sorted.add(entry);
		this.addTotals(entry, 1);
	}

	/** Takes an entry, with everything below it, out of its folder. */
	detach(entry: Entry): void {
		const siblings = entry.parent?.children;
		if (!siblings) throw new Error('detach needs a parent');
		this.addTotals(entry, -1);
		siblings.byName.delete(this.key(entry.name));
		siblings.sorted.delete(entry);
		entry.parent = null;
	}

	/** Gives a file another content and updates the totals of all folders above it. */
	setContent(entry: Entry, filehash: string, filesize: number): void {
		const difference = filesize - entry.filesize;
		entry.filehash = filehash;
		entry.filesize = filesize;
		for (let at = entry.parent; at?.children; at = at.parent) at.children.bytes += difference;
	}

	/** The name itself when it is free. fact 5.8: otherwise `name(2).ext`, `name(3).ext` … */
	freeName(parent: Entry, name: string, isFolder: boolean): string {
		const taken = parent.children?.byName;
		if (!taken?.has(this.key(name))) return name;
		let number = 2;
		while (taken.has(this.key(numberedName(name, number, isFolder)))) number++;
		return numberedName(name, number, isFolder);
	}

	private key(name: string): string {
		return this.ignoresCase ? name.toLowerCase() : name;
	}

	private addTotals(entry: Entry, sign: 1 | -1): void {
		const files = sign * (entry.children ? entry.children.files : 1);
		const folders = sign * (entry.children ? entry.children.folders + 1 : 0);
		const bytes = sign * sizeOf(entry);
		for (let at = entry.parent; at?.children; at = at.parent) {
			at.children.files += files;
			at.children.folders += folders;
			at.children.bytes += bytes;
		}
	}
}
