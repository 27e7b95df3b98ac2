import { type FaultRule, ManualClock } from '../../emulator';
import { putContent } from '../../emulator/demo/sampleFiles';
import { type Entry, fullpathOf } from '../../emulator/store/library/entry';
import {
	copyEntry,
	createFolder,
	deleteEntry,
	findRecycled,
	moveEntry,
	recover,
} from '../../emulator/store/library/write';
import { by } from '../../support/nodeParameters';
import { EmulatedLibrary } from '../support/world';

/** SHA1 of each file by its path, null for a folder. */
export type State = Readonly<Record<string, string | null>>;

/** An entry at a moment. */
export interface Known {
	readonly name: string;
	/** ID of its folder. */
	readonly folder: string | undefined;
	/** Where it is, or was when it was deleted. */
	readonly path: string;
	readonly content: string;
	/** Who changed it last. */
	readonly who: string;
	/** `deleted`: in the recycle bin itself, `inside` with a folder, `lost`: deleted for good. */
	readonly is: 'there' | 'deleted' | 'inside' | 'lost';
}

/** The folders around an entry. */
function* above({ parent }: Entry): Generator<Entry> {
	if (!parent) return;
	yield parent;
	yield* above(parent);
}

/** People who change things in the library. */
export const PEOPLE = ['Kim', 'Lee', 'Ada'] as const;

/** A library with a clock of its own, in which several people work. */
export class RestoreLab extends EmulatedLibrary {
	clock = new ManualClock();

	async begin(options: object = {}): Promise<void> {
		this.mountId = undefined;
		this.clock = new ManualClock(Math.floor(Date.now() / 1000) * 1000 - 10_000_000_000);
		await this.open({ clock: this.clock, clockWindowSeconds: 1e10, requestLogSize: 200_000, ...options });
	}

	private mountId: number | undefined;

	/** Goes on in an empty library of its own. */
	newLibrary(ignoresCase = false): void {
		const { orgClientId, orgClientSecret, mountId } = this.emulator.addLibrary('Case');
		this.mountId = mountId;
		this.library.tree.ignoresCase = ignoresCase;
		this.credentials = this.changed({ orgClientId, orgClientSecret });
	}

	private get library() {
		return this.libraryAt(this.mountId);
	}

	/** Paths of the recycle bin. */
	deleted(): string[] {
		return this.library.recycleBin.page(0, 1000).map(({ fullpath }) => fullpath);
	}

	/** A second passes. */
	tick(): number {
		this.clock.advance(1000);
		return this.clock.now();
	}

	write(path: string, content: string, name = 'Kim'): void {
		this.tick();
		putContent(this.emulator.world, this.library, path, content, actor(name));
	}
	folder(path: string, name = 'Kim'): void {
		this.tick();
		createFolder(this.library, path, actor(name));
	}
	/** So many files and as many folders come in one millisecond. */
	atOnce(count: number, name = 'new'): void {
		this.tick();
		for (let n = 0; n < count; n++) {
			putContent(this.emulator.world, this.library, `${name} file ${n}`, name, actor('Kim'));
			createFolder(this.library, `${name} folder ${n}`, actor('Kim'));
		}
	}
	move(from: string, to: string, name = 'Kim'): void {
		this.tick();
		moveEntry(this.library, this.library.tree.get(from), to, actor(name));
	}
	copy(from: string, to: string, name = 'Kim'): void {
		this.tick();
		copyEntry(this.library, this.library.tree.get(from), to, { actor: actor(name) });
	}
	remove(path: string, name = 'Kim', destroy = false): void {
		this.tick();
		deleteEntry(this.library, this.library.tree.get(path), destroy, actor(name));
	}
	bringBack(path: string, name = 'Kim'): void {
		this.tick();
		recover(this.library, findRecycled(this.library, path), actor(name));
	}

	/** The service loses a content. */
	forget(content: string): void {
		const { sha1 } = this.emulator.world.contents.put(Buffer.from(content));
		const known = Reflect.get(this.emulator.world.contents, 'bySha1') as Map<string, unknown>;
		known.delete(sha1);
	}

	/** What is in a folder now. */
	state(folder = ''): State {
		const found: Record<string, string | null> = {};
		const read = (entry: Entry, path: string): void => {
			for (const child of entry.children?.byName.values() ?? []) {
				const at = path === '' ? child.name : `${path}/${child.name}`;
				found[at] = child.children ? null : child.filehash;
				read(child, at);
			}
		};
		const top = this.library.tree.find(folder);
		if (top) read(top, folder);
		return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
	}

	/** All that there is or was, by its ID. */
	known(): ReadonlyMap<string, Known> {
		const found = new Map<string, Known>();
		for (const entry of this.library.tree.byHash.values()) {
			if (entry === this.library.tree.root) continue;
			const top = [...above(entry)].at(-1) ?? entry;
			const isBinned = this.library.recycleBin.at(top.deletedPath).some((item) => item.entry === top);
			found.set(entry.hash, {
				name: entry.name,
				folder: entry.parent?.hash,
				path: fullpathOf(entry),
				content: entry.filehash,
				who: entry.modifiedBy.name,
				is: !entry.deleted ? 'there' : !isBinned ? 'lost' : top === entry ? 'deleted' : 'inside',
			});
		}
		return found;
	}

	/** Restores a folder to a time. */
	async restore(time: number, more: object = {}, goesOn = false) {
		const restore = { resource: 'folder', operation: 'restoreToTime', folder: by('path', '/'), dryRun: false };
		const at = { time: new Date(time).toISOString(), options: { deletionLimit: 100 } };
		const parameters = { ...restore, ...at, ...more };
		const nodeProps = goesOn ? ({ onError: 'continueRegularOutput' } as const) : {};
		const { items, error } = await this.run(parameters, [{ json: {} }], { nodeProps });
		return { error, items: items.map(({ json }) => json) };
	}

	/** The same, while requests fail that are chosen by their numbers, from 0. */
	async restoreFailing(
		fails: (number: number) => boolean,
		action: FaultRule['action'],
		time: number,
		more: object = {},
	) {
		let requests = 0;
		this.emulator.faults.choose = () => (fails(requests++) ? { match: '', action } : undefined);
		const outcome = await this.restore(time, more);
		this.emulator.faults.clear();
		return { ...outcome, requests };
	}
}

const actor = (name: string) => ({ id: 900 + PEOPLE.findIndex((one) => one === name), name });

/** Rows in short: action, where, and what became of it. */
export const inShort = (items: ReadonlyArray<Record<string, unknown>>): string[] =>
	items.map(({ action, fullpath, path_then: then, status }) => {
		const goes = (then ?? fullpath) === fullpath ? [] : ['->', then];
		return [action, fullpath, ...goes, status].join(' ');
	});
