import fc from 'fast-check';
import {
	followArrivals,
	arrivalFilter,
	type ArrivalPort,
	type ArrivalState,
	startArrivals,
	type FeedState,
	startFeed,
} from '#changes/work';
import type { FeedChange, FeedEntry } from '#changes/plan';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { runs } from '../../support/runs';
import { histories, type Planned, type Poll, type Step } from './arrivalHistory';
import { ArrivalOracle } from './arrivalOracle';
import { FeedWorld, shown, type WorldFile, worldPort } from './feedWorld';
import { readChanges } from './historyPlayer';

/*
 * Files that arrive in the folder P/W and leave it, against random histories: in, out and in again, folders with their
 * contents, renames of the folder and of the one above, deletions, restores, failing requests, and operations between
 * two requests. What is in the folder is looked up in the world after every operation.
 */

const WATCHED = 'P/W/';
const entryOf = (file: WorldFile): FeedEntry => shown(file, true).entry;
const pathOf = (file: WorldFile): string => String(entryOf(file).fullpath);
const isInside = (file: WorldFile): boolean => !file.deleted && pathOf(file).startsWith(WATCHED);

const UNDISTURBED: Poll = { fail: Infinity, crash: false, room: Infinity, during: [] };

class Player {
	private readonly world = new FeedWorld({ pageSize: 8 });
	readonly oracle = new ArrivalOracle(this.world.files, isInside);
	private state!: { feed: FeedState; arrivals: ArrivalState };
	private requests = 0;
	private plan: Poll = UNDISTURBED;

	async play(steps: readonly Step[]): Promise<void> {
		for (const [at, name] of ['P', 'W', 'O', 'S'].entries())
			this.folder(name, at === 0 || at === 2 ? null : at - 1);
		for (let pick = 0; pick < 8; pick++) this.operate({ kind: 'create', pick, wait: 1 });
		this.world.now += 60_000;
		const feed = await startFeed(this.port(), { from: 'now' });
		this.state = { feed, arrivals: await startArrivals(this.arrivalPort(), 'P/W', () => true) };
		this.oracle.settle();
		await this.poll(this.plan);
		for (const step of steps) {
			if ('kind' in step) this.operate(step);
			else await this.poll(step);
		}
		await this.poll(UNDISTURBED);
		await this.poll(UNDISTURBED);
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

	private operate({ kind, pick, wait }: Planned): void {
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
		if (++this.requests === this.plan.fail) throw new LibraryError('network', 'lost');
		const answered = answer();
		const operation = this.plan.during[this.requests - 1];
		if (operation) this.operate(operation);
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

	private async poll(plan: Poll): Promise<void> {
		[this.plan, this.requests] = [plan, 0];
		let untold: readonly FeedChange[] = [];
		const { feed, arrivals } = JSON.parse(JSON.stringify(this.state)) as typeof this.state;
		try {
			const accept = arrivalFilter(this.arrivalPort(), arrivals);
			const options = { overlapMs: 30_000, now: () => this.world.now, limit: Infinity, expired: () => false };
			const read = await readChanges(this.port(), feed, { ...options, onHiddenChanges: 'continue', accept });
			const followed = await followArrivals(this.arrivalPort(), arrivals, read.changes, read.more);
			if (plan.crash) return;
			const own = followed.found.filter(({ within }) => !within);
			const listed = followed.found.filter(({ within }) => within);
			untold = listed.slice(plan.room);
			this.state = { feed: read.state, arrivals: followed.stateWithout(untold) };
			for (const { entry, place } of [...own, ...listed.slice(0, plan.room)])
				this.oracle.tell(entry.hash, place === 'arrived');
		} catch (cause) {
			if (!(cause instanceof LibraryError)) throw cause;
			return;
		}
		if (plan.during.length === 0 && untold.length === 0) this.oracle.check();
	}
}

test('nothing arrives twice, and nothing that arrives is missed', async () => {
	let told = 0;
	await fc.assert(
		fc.asyncProperty(histories, async (steps) => {
			const player = new Player();
			await player.play(steps);
			told += player.oracle.told;
		}),
		{ numRuns: runs(2000) },
	);
	expect(told).toBeGreaterThan(runs(1000));
});
