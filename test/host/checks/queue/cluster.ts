import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	type N8nServer,
	type ServerOptions,
	startN8n,
	startWebhookProcess,
	startWorker,
} from '../../../../dev/n8n/n8nServer';
import { installNodes } from '../../../../dev/n8n/packagedNodes';
import { type Child, killChild, runChild } from '../../../../dev/process/childProcess';
import { freePort } from '../../../../dev/process/freePort';
import { step } from '../../../../dev/process/progress';
import type { QueuePrograms } from '../../process/programs';
import { startQueueServices } from '../../process/queueServices';
import { startReverseProxy } from '../../process/reverseProxy';
import type { TestKit } from '../../../../dev/n8n/preparedN8n';
import { Worker } from './worker';

/** How many executions a worker runs at once: n8n's own default. */
const CONCURRENCY = 10;

/** What n8n's documentation lets a load balancer send to webhook processes. */
const WEBHOOK_PATHS = /^\/(webhook|webhook-waiting|form|form-waiting|mcp)\//;

/**
 * Shorter than n8n's defaults, so that the test sees within a minute what otherwise takes up to two: that a worker is
 * dead (by default after a lock of 60 s, looked at every 30 s), and that a publication was interrupted (120 s).
 */
const IMPATIENT = {
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

/** n8n in queue mode: main, two workers and a webhook process behind a proxy, over Redis and Postgres. */
export class Cluster {
	private started = 0;

	private constructor(
		/** Where people and programs reach n8n, whichever process answers. */
		readonly base: string,
		readonly folder: string,
		private readonly options: ServerOptions,
		private readonly programs: QueuePrograms,
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
		const cluster = new Cluster(base, folder, options, programs, ports, proxy.close);
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

	/** The rows that n8n's database answers. */
	async query(sql: string): Promise<string[]> {
		const port = this.options.settings?.DB_POSTGRESDB_PORT ?? '';
		const args = ['-h', '127.0.0.1', '-p', port, '-U', 'n8n', '-d', 'postgres', '-Atc', sql];
		const answer = await runChild('psql', join(this.programs.postgres, 'psql'), args, {
			cwd: this.folder,
			logFile: join(this.options.logFolder, 'psql.log'),
			timeoutMs: 30_000,
		});
		return answer.split('\n').filter(Boolean);
	}
}
