import { type FeedState, startFeed } from '#changes/work';
import type { Caller } from '../../../src/client/service/call';
import { classifyChanges, type PendingChange } from '#changes';
import type { EventChoice } from '#changes/plan';
import { ArrivalPlayer, type Planned, playArrivals, type Poll } from '../../client/feed/arrivalHistory';
import { ArrivalOracle } from '../../client/feed/arrivalOracle';
import { FeedWorld, type Operation, type WorldFile, worldPort } from '../../client/feed/feedWorld';
import { readChanges } from '../../client/feed/historyPlayer';
import { callerWith, fieldsOf, scriptedHttp } from '../../support/ports';

/* Files arrive in a whole library and leave it at random, also between feed and history; items say what happened. */

const CHOSEN = new Set<EventChoice>(['fileArrived', 'fileLeft']);
const ACTS: Partial<Record<Operation, number>> = { create: 1, rename: 2, edit: 3, move: 4, delete: 0, restore: 5 };
const MISSING = { status: 404, body: { error_code: 40402, error_msg: 'no such file' } };

class Player extends ArrivalPlayer<WorldFile> {
	private readonly world = new FeedWorld({ pageSize: 8 });
	readonly oracle = new ArrivalOracle(this.world.files, (file) => !file.deleted);
	private readonly acts = new Map<WorldFile, Array<{ act: number; dateline: number }>>();
	private readonly caller: Caller = callerWith(
		scriptedHttp((request) => {
			this.asked();
			return this.answer(new URL(request.url).pathname, fieldsOf(request));
		}),
	);
	private state!: { feed: FeedState; retries: readonly PendingChange[] };

	protected async begin(): Promise<void> {
		for (let pick = 0; pick < 5; pick++) this.operate({ kind: 'create', pick, wait: 1 });
		this.operate({ kind: 'delete', pick: 0, wait: 1 });
		this.world.now += 60_000;
		this.state = { feed: await startFeed(worldPort(this.world), { from: 'now' }), retries: [] };
	}

	protected operate({ kind, pick, wait }: Planned): void {
		const done = kind === 'folder' ? 'create' : kind;
		this.world.now += wait;
		this.world.happened = (file, how) => {
			const act = ACTS[done];
			if (how === 'silent' || act === undefined) return;
			// No two files have one path.
			if (done === 'rename') file.name = `${file.hash} ${file.version}`;
			const record = { act, dateline: Math.floor(file.opMs / 1000) };
			this.acts.set(file, [record, ...(this.acts.get(file) ?? [])]);
		};
		this.world.operate(done, pick);
		this.oracle.look();
	}

	private answer(path: string, { fullpath, hash }: Record<string, string>) {
		const isAsked = (file: WorldFile): boolean =>
			!file.deleted && (hash === undefined ? this.world.entryOf(file).fullpath === fullpath : file.hash === hash);
		const file = this.world.files.find(isAsked);
		if (!file) return MISSING;
		if (path.endsWith('/info')) return { body: this.world.entryOf(file) };
		return { body: { count: 1, list: this.acts.get(file) ?? [] } };
	}

	protected async read(plan: Poll): Promise<boolean> {
		// Histories tell full seconds: within one, an act after the change is not told from one before it.
		this.plan = { ...plan, during: plan.during.map((one) => ({ ...one, wait: Math.max(one.wait, 1001) })) };
		const { feed, retries } = JSON.parse(JSON.stringify(this.state)) as typeof this.state;
		const port = worldPort(this.world);
		const later: typeof port.later = async (...asked) => {
			const page = await port.later(...asked);
			this.asked();
			return page;
		};
		const options = { overlapMs: 30_000, now: () => this.world.now, limit: Infinity, expired: () => false };
		const read = await readChanges({ ...port, later }, feed, { ...options, onHiddenChanges: 'continue' });
		const pending = [...retries, ...read.changes.map((change) => ({ change }))];
		const found = await classifyChanges(pending, { caller: this.caller, chosen: CHOSEN, mayFail: 100 });
		if (plan.crash) return false;
		this.state = { feed: read.state, retries: found.retries };
		for (const { change, event, how } of found.classified) {
			if (event !== 'arrived' && event !== 'left') throw new Error(`an item says ${event}`);
			this.oracle.tell(change.entry.hash, event === 'arrived');
			this.requireWay(change.entry.hash, event, how);
		}
		return true;
	}

	/** A file that was deleted before, whenever that was, is not created. */
	private requireWay(hash: unknown, event: string, how: string | undefined): void {
		const file = this.world.files.find((each) => each.hash === hash);
		const acts = (file && this.acts.get(file))?.map(({ act }) => act) ?? [];
		if (event === 'left' ? how !== 'deleted' : how !== 'created' && how !== 'restored')
			throw new Error(`${event} ${how}`);
		const wasKnown = file !== undefined && this.oracle.wasSettled(file);
		if (event === 'arrived' && how === 'created' && wasKnown) throw new Error(`created: ${acts.join()}`);
		if (how === 'restored' && !acts.includes(5)) throw new Error(`restored: ${acts.join()}`);
	}
}

test('in a whole library nothing arrives twice, and nothing that is created or restored is missed', async () => {
	await playArrivals(() => new Player(), 2000, 0.5);
});
