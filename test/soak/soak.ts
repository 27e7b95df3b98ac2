import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type ClientSetup } from './client';
import { missingFaults } from './faultPlan';
import { newRecord, type Record } from './oracle';
import { type ClientMessage, type ClientOrder, type ServiceMessage, type ServiceOrder } from './messages';
import { type ServiceSetup } from './service';

/** A program of this folder in a process of its own, which ends with this one. */
class Program<Message extends { readonly type: string }, Order extends { readonly type: string }> {
	readonly ended: Promise<void>;
	private readonly child: ChildProcess;
	private readonly waiting = new Map<string, (message: Message) => void>();

	constructor(
		private readonly name: string,
		setup: unknown,
		private readonly heard: (message: Message) => void,
	) {
		this.child = fork(join(__dirname, `${name}.ts`), [JSON.stringify(setup)], {
			execArgv: ['--import', 'tsx', '--expose-gc'],
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		this.child.on('message', (message: Message) => {
			this.heard(message);
			this.waiting.get(message.type)?.(message);
		});
		this.ended = new Promise((resolve) => this.child.once('exit', () => resolve()));
	}

	tell(order: Order): void {
		if (this.child.connected) this.child.send(order);
	}

	/** The next message of this type. Rejects when the program ends first. */
	async next<Type extends Message['type']>(type: Type): Promise<Extract<Message, { readonly type: Type }>> {
		return await new Promise((resolve, reject) => {
			this.waiting.set(type, (message) => resolve(message as Extract<Message, { readonly type: Type }>));
			void this.ended.then(() => reject(new Error(`the ${this.name} of the soak ended`)));
		});
	}

	/** Ends the program. */
	async close(): Promise<void> {
		if (this.child.connected) this.child.disconnect();
		await this.ended;
	}
}

/** What a soak is asked for. */
export interface SoakPlan {
	readonly minutes: number;
	/** The least number of operations; an operation is an item that a node works on. */
	readonly operations: number;
	readonly seed: number;
	/** How often each fault has to happen at each endpoint. */
	readonly target: number;
	readonly fileLanes: number;
	readonly exampleLanes: number;
}

const PROGRESS_MS = 10_000;
/** A soak that has not done everything in its time goes on for at most this many times its time. */
const PATIENCE = 2;
/** Rest points in a soak; but not more often than every so many seconds. */
const [RESTS, LEAST_REST_SECONDS] = [40, 6];
/** So few endpoints with missing faults are named in the progress. */
const FEW = 3;

/** One soak: starts the service and the client, passes their messages on, and keeps what the oracle needs. */
export class Soak {
	readonly record: Record = newRecord();
	private readonly startedAt = Date.now();
	private service: Program<ServiceMessage, ServiceOrder> | undefined;
	private client: Program<ClientMessage, ClientOrder> | undefined;

	constructor(
		private readonly plan: SoakPlan,
		private readonly report: (line: string) => void,
	) {}

	/** Runs to its end. Rejects when one of the programs ends before. */
	async run(): Promise<Record> {
		const { seed, target, exampleLanes, fileLanes, minutes } = this.plan;
		const setup: ServiceSetup = { seed, target, worlds: 1 + exampleLanes };
		this.service = new Program<ServiceMessage, ServiceOrder>('service', setup, (message) => this.hear(message));
		const { worlds } = await this.service.next('ready');
		const restSeconds = Math.max(LEAST_REST_SECONDS, (minutes * 60) / RESTS);
		const clientSetup: ClientSetup = { seed, worlds, fileLanes, restSeconds };
		this.client = new Program<ClientMessage, ClientOrder>('client', clientSetup, (message) => this.note(message));
		const progress = setInterval(() => this.report(this.line()), PROGRESS_MS);
		try {
			await Promise.race([this.timeIsOver(), this.client.next('done')]);
			await this.end(this.service, this.client);
		} finally {
			clearInterval(progress);
			await Promise.all([this.client.close(), this.service.close()]);
		}
		return this.record;
	}

	private async end(
		service: Program<ServiceMessage, ServiceOrder>,
		client: Program<ClientMessage, ClientOrder>,
	): Promise<void> {
		client.tell({ type: 'drain' });
		await client.next('drained');
		service.tell({ type: 'calm' });
		client.tell({ type: 'finish' });
		this.record.model = (await client.next('done')).model;
		service.tell({ type: 'truth' });
		this.record.truth = (await service.next('truth')).truth;
	}

	private hear(message: ServiceMessage): void {
		if (message.type === 'fault') this.record.faults.push(message.event);
		else if (message.type === 'renewed' || message.type === 'disconnected') this.client?.tell(message);
		else if (message.type === 'coverage') {
			this.record.coverage = message.coverage;
			this.client?.tell({ type: 'wanted', missing: missingFaults(message.coverage, this.plan.target) });
		}
	}

	private note(message: ClientMessage): void {
		const { record } = this;
		if (message.type === 'outcome') record.outcomes.push(message.outcome);
		else if (message.type === 'sample') record.samples.push(message.sample);
		else if (message.type === 'defect') {
			record.defects.push(message.text);
			this.report(`  defect: ${message.text}`);
		} else if (message.type === 'changes' || message.type === 'activities')
			record[message.type].push(...message.keys);
		else if (message.type === 'renew' || message.type === 'disconnect') this.service?.tell(message);
	}

	/** Resolves when the time has passed and everything is done, or when the longest time for it has passed. */
	private async timeIsOver(): Promise<void> {
		const { minutes, operations, target } = this.plan;
		const until = (factor: number): boolean => Date.now() - this.startedAt >= factor * minutes * 60_000;
		const isDone = (): boolean =>
			this.operations >= operations && Object.keys(missingFaults(this.record.coverage, target)).length === 0;
		while (!until(PATIENCE) && !(until(1) && isDone())) await new Promise((resolve) => setTimeout(resolve, 250));
	}

	private get operations(): number {
		return this.record.outcomes.reduce((sum, { items }) => sum + items, 0);
	}

	private line(): string {
		const { faults, outcomes, coverage, samples, defects } = this.record;
		const places = Object.entries(missingFaults(coverage, this.plan.target));
		const missing = places.reduce((sum, [, count]) => sum + count, 0);
		const where = places.length <= FEW ? places.map(([place, count]) => `, ${count} at ${place}`).join('') : '';
		const failed = outcomes.filter(({ failures }) => failures.length > 0).length;
		const last = samples.at(-1);
		const memory = last
			? `, heap ${Math.round(last.heap / 1e6)} MB, ${last.descriptors} descriptors, cpu ${Math.round(last.cpu)} s`
			: '';
		return (
			`${Math.round((Date.now() - this.startedAt) / 1000)} s: ${this.operations} operations in ` +
			`${outcomes.length} executions (${failed} with failures), ${faults.length} faults ` +
			`(${missing} missing${where})${memory}, ${defects.length} defects`
		);
	}
}
