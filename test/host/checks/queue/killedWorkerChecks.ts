import assert from 'node:assert/strict';
import type { Emulator } from '../../../emulator';
import { report } from '../../process/progress';
import { waitFor } from '../../process/waiting';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import type { Cluster } from './cluster';
import { type ContentServer, startContentServer } from './contentServer';
import { fetchNode, uploadNode } from './libraryNodes';
import type { Worker } from './worker';
import { WebhookRuns } from './webhookRuns';

const FILE = 'killed.bin';
const MEGABYTES = 60;
/** Of every answer of the service: the upload of its chunks takes some seconds. */
const LATENCY_MS = 1500;
/** n8n notices a dead worker after its lock has ended and a grace time of 30 s. */
const NOTICED_MS = 180_000;

/** Kills a worker in the middle of an upload, and repeats the execution on the other one. */
export async function checkKilledWorker(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	const content = await startContentServer(MEGABYTES);
	const upload = new KilledUpload(prepared, cluster, content);
	try {
		const killed = await checks.check(
			'a worker is killed in the middle of an upload',
			async () => await upload.kill(),
		);
		if (killed === undefined) return;
		await checks.check('nothing of the file is visible', async () => upload.nothingIsVisible());
		await checks.check(
			'n8n reports the execution as failed',
			async () => await upload.fails(killed),
			NOTICED_MS + 30_000,
		);
		await checks.check(
			'repeated, it succeeds on the other worker, and the file has the right SHA1',
			async () => await upload.repeat(killed),
		);
	} finally {
		prepared.emulator.faults.latencyMs = 0;
		content.close();
	}
}

class KilledUpload {
	private runs: WebhookRuns | undefined;

	constructor(
		private readonly prepared: PreparedN8n,
		private readonly cluster: Cluster,
		private readonly content: ContentServer,
	) {}

	private get emulator(): Emulator {
		return this.prepared.emulator;
	}

	/** The id of the execution whose worker was killed. */
	async kill(): Promise<string> {
		const runs = await WebhookRuns.publish(this.prepared, 'An upload', [
			fetchNode(this.content.url),
			uploadNode(this.prepared, FILE),
		]);
		this.runs = runs;
		this.emulator.faults.latencyMs = LATENCY_MS;
		await runs.start();
		const session = await waitFor(90_000, 'an upload that is half done', async () =>
			this.emulator.sessions().find(({ received, size }) => received > 0 && received < size),
		);
		const [{ id } = { id: '' }] = await runs.all();
		const worker = this.workerOf(id);
		await worker.kill();
		this.emulator.faults.latencyMs = 0;
		report(`    ${worker.name} killed after ${session.received} of ${session.size} bytes`);
		return id;
	}

	private workerOf(id: string): Worker {
		const found = this.cluster.workers.find((worker) => worker.runs && worker.executions().includes(id));
		if (!found) throw new Error(`no worker has started execution ${id}`);
		return found;
	}

	nothingIsVisible(): void {
		assert.equal(this.fileSha1(), undefined);
		// What the service keeps of the upload is no entry of the library; it forgets it after some time.
		assert.ok(this.emulator.sessions().length <= 1);
	}

	/** The SHA1 of the file as the service has it; undefined while it has none. */
	private fileSha1(): string | undefined {
		const library = this.emulator.libraries.get(this.emulator.library.mountId);
		return library?.tree.find(`Queue/${FILE}`)?.filehash;
	}

	async fails(id: string): Promise<void> {
		const from = Date.now();
		const [execution] = (await this.runs?.ended(1, NOTICED_MS)) ?? [];
		assert.equal(execution?.id, id);
		assert.ok(['error', 'crashed'].includes(execution?.status ?? ''), execution?.status);
		report(`    noticed after ${Math.round((Date.now() - from) / 1000)} s, as "${execution?.status}"`);
	}

	async repeat(id: string): Promise<void> {
		const { rest } = this.prepared;
		const retried = await rest.call<{ id: string; status: string }>('POST', `/rest/executions/${id}/retry`, {
			loadWorkflow: false,
		});
		const execution = await rest.finished(retried.id, 90_000);
		report(`    retried: ${execution.status} ${execution.error}, ${execution.items('Upload').length} items`);
		assert.equal(this.fileSha1(), this.content.sha1);
	}
}
