import { ArrivalPlayer, type Planned, playArrivals, type Poll } from '../../client/feed/arrivalHistory';
import { ArrivalOracle } from '../../client/feed/arrivalOracle';
import { acts, type Entry, fullpathOf, isWithin } from '../../emulator/store/library/entry';
import type { Library } from '../../emulator/store/library/library';
import { addEntry, deleteEntry, putFile, recover } from '../../emulator/store/library/write';
import { EVENTS } from '../support/arrivals';
import type { Activation } from '../support/engine';
import { by } from '../support/library';
import { Triggers, useTriggers } from '../support/triggers';

/*
 * A folder that is watched by its ID, through the node, against random histories in which anything may happen between
 * any two requests of a poll. Which files are in the folder is looked up in the emulator after each operation.
 */

const t = useTriggers(new Triggers());

const ANN = { id: 0, name: 'ann' };
const NO = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };

/** A file or folder as the oracle knows it. */
interface Known {
	readonly hash: string;
	readonly folder: boolean;
	readonly entry: Entry;
}

class Player extends ArrivalPlayer<Known> {
	private readonly files: Known[] = [];
	private readonly top: Entry;
	private readonly watched: Entry;
	readonly oracle: ArrivalOracle<Known>;
	private readonly trigger: Activation;

	constructor(
		private readonly library: Library,
		name: string,
	) {
		super();
		this.top = this.add(library.tree.root, name, true);
		const above = this.add(this.top, 'P', true);
		this.watched = this.add(above, 'W', true);
		for (const parent of [this.watched, this.top]) this.add(parent, 'S', true);
		this.oracle = new ArrivalOracle<Known>(this.files, ({ entry }) => this.isWatched(entry));
		this.trigger = t.activate({ events: EVENTS, scope: 'folder', folder: by('id', this.watched.hash) });
	}

	protected async begin(): Promise<void> {
		for (let pick = 0; pick < 6; pick++) this.operate({ kind: 'create', pick, wait: 1 });
		t.clock.advance(60_000);
		await this.trigger.poll();
	}

	private isWatched(entry: Entry): boolean {
		return entry !== this.watched && isWithin(entry, this.watched) && isWithin(entry, this.library.tree.root);
	}

	private add(parent: Entry, name: string, folder: boolean): Entry {
		const path = [fullpathOf(parent), name].filter(Boolean).join('/');
		const entry = folder
			? addEntry(this.library, parent, { name, isFolder: true, actor: ANN })
			: putFile(this.library, { path, filehash: 'a'.repeat(40), filesize: 1, overwrite: false, actor: ANN });
		this.files.push({ hash: entry.hash, folder, entry });
		return entry;
	}

	private readonly pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % (all.length || 1)];

	/** Does something, unless there is nothing to do it with. */
	protected operate({ kind, pick, wait }: Planned): void {
		t.clock.advance(wait);
		const { tree, recycleBin } = this.library;
		const there = this.files.map(({ entry }) => entry).filter((entry) => isWithin(entry, tree.root));
		const entry = this.pickOf(there.slice(1), pick);
		const folders = there.filter(({ children }) => children !== null);
		const parent = this.pickOf(folders, pick >> 2) ?? this.top;
		const free = (one: Entry): string => tree.freeName(parent, one.name, one.children !== null);
		if (kind === 'create' || kind === 'folder') this.add(parent, `n${this.files.length}`, kind === 'folder');
		else if (kind === 'restore') {
			const items = this.files.flatMap(({ entry: one }) => recycleBin.at(one.deletedPath).slice(-1));
			const item = this.pickOf(items, pick);
			// What it was in may be gone too: then that folder is made anew, and is none of those that are known.
			if (item && tree.find(item.fullpath.slice(0, item.fullpath.lastIndexOf('/')))) {
				recover(this.library, item, ANN);
				this.oracle.hasDoubt ||= item.entry.children !== null;
			}
		} else if (!entry) return;
		else if (kind === 'delete') {
			deleteEntry(this.library, entry, false, ANN);
			this.oracle.hasDoubt ||= entry.children !== null;
		} else if (kind === 'rename' || kind === 'move') {
			const target = kind === 'rename' ? (entry.parent ?? this.top) : parent;
			if (isWithin(target, entry)) return;
			const name = kind === 'rename' ? `r${this.library.now()}-${pick}` : free(entry);
			tree.detach(entry);
			tree.attach(entry, target, name);
			this.library.record(entry, acts[kind], ANN);
		} else if (!entry.children) this.library.record(entry, acts.edit, ANN);
		this.oracle.look();
	}

	protected async read({ fail }: Poll): Promise<boolean> {
		t.client.emulator.faults.choose = ({ path }) => {
			this.asked();
			return this.requests === fail && path.endsWith('/file/ls') ? { match: '', action: NO } : undefined;
		};
		const items = await this.trigger.poll().catch((cause: Error) => {
			if (fail === Infinity) throw cause;
		});
		t.client.emulator.faults.choose = undefined;
		if (items === undefined) return false;
		for (const { json } of items ?? []) this.oracle.tell(json.hash, json.event === 'arrived');
		return true;
	}
}

test('of a folder that is watched by its ID nothing arrives twice, and nothing that arrives is missed', async () => {
	const { libraries, library } = t.client.emulator;
	const lib = libraries.get(library.mountId)!;
	let number = 0;
	const make = () => {
		t.clock.advance(60_000);
		return new Player(lib, `H${number++}`);
	};
	await playArrivals(make, 500, 0.1);
});
