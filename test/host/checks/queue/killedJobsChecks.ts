import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import { report } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { storedSizes } from './binaryData';
import type { Cluster } from './cluster';
import { KilledTable } from './killedTable';
import { downloadNode, uploadNode } from '../libraryNodes';
import { WebhookRuns } from './webhookRuns';

const MEGABYTES = 16;
const FILE = 'killed download.bin';
const COPY = 'copy of killed download.bin';
/** The time in which the service sends the content that is downloaded first, in eight pieces. */
const DRIP_MS = 40_000;
/** So long after its request a download has received something, and not all. */
const BEGUN_MS = 8000;
/** n8n notices dead workers after their locks have ended and a grace time of 30 s. */
const NOTICED_MS = 180_000;

/** Kills the workers of a download and of a table; the same requests, sent again, do what was asked for. */
export async function checkKilledJobs(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	const { emulator } = prepared;
	const content = randomBytes(MEGABYTES * 1e6);
	emulator.seedFile(`Queue/${FILE}`, content);
	const table = new KilledTable(emulator);
	try {
		const downloads = await WebhookRuns.publish(prepared, FILE, [
			downloadNode(prepared, FILE),
			// What n8n has stored of the download goes to the service, which tells its SHA1.
			uploadNode(prepared, COPY),
		]);
		const tables = await WebhookRuns.publish(prepared, 'Killed table', [table.node(prepared)]);
		const both = [downloads, tables];
		await checks.check('the workers of Download and Apply Table are killed in the middle of both', async () => {
			await table.slowly(async () => await killInTheMiddle({ prepared, cluster, table }, both));
		});
		await checks.check(
			'sent again, both requests succeed on other workers',
			async () => {
				while (cluster.workers.filter(({ runs }) => runs).length < 2) await cluster.startWorker();
				for (const runs of both) await succeedsAgain(prepared, runs);
			},
			NOTICED_MS,
		);
		await checks.check('the file is whole, and nothing half-done is left of it', async () => {
			await requireWholeFile(prepared, cluster, downloads, content);
		});
		await checks.check('the table is as its rows say, and the same rows change nothing', async () => {
			table.requireDone();
			const [before, { length }] = [table.writes(), await tables.all()];
			await tables.start();
			const ended = await tables.ended(length + 1, 60_000);
			assert.equal(ended.at(-1)?.status, 'success');
			assert.equal(table.writes(), before);
		});
	} finally {
		emulator.faults.clear();
	}
}

interface Lab {
	readonly prepared: PreparedN8n;
	readonly cluster: Cluster;
	readonly table: KilledTable;
}

async function killInTheMiddle({ prepared, cluster, table }: Lab, both: readonly WebhookRuns[]): Promise<void> {
	const { faults, requests, clock } = prepared.emulator;
	faults.add({ match: /^\/download\//, action: 'drip', slowMs: DRIP_MS });
	for (const runs of both) await runs.start();
	await waitFor(
		60_000,
		'a download and a table that are half done',
		async () => {
			const begun = requests.findLast(({ path }) => path.startsWith('/download/'))?.atMs ?? Infinity;
			return clock.now() - begun > BEGUN_MS && table.done() > 0;
		},
		20,
	);
	const ids = (await Promise.all(both.map(async (runs) => await runs.all()))).flat().map(({ id }) => id);
	const workers = new Set(ids.map((id) => cluster.workerOf(id)));
	await Promise.all([...workers].map(async (worker) => await worker.kill()));
	const names = [...workers].map(({ name }) => name).join(' and ');
	report(`    killed: ${names}, after ${table.writes()} changes; ${table.done()} folders are done`);
	table.requireHalfDone();
	assert.equal(sha1At(prepared, COPY), undefined);
}

const sha1At = ({ emulator }: PreparedN8n, name: string): string | undefined =>
	emulator.libraries.get(emulator.library.mountId)?.tree.find(`Queue/${name}`)?.filehash;

/** n8n 2 reports what a dead worker had as failed or crashed; n8n 1 hands it to another worker by itself. */
async function succeedsAgain({ n8n }: PreparedN8n, runs: WebhookRuns): Promise<void> {
	if (!isN8n1(n8n)) await runs.start();
	const ended = await runs.ended(isN8n1(n8n) ? 1 : 2, NOTICED_MS);
	const { status, error } = await runs.read(ended.at(-1)?.id ?? '');
	assert.equal(status, 'success', error);
	const before = ended.slice(0, -1).map((one) => one.status);
	// Which of the two it is depends on who notices first: the queue, or what n8n looks through now and then.
	assert.match(before.join(), isN8n1(n8n) ? /^$/ : /^(error|crashed)$/);
}

async function requireWholeFile(
	prepared: PreparedN8n,
	cluster: Cluster,
	runs: WebhookRuns,
	content: Buffer,
): Promise<void> {
	const sha1 = createHash('sha1').update(content).digest('hex');
	const all = await runs.all();
	const last = await runs.read(all.at(-1)?.id ?? '');
	assert.equal(last.items('Download')[0]?.json.verified, true);
	assert.equal(sha1At(prepared, COPY), sha1);
	const sizes = async () =>
		await Promise.all(all.map(async ({ id }) => await storedSizes(prepared.n8n, cluster, id)));
	report(`    files of n8n, by execution, in bytes: ${JSON.stringify(await sizes())}`);
	await prepared.rest.call('POST', '/rest/executions/delete', { ids: all.map(({ id }) => id) });
	assert.deepEqual((await sizes()).flat(), []);
}
