import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import type { Emulator } from '../../../emulator';
import type { WorkflowNode } from '../../n8n/workflow';
import type { Checks } from '../checks';
import { downloadNode, libraryNode, uploadNode } from '../libraryNodes';
import type { Cluster } from './cluster';
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

/** Requests that change permissions, and how long the service takes for each of them. */
const WRITE = /\/set_permission$/;
const WRITE_MS = 4000;
const [DEPARTMENT, GRANTED] = [3, ['ls', 'cd', 'pv', 'dl']];
const FOLDERS = Array.from({ length: 30 }, (_, n) => `Killed table/${n}`);

/** A table of permissions that is applied while its worker is killed. */
class KilledTable {
	constructor(private readonly emulator: Emulator) {
		for (const path of FOLDERS) emulator.seedFile(`${path}/a.txt`, 'a');
	}

	/** Applies the table. */
	readonly node = (prepared: PreparedN8n): WorkflowNode =>
		libraryNode(prepared, 'Apply', {
			resource: 'permission',
			operation: 'applyTable',
			dryRun: false,
			planOutput: 'summary',
			source: 'json',
			table: JSON.stringify(
				FOLDERS.map((fullpath) => ({ fullpath, group_id: DEPARTMENT, granted: GRANTED.join(), denied: '' })),
			),
		});

	/** The number of changes so far. */
	writes(): number {
		return this.emulator.requests.filter(({ path }) => WRITE.test(path)).length;
	}

	/** How many folders are as the rows say. */
	done(): number {
		const tree = this.emulator.libraries.get(this.emulator.library.mountId)?.tree;
		return FOLDERS.filter((path) => {
			const codes = tree?.get(path).details?.permissions?.groups.get(DEPARTMENT)?.codes ?? {};
			const set = Object.entries(codes).filter(([, value]) => value !== 0);
			return set.length === GRANTED.length && set.every(([code, value]) => value === 1 && GRANTED.includes(code));
		}).length;
	}
}

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
			await killInTheMiddle({ prepared, cluster, table }, both);
			emulator.faults.clear();
		});
		await checks.check(
			'sent again, both requests succeed on other workers',
			async () => {
				while (cluster.workers.filter(({ runs }) => runs).length < 2) await cluster.startWorker();
				for (const runs of both) await succeedsAgain(prepared, runs);
			},
			NOTICED_MS,
		);
		await checks.check('the file is whole', async () => {
			const last = await downloads.read((await downloads.all()).at(-1)?.id ?? '');
			assert.equal(last.items('Download')[0]?.json.verified, true);
			assert.equal(sha1At(prepared, COPY), createHash('sha1').update(content).digest('hex'));
		});
		await checks.check('the table is as its rows say, and the same rows change nothing', async () => {
			assert.equal(table.done(), FOLDERS.length);
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
	faults.add({ match: WRITE, action: 'slow', slowMs: WRITE_MS, times: 1000 });
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
	assert.ok(table.done() > 0 && table.done() < FOLDERS.length);
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
