import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InstalledN8n, isN8n1 } from '../../../../dev/n8n/n8nCache';
import {
	type N8nServer,
	type ServerOptions,
	startN8n,
	startWebhookProcess,
	startWorker,
} from '../../../../dev/n8n/n8nServer';
import { installNodes } from '../../../../dev/n8n/packagedNodes';
import type { TestKit } from '../../../../dev/n8n/preparedN8n';
import { type Child, killChild } from '../../../../dev/process/childProcess';
import { freePort } from '../../../../dev/process/freePort';
import { step } from '../../../../dev/process/progress';
import { startReverseProxy } from '../../process/loopbackServer';
import type { QueuePrograms } from '../../process/programs';
import { startQueueServices } from '../../process/queueServices';

/** How many executions a worker runs at once: n8n's own default. */
const CONCURRENCY = 10;

/** What n8n's documentation lets a load balancer send to webhook processes. */
const WEBHOOK_PATHS = /^\/(webhook|webhook-waiting|form|form-waiting|mcp)\//;

/** Shorter than by default (worker's lock 60 s, looked at every 30 s; publication 120 s), to see it within a minute. */
const IMPATIENT = {
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

/** The IDs of binary data in queue mode; n8n 1 cannot keep them in its database. */
export const binaryId = (n8n: InstalledN8n): RegExp => (isN8n1(n8n) ? /^filesystem/ : /^database:/);

/** n8n in queue mode: main, two workers and a webhook process behind a proxy, over Redis and Postgres. */
export class Cluster {
	private started = 0;

	private constructor(
		/** Where people and programs reach n8n, whichever process answers. */
		readonly base: string,
		readonly folder: string,
		private readonly options: ServerOptions,
		private readonly ports: { readonly main: number; readonly webhook: number },
		readonly closeProxy: () => Promise<void>,
	) {}

	private main: N8nServer | undefined;
	private webhook: Child | undefined;
	/** The workers that were started so far, dead ones included. */
	readonly workers: Worker[] = [];

	/** Starts everything with empty data. Throws the end of the log of what does not start. */
	static async start({ n8n, tarball, temporary }: TestKit, programs: QueuePrograms): Promise<Cluster> {
		const [folder, logFolder] = [join(temporary, 'queue'), join(temporary, 'logs', 'queue')];
		mkdirSync(folder, { recursive: true });
		const ports = { main: await freePort(), webhook: await freePort() };
		const proxy = await startReverseProxy((path) => (WEBHOOK_PATHS.test(path) ? ports.webhook : ports.main));
		const base = `http://localhost:${proxy.port}`;
		await installNodes(tarball, folder);
		const settings = {
			...(await startQueueServices(programs, folder, logFolder)),
			...IMPATIENT,
			// All processes must be able to read the same credentials.
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			// Workers make links too.
			WEBHOOK_URL: `${base}/`,
		};
		const options = { n8n, userFolder: folder, logFolder, settings };
		const cluster = new Cluster(base, folder, options, ports, proxy.close);
		await cluster.startMain();
		await step('Starting n8n in queue mode: webhook process and two workers', async () => {
			await Promise.all([cluster.startWebhook(), cluster.startWorker(), cluster.startWorker()]);
		});
		return cluster;
	}

	/** Starts the main process, or starts it again. */
	async startMain(): Promise<N8nServer> {
		this.main = await step(
			'Starting n8n in queue mode: main process',
			async () => await startN8n(this.ports.main, this.options),
		);
		return this.main;
	}

	/** The main process that was started last. */
	get mainServer(): N8nServer {
		if (!this.main) throw new Error('the main process was not started');
		return this.main;
	}

	/** The address of the main process itself, without the proxy. */
	get mainAddress(): string {
		return `http://127.0.0.1:${this.ports.main}`;
	}

	/** Starts the webhook process, or starts it again. */
	async startWebhook(): Promise<void> {
		this.webhook = await startWebhookProcess(this.ports.webhook, this.options);
	}

	/** Kills the webhook process without warning. */
	async killWebhook(): Promise<void> {
		if (this.webhook) await killChild(this.webhook);
	}

	/** Starts one more worker. */
	async startWorker(): Promise<Worker> {
		const name = `n8n-worker-${++this.started}`;
		const worker = new Worker(await startWorker(name, CONCURRENCY, this.options));
		this.workers.push(worker);
		return worker;
	}

	/** The running worker that has started an execution. Throws when there is none. */
	workerOf(executionId: string): Worker {
		const found = this.workers.find((worker) => worker.runs && worker.executions().includes(executionId));
		if (!found) throw new Error(`no worker has started execution ${executionId}`);
		return found;
	}
}

/** A worker of queue mode, and what its log says of it. */
export class Worker {
	constructor(private readonly child: Child) {}

	get name(): string {
		return this.child.name;
	}

	get runs(): boolean {
		return !this.child.hasEnded();
	}

	/** The ids of the executions that it has started, in order; of one that waited, once for each time it went on. */
	executions(): string[] {
		const log = readFileSync(this.child.logFile, 'utf8');
		return [...log.matchAll(/Worker started execution (\d+)\b/gi)].map(([, id = '']) => id);
	}

	/** Kills it without warning, with everything that it started. */
	async kill(): Promise<void> {
		await killChild(this.child);
	}

	/** The memory of the process at the moment (RSS) in MB; undefined where the system does not tell. */
	memory(): number | undefined {
		try {
			const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
			return Math.round(Number(kilobytes) / 1000);
		} catch {
			return undefined;
		}
	}
}
