import {
	followArrivals,
	arrivalFilter,
	type ArrivalPort,
	type ArrivalState,
	startArrivals,
	type FeedState,
	startFeed,
} from '#changes/work';
import type { FeedEntry } from '#changes/plan';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { ArrivalPlayer, type Planned, playArrivals, type Poll } from './arrivalHistory';
import { ArrivalOracle } from './arrivalOracle';
import { FeedWorld, shown, type WorldFile, worldPort } from './feedWorld';
import { readChanges } from './historyPlayer';

/* Files arrive in the folder P/W and leave it at random; what is in it is looked up in the world after each step. */

const WATCHED = 'P/W/';
const entryOf = (file: WorldFile): FeedEntry => shown(file, true).entry;
const pathOf = (file: WorldFile): string => String(entryOf(file).fullpath);
const isInside = (file: WorldFile): boolean => !file.deleted && pathOf(file).startsWith(WATCHED);

class Player extends ArrivalPlayer<WorldFile> {
	private readonly world = new FeedWorld({ pageSize: 8 });
	readonly oracle = new ArrivalOracle(this.world.files, isInside);
	private state!: { feed: FeedState; arrivals: ArrivalState };

	protected async begin(): Promise<void> {
		for (const [at, name] of ['P', 'W', 'O', 'S'].entries())
			this.folder(name, at === 0 || at === 2 ? null : at - 1);
		for (let pick = 0; pick < 8; pick++) this.operate({ kind: 'create', pick, wait: 1 });
		this.world.now += 60_000;
		const feed = await startFeed(this.port(), { from: 'now' });
		this.state = { feed, arrivals: await startArrivals(this.arrivalPort(), 'P/W', () => true) };
	}

	private folder(name: string, parent: number | null): void {
		this.world.operate('folder', 0);
		const made = this.world.files.at(-1);
		if (made)
			Object.assign(made, {
				name,
				parent: parent === null ? null : (this.world.files[name === 'S' ? 1 : parent] ?? null),
			});
	}

	protected operate({ kind, pick, wait }: Planned): void {
		this.world.now += wait;
		this.world.happened = (file, how) => {
			this.oracle.hasDoubt ||= file.folder && (kind === 'delete' || kind === 'restore');
			if (how === 'operation' && kind === 'rename') file.name = ['W', 'P', `n${pick}`][pick % 3] ?? '';
		};
		const watched = this.watched();
		this.world.operate(kind, pick);
		this.oracle.hasDoubt ||= this.watched() !== watched;
		this.oracle.look();
	}

	/** The IDs of the folders that have the watched path. */
	private watched(): string {
		const isThere = (file: WorldFile): boolean => file.folder && !file.deleted && `${pathOf(file)}/` === WATCHED;
		return this.world.files
			.filter(isThere)
			.map(({ hash }) => hash)
			.join();
	}

	private async request<T>(answer: () => T): Promise<T> {
		await Promise.resolve();
		if (this.requests + 1 === this.plan.fail) {
			this.requests++;
			throw new LibraryError('network', 'lost');
		}
		const answered = answer();
		this.asked();
		return answered;
	}

	private port() {
		const port = worldPort(this.world);
		return {
			...port,
			later: async (cursor: number, kind?: 'files' | 'folders') => {
				const page = await port.later(cursor, kind);
				return await this.request(() => page);
			},
		};
	}

	private arrivalPort(): ArrivalPort {
		const below = (folder: string) =>
			this.world.files.filter((file) => !file.deleted && pathOf(file).startsWith(folder)).map(entryOf);
		return {
			contains: (path) => path.startsWith(WATCHED),
			leadsTo: (path) => WATCHED.startsWith(`${path}/`),
			leadsToExcluded: () => false,
			list: async () => await this.request(() => below(WATCHED)),
			listBelow: async (path) => await this.request(() => below(`${path}/`)),
			pathOf: async ({ hash }) =>
				await this.request(() => {
					const found = this.world.files.find((file) => file.hash === hash && !file.deleted);
					return found && pathOf(found);
				}),
			roots: async () => await this.request(() => this.watched()),
		};
	}

	protected async read(plan: Poll): Promise<boolean> {
		const { feed, arrivals } = JSON.parse(JSON.stringify(this.state)) as typeof this.state;
		try {
			const wanted = async () => arrivalFilter(this.arrivalPort(), arrivals);
			const options = { overlapMs: 30_000, now: () => this.world.now, limit: Infinity, expired: () => false };
			const read = await readChanges(this.port(), feed, { ...options, onHiddenChanges: 'continue', wanted });
			const followed = await followArrivals(this.arrivalPort(), arrivals, read.changes, read.more);
			if (plan.crash) return false;
			const own = followed.found.filter(({ within }) => !within);
			const listed = followed.found.filter(({ within }) => within);
			const untold = listed.slice(plan.room);
			this.state = { feed: read.state, arrivals: followed.stateWithout(untold) };
			for (const { entry, place } of [...own, ...listed.slice(0, plan.room)])
				this.oracle.tell(entry.hash, place === 'arrived');
			return untold.length === 0;
		} catch (cause) {
			if (!(cause instanceof LibraryError)) throw cause;
			return false;
		}
	}
}

test('nothing arrives twice, and nothing that arrives is missed', async () => {
	await playArrivals(() => new Player(), 2000, 0.5);
});
