import fc from 'fast-check';
import {
	type ArrivalPort,
	type ArrivalState,
	arrivalFilter,
	followArrivals,
	startArrivals,
} from '../../../src/client/feed/arrivals';
import { readChanges } from '../../../src/client/feed/readChanges';
import { type FeedState, startFeed } from '../../../src/client/feed/state';
import type { FeedEntry } from '../../../src/protocol/feed/change';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { runs } from '../../support/runs';
import { histories, type Planned, type Poll, type Step } from './arrivalHistory';
import { FeedWorld } from './feedWorld';
import { shown, type WorldFile } from './worldEntry';
import { worldPort } from './worldPort';

/*
 * Files that arrive in the folder P/W and leave it, against random histories: in, out and in again, folders with their
 * contents, renames of the folder and of the one above, deletions, restores, failing requests, and operations between
 * two requests. What is in the folder is looked up in the world after every operation.
 */

const WATCHED = 'P/W/';
const entryOf = (file: WorldFile): FeedEntry => shown(file, true).entry;
const pathOf = (file: WorldFile): string => String(entryOf(file).fullpath);
const isInside = (file: WorldFile): boolean => !file.deleted && pathOf(file).startsWith(WATCHED);

/** How often a file came in and went out, since the last poll that nothing disturbed. */
interface Passages {
	wasInside: boolean;
	ins: number;
	outs: number;
	arrived: number;
	left: number;
}

class Player {
	private readonly world = new FeedWorld({ pageSize: 8 });
	private readonly passages = new Map<WorldFile, Passages>();
	private state!: { feed: FeedState; arrivals: ArrivalState };
	private requests = 0;
	private plan: Poll = { fail: Infinity, crash: false, during: [] };
	told = 0;

	async play(steps: readonly Step[]): Promise<void> {
		for (const [at, name] of ['P', 'W', 'O', 'S'].entries())
			this.folder(name, at === 0 || at === 2 ? null : at - 1);
		for (let pick = 0; pick < 8; pick++) this.operate({ kind: 'create', pick, wait: 1 });
		this.world.now += 60_000;
		const feed = await startFeed(this.port(), { from: 'now' });
		this.state = { feed, arrivals: await startArrivals(this.arrivalPort(), 'P/W', () => true) };
		this.settle();
		await this.poll(this.plan);
		for (const step of steps) {
			if ('kind' in step) this.operate(step);
			else await this.poll(step);
		}
		await this.poll({ fail: Infinity, crash: false, during: [] });
		await this.poll({ fail: Infinity, crash: false, during: [] });
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
			if (how === 'operation' && kind === 'rename') file.name = ['W', 'P', `n${pick}`][pick % 3] ?? '';
		};
		this.world.operate(kind, pick);
		for (const file of this.world.files) {
			const before = this.passages.get(file) ?? { wasInside: false, ins: 0, outs: 0, arrived: 0, left: 0 };
			const now = isInside(file);
			const was = before.wasInside !== ((before.ins + before.outs) % 2 === 1);
			this.passages.set(file, {
				...before,
				ins: before.ins + Number(now && !was),
				outs: before.outs + Number(!now && was),
			});
		}
	}

	private settle(): void {
		for (const file of this.world.files)
			this.passages.set(file, { wasInside: isInside(file), ins: 0, outs: 0, arrived: 0, left: 0 });
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
			list: async () => await this.request(() => below(WATCHED)),
			listBelow: async (path) => await this.request(() => below(`${path}/`)),
			roots: async () =>
				await this.request(() =>
					this.world.files
						.filter((file) => file.folder && !file.deleted && `${pathOf(file)}/` === WATCHED)
						.map(({ hash }) => hash)
						.join(),
				),
		};
	}

	private async poll(plan: Poll): Promise<void> {
		[this.plan, this.requests] = [plan, 0];
		const { feed, arrivals } = JSON.parse(JSON.stringify(this.state)) as typeof this.state;
		try {
			const accept = arrivalFilter(this.arrivalPort(), arrivals);
			const options = { overlapMs: 30_000, now: () => this.world.now, limit: Infinity, expired: () => false };
			const read = await readChanges(this.port(), feed, { ...options, onHiddenChanges: 'continue', accept });
			const followed = await followArrivals(this.arrivalPort(), arrivals, read.changes);
			if (plan.crash) return;
			this.state = { feed: read.state, arrivals: followed.state };
			for (const { entry, place } of followed.found) this.tell(entry, place === 'arrived');
		} catch (cause) {
			if (!(cause instanceof LibraryError)) throw cause;
			return;
		}
		if (plan.during.length === 0) this.check();
	}

	private tell(entry: FeedEntry, arrives: boolean): void {
		const file = this.world.files.find(({ hash }) => hash === entry.hash);
		const passages = file && this.passages.get(file);
		if (!passages) throw new Error(`invented: ${String(entry.hash)}`);
		if (file.folder && arrives) throw new Error('a folder arrived');
		if (arrives) passages.arrived++;
		else passages.left++;
		this.told++;
	}

	private check(): void {
		for (const [file, { wasInside, ins, outs, arrived, left }] of this.passages) {
			if (file.folder) continue;
			const what = `${file.hash} ${wasInside} in ${ins} out ${outs}, told ${arrived} and ${left}`;
			if (arrived > ins) throw new Error(`repeated: ${what}`);
			if (left > outs + Number(!wasInside && ins === 0)) throw new Error(`left twice: ${what}`);
			if (isInside(file) && !wasInside && arrived === 0) throw new Error(`missed: ${what}`);
		}
		this.settle();
	}
}

test('nothing arrives twice, and nothing that arrives is missed', async () => {
	let told = 0;
	await fc.assert(
		fc.asyncProperty(histories, async (steps) => {
			const player = new Player();
			await player.play(steps);
			told += player.told;
		}),
		{ numRuns: runs(2000) },
	);
	expect(told).toBeGreaterThan(runs(1000));
});
