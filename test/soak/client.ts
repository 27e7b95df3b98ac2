import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runExampleLane } from './exampleLane';
import { FileLane } from './fileLane';
import { Gate } from './gate';
import { type Shop } from './lane';
import { type ClientMessage, type ClientOrder, type Sample, type WorldAccess } from './messages';
import { Nodes } from './nodes';
import { Random } from './random';
import { activitiesOf, CHANGES, TriggerLane } from './triggerLane';

const FDS = '/proc/self/fd';

/** The targets of all open descriptors of this process; the one that reads the folder is gone when it is looked at. */
function descriptors(): string[] {
	return readdirSync(FDS).flatMap((fd) => {
		try {
			return [readlinkSync(`${FDS}/${fd}`)];
		} catch {
			return [];
		}
	});
}

/** Measures this process; call it when nothing is under way. Needs --expose-gc and Linux. */
async function sampleOf(startedAt: number): Promise<Sample> {
	// What finalizers free is collected by the second round.
	for (let round = 0; round < 2; round++) {
		globalThis.gc?.();
		await sleep(50);
	}
	const { heapUsed, rss } = process.memoryUsage();
	const open = descriptors();
	const { user, system } = process.cpuUsage();
	return {
		seconds: (Date.now() - startedAt) / 1000,
		heap: heapUsed,
		rss,
		descriptors: open.length,
		sockets: open.filter((target) => target.startsWith('socket:')).length,
		resources: process.getActiveResourcesInfo().length,
		cpu: (user + system) / 1e6,
	};
}

/* The client of a soak: the built nodes in n8n's engine, and nothing else. run.ts starts this file in a process of its
own, so that what is measured is what the nodes need. */

/** What the client works on. World 0 is shared by the lanes of files; each other one has a lane of examples. */
export interface ClientSetup {
	readonly seed: number;
	readonly worlds: readonly WorldAccess[];
	readonly fileLanes: number;
	/** Seconds between two moments at which nothing is under way, and memory is measured. */
	readonly restSeconds: number;
}

const tell = (message: ClientMessage): void => void process.send?.(message);

/** The time in ms in which the client learns that connections were closed. */
const RENEWED_MS = 250;

/** What the client takes to notice that the service has closed connections, in ms. */
const NOTICED_MS = 300;
/** Rest points at the end, so that the last measurement is not that of one moment. */
const LAST_SAMPLES = 3;

class Client {
	private readonly gate = new Gate();
	private readonly startedAt = Date.now();
	private missing: Readonly<Record<string, number>> = {};
	private isOver = false;
	private readonly renewals = new Map<number, () => void>();
	private disconnected: () => void = () => undefined;
	private readonly files: FileLane[];
	private readonly triggers: TriggerLane[];
	private readonly lanes: Array<Promise<void>> = [];

	constructor(
		private readonly setup: ClientSetup,
		nodes: Nodes,
	) {
		const shop: Shop = {
			nodes,
			gate: this.gate,
			tell,
			missing: () => this.missing,
			renew: async (world) => await this.renew(world),
			isOver: () => this.isOver,
		};
		const random = new Random(setup.seed);
		const [shared, ...own] = setup.worlds;
		if (!shared) throw new Error('a soak needs a service');
		const { mountId } = shared.library;
		this.files = Array.from({ length: setup.fileLanes }, (_, n) => new FileLane(shop, n, mountId, random.fork(n)));
		this.triggers = [CHANGES, activitiesOf(shared.orgId)].map(
			(watch, n) => new TriggerLane(shop, watch, random.fork(1_000 + n)),
		);
		this.examples = () => own.map((_, n) => runExampleLane(shop, n + 1, random.fork(2_000 + n)));
	}

	private readonly examples: () => Array<Promise<void>>;

	/** Starts everything. The triggers see the library before anything happens in it. */
	async start(): Promise<void> {
		for (const trigger of this.triggers) await trigger.poll();
		this.lanes.push(...this.triggers.map(async (trigger) => await trigger.run()));
		this.lanes.push(...this.files.map(async (lane) => await lane.run()), ...this.examples());
		void this.measure();
	}

	obey(order: ClientOrder): void {
		if (order.type === 'wanted') this.missing = order.missing;
		else if (order.type === 'renewed') this.renewals.get(order.world)?.();
		else if (order.type === 'disconnected') this.disconnected();
		else if (order.type === 'drain') void this.drain();
		else void this.finish();
	}

	private async renew(world: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.renewals.set(world, resolve);
			tell({ type: 'renew', world });
		});
		// A connection that the old service has closed must not take the next request.
		await sleep(RENEWED_MS);
	}

	/** Has the connections closed that are kept for the next request: how many there are changes all the time. */
	private async disconnect(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.disconnected = resolve;
			tell({ type: 'disconnect' });
		});
		await sleep(NOTICED_MS);
	}

	/** Measures again and again, when nothing is under way. */
	private async measure(): Promise<void> {
		while (!this.isOver) {
			await new Promise((resolve) => setTimeout(resolve, this.setup.restSeconds * 1000).unref());
			if (!this.isOver) await this.rest();
		}
	}

	private async rest(): Promise<void> {
		await this.gate.rest(async () => {
			await this.disconnect();
			const sample = await sampleOf(this.startedAt);
			// What n8n prunes with its executions.
			clearBinaryData();
			tell({ type: 'sample', sample });
		});
	}

	private async drain(): Promise<void> {
		this.isOver = true;
		await Promise.all(this.lanes);
		tell({ type: 'drained' });
	}

	private async finish(): Promise<void> {
		for (const trigger of this.triggers)
			await trigger.drain().catch((error: Error) => tell({ type: 'defect', text: error.message }));
		for (let n = 0; n < LAST_SAMPLES; n++) await this.rest();
		tell({ type: 'done', model: Object.assign({}, ...this.files.map(({ model }) => model.asModel())) });
	}
}

const folder = (): string => process.env.N8N_USER_FOLDER ?? '';
const clearBinaryData = (): void => rmSync(`${folder()}/.n8n/storage/workflows`, { recursive: true, force: true });

async function main(): Promise<void> {
	process.on('disconnect', () => process.exit(0));
	process.on('exit', () => rmSync(folder(), { recursive: true, force: true }));
	const setup = JSON.parse(process.argv[2] ?? '{}') as ClientSetup;
	const client = new Client(setup, await Nodes.start(setup.worlds));
	process.on('message', (order: ClientOrder) => client.obey(order));
	await client.start();
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
