import assert from 'node:assert/strict';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report, step } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import type { Emulator } from '../../../emulator';
import type { Checks } from '../checks';
import { fetchNode, uploadNode } from '../libraryNodes';
import type { Cluster, Worker } from './cluster';
import { type ContentServer, startContentServer } from './contentServer';
import { checkThroughput } from './throughput';
import { WebhookRuns } from './webhookRuns';

const MEGABYTES = 60;
/** Of every answer of the service: the upload of its chunks takes some seconds. */
const LATENCY_MS = 1500;
/** n8n notices a dead worker after its lock has ended and a grace time of 30 s. */
const NOTICED_MS = 180_000;

/** Kills a worker in the middle of an upload. n8n notices it while the other one works, and the upload is repeated. */
export async function checkKilledWorker(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	await withUpload(prepared, cluster, async (upload) => {
		await checks.check(
			'a worker is killed in the middle of an upload: nothing of the file is visible',
			async () => {
				await upload.killInTheMiddle(async (worker) => await worker.kill());
			},
		);
		await checkThroughput(checks, prepared, cluster);
		const isOld = isN8n1(prepared.n8n);
		await checks.check(
			isOld
				? 'the other worker repeats the execution by itself, and it succeeds'
				: 'n8n reports the execution as failed; the same request succeeds on the other worker',
			async () => await (isOld ? upload.isRepeated() : upload.failsAndIsRequestedAgain()),
			NOTICED_MS + 90_000,
		);
	});
}

/** Kills an upload's worker and webhook process; `meanwhile` restarts the main process, then n8n retries the upload. */
export async function checkKilledMachine(
	checks: Checks,
	prepared: PreparedN8n,
	cluster: Cluster,
	meanwhile: () => Promise<void>,
): Promise<void> {
	await withUpload(prepared, cluster, async (upload) => {
		await checks.check('a worker and the webhook process are killed in the middle of an upload', async () => {
			await upload.killInTheMiddle(async (worker) => {
				await Promise.all([worker.kill(), cluster.killWebhook()]);
			});
		});
		await step('Starting the webhook process and another worker', async () => {
			await Promise.all([cluster.startWebhook(), cluster.startWorker()]);
		});
		await meanwhile();
		await checks.check(
			'n8n reports the execution as crashed; retried, it succeeds, and the file has the right SHA1',
			async () => await upload.crashedAndIsRetried(),
			NOTICED_MS,
		);
	});
}

let uploads = 0;

async function withUpload(
	prepared: PreparedN8n,
	cluster: Cluster,
	use: (upload: KilledUpload) => Promise<void>,
): Promise<void> {
	const content = await startContentServer(MEGABYTES);
	try {
		await use(new KilledUpload(prepared, cluster, content, `killed ${++uploads}.bin`));
	} finally {
		prepared.emulator.faults.latencyMs = 0;
		await content.close();
	}
}

class KilledUpload {
	private runs: WebhookRuns | undefined;

	constructor(
		private readonly prepared: PreparedN8n,
		private readonly cluster: Cluster,
		private readonly content: ContentServer,
		private readonly file: string,
	) {}

	private get emulator(): Emulator {
		return this.prepared.emulator;
	}

	/** The executions of the upload, oldest first. */
	private get started(): WebhookRuns {
		if (!this.runs) throw new Error('no upload was started');
		return this.runs;
	}

	async killInTheMiddle(kill: (worker: Worker) => Promise<void>): Promise<void> {
		const nodes = [fetchNode(this.content.url), uploadNode(this.prepared, this.file)];
		const before = new Set(this.emulator.sessions().map(({ id }) => id));
		this.runs = await WebhookRuns.publish(this.prepared, this.file, nodes);
		this.emulator.faults.latencyMs = LATENCY_MS;
		await this.runs.start();
		const { received, size } = await waitFor(90_000, 'an upload that is half done', async () =>
			this.emulator.sessions().find((one) => !before.has(one.id) && one.received > 0 && one.received < one.size),
		);
		const [{ id } = { id: '' }] = await this.runs.all();
		const worker = this.cluster.workerOf(id);
		await kill(worker);
		this.emulator.faults.latencyMs = 0;
		report(`    ${worker.name} killed after ${received} of ${size} bytes`);
		assert.equal(this.fileSha1(), undefined);
		// What the service keeps of the upload is no entry of the library; it forgets it after some time.
		const left = this.emulator.sessions().filter((one) => !before.has(one.id));
		assert.ok(left.length <= 1 && left.every((one) => one.received < one.size));
	}

	/** The SHA1 of the file as the service has it; undefined while it has none. */
	private fileSha1(): string | undefined {
		const library = this.emulator.libraries.get(this.emulator.library.mountId);
		return library?.tree.find(`Queue/${this.file}`)?.filehash;
	}

	async failsAndIsRequestedAgain(): Promise<void> {
		const [first] = await this.started.ended(1, NOTICED_MS);
		assert.equal(first?.status, 'error');
		const seconds = (Date.parse(first.stoppedAt ?? '') - Date.parse(first.startedAt)) / 1000;
		report(`    noticed ${Math.round(seconds)} s after its start`);
		assert.equal(this.fileSha1(), undefined);
		await this.started.start();
		const [, second] = await this.started.ended(2, 90_000);
		await this.succeeded(second?.id ?? '');
	}

	/** n8n 1 hands the execution of a dead worker to another one, once (`QUEUE_WORKER_MAX_STALLED_COUNT`). */
	async isRepeated(): Promise<void> {
		const [only] = await this.started.ended(1, NOTICED_MS);
		await this.succeeded(only?.id ?? '');
	}

	async crashedAndIsRetried(): Promise<void> {
		const [first] = await this.started.ended(1, 60_000);
		assert.equal(first?.status, 'crashed');
		assert.equal(this.fileSha1(), undefined);
		const path = `/rest/executions/${first.id}/retry`;
		const retry = await this.prepared.rest.call<{ id: string }>('POST', path, { loadWorkflow: false });
		await this.succeeded(retry.id);
	}

	private async succeeded(id: string): Promise<void> {
		const execution = await this.started.read(id);
		assert.equal(execution.status, 'success', execution.error);
		assert.equal(execution.items('Upload')[0]?.json.filehash, this.content.sha1);
		assert.equal(this.fileSha1(), this.content.sha1);
		assert.ok(this.cluster.workerOf(id));
	}
}
