import { readActivities, type WatchedLog, activityStateIn } from '#activity/work';
import { isLibraryError, LibraryError } from '../../../src/protocol/wire/libraryError';
import { ActivityOracle, UNWANTED_ACT } from './activityOracle';
import type { History, PlannedAct, PlannedEvent, PlannedPoll } from './history';
import { type Line, LogWorld } from './logWorld';

/** How the logs are read; its state is what is saved as JSON. */
export type Reader = (
	logs: readonly WatchedLog[],
	saved: string | undefined,
	options: Parameters<typeof readActivities>[2],
) => Promise<{ state: string; found: ReadonlyArray<{ log: WatchedLog; entry: { fields: object; second: number } }> }>;

/** The trigger's reader, with its state as it is saved between polls. */
export const activityReader: Reader = async (logs, saved, options) => {
	const before = saved === undefined ? undefined : activityStateIn(JSON.parse(saved));
	if (saved !== undefined && !before) throw new Error('the saved state is not one');
	const { state, found } = await readActivities(logs, before, options);
	return { state: JSON.stringify(state), found };
};

const UNDISTURBED = { fail: Infinity, failAfter: false, crash: false, during: [], purge: Infinity } as const;
/** Polls at the end after which a reader that still finds something is stuck. */
const MAX_END_POLLS = 2_000;

export class HistoryPlayer {
	readonly oracle: ActivityOracle;
	private readonly world: LogWorld;
	/** Whether the reader said that a log kept changing. */
	saidBusy = false;
	private saved: string | undefined;
	private made = 0;

	constructor(
		private readonly reader: Reader,
		private readonly history: History,
	) {
		this.world = new LogWorld(history);
		this.oracle = new ActivityOracle(this.world, history.startFrom);
		for (let n = 0; n < history.libraries; n++) this.add();
	}

	async play(): Promise<void> {
		this.history.before.forEach((act) => this.act(act));
		for (const step of this.history.steps) {
			if ('acts' in step) step.acts.forEach((act) => this.act(act));
			else if ('event' in step) this.happen(step.event);
			else await this.poll(step.poll);
		}
		this.world.refused.clear();
		this.saidBusy = false;
		let quiet = 0;
		// Where the time of a poll is short, a round takes several polls, which may find nothing new.
		const enough = this.history.end.requests === Infinity ? 2 : 20 + this.world.logs.size;
		for (let polls = 0; quiet < enough; polls++) {
			if (polls > MAX_END_POLLS) throw new Error('the reader never comes to the end');
			quiet = (await this.poll({ ...UNDISTURBED, ...this.history.end })) > 0 ? 0 : quiet + 1;
		}
		if (!this.saidBusy) this.oracle.checkComplete();
	}

	private act({ library, wait, late, act, file, member, rank }: PlannedAct): void {
		this.world.now += wait;
		const names = [...this.world.logs.keys()];
		const name = names[library % Math.max(1, names.length)];
		if (name === undefined) return;
		const line = { library: name, late, act, member, rank, hash: `f${file}`, path: `file ${file}` };
		const written = this.world.write(line);
		if (written) this.oracle.written(written);
	}

	private add(): void {
		const name = `org_id:${++this.made}`;
		this.world.logs.set(name, []);
		this.oracle.made(name);
	}

	private happen({ kind, pick }: PlannedEvent): void {
		const names = [...this.world.logs.keys()];
		const name = names[pick % Math.max(1, names.length)];
		if (kind === 'add') this.add();
		else if (kind === 'purge') this.purge(pick);
		else if (kind === 'rename') this.world.names.set(pick % 2, `Name ${pick} of ${this.world.written}`);
		else if (name === undefined) return;
		else if (kind === 'refuse') this.world.refused.add(name);
		else if (kind === 'allow') this.world.refused.delete(name);
		else {
			this.oracle.deleted(name);
			this.world.logs.delete(name);
		}
	}

	/** What is older than the overlap may be gone at any time. */
	private purge(pick: number): void {
		const age = this.history.overlap + ([0, 60, 5000][pick % 3] ?? 0);
		this.oracle.purged(this.world.purge(this.world.now - age));
	}

	/** Returns how many entries were reported. */
	private async poll(plan: PlannedPoll): Promise<number> {
		let requests = 0;
		const during = [...plan.during];
		const before = (): void => {
			requests++;
			if (requests === plan.purge) this.purge(requests);
			const act = during.shift();
			if (act) this.act(act);
			if (requests === plan.fail && !plan.failAfter) throw new LibraryError('network', 'lost');
		};
		const answered = (): void => {
			if (requests === plan.fail && plan.failAfter) throw new LibraryError('network', 'lost');
		};
		this.oracle.beginPoll();
		try {
			before();
			const listed = [...this.world.logs.keys()];
			answered();
			const logs = listed.map((name): WatchedLog => this.log(name, before, answered));
			const { pageSize: _size, overlap, startFrom } = this.history;
			const options = { scope: 'all', startFrom, overlap, limit: plan.limit } as const;
			const expired = (): boolean => requests >= plan.requests;
			const { state, found } = await this.reader(logs, this.saved, { ...options, expired });
			if (plan.crash) return 0;
			this.oracle.keep(found.map(({ log, entry }) => lineOf(log.name, entry.fields)));
			this.saved = state;
			return found.length;
		} catch (cause) {
			if (!isLibraryError(cause)) throw cause;
			this.saidBusy ||= cause.kind === 'busy';
			return 0;
		}
	}

	private log(name: string, before: () => void, answered: () => void): WatchedLog {
		const port = this.world.port(name, {
			before,
			after: ({ entries }, { newestFirst, before: end }) => {
				answered();
				if (!newestFirst && end === undefined && entries.length < this.history.pageSize)
					this.oracle.reachedEnd(name);
			},
		});
		const accept: WatchedLog['accept'] = ({ code }) => code !== String(UNWANTED_ACT);
		return { name, kind: 'library', library: {}, port, codes: ['*'], accept };
	}
}

function lineOf(library: string, fields: object): Omit<Line, 'rank' | 'written'> {
	const { dateline, act, hash, member_id: member, fullpath } = fields as Record<string, unknown>;
	return {
		library,
		second: Number(dateline),
		act: Number(act),
		hash: String(hash),
		member: Number(member),
		path: String(fullpath),
	};
}
