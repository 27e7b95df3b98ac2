import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator } from '../../emulator';
import { isN8n1, type InstalledN8n } from '../n8n/n8nCache';
import { startN8n, startWorker } from '../n8n/n8nServer';
import { installNodes } from '../n8n/packagedNodes';
import { freePort } from '../process/freePort';
import { report, step } from '../process/progress';
import { queuePrograms } from '../process/queuePrograms';
import { startQueueServices } from '../process/queueServices';
import type { Checks } from './checks';
import type { PreparedN8n, TestKit } from './preparedN8n';
import { prepareN8n } from './preparedN8n';
import { Readers } from './reading/readers';
import { column } from './samples/sampleRun';
import { checkSample } from './samples/firstFileChecks';

/** The IDs of binary data; n8n 1 cannot keep them in its database. */
const binaryId = (n8n: InstalledN8n): RegExp => (isN8n1(n8n) ? /^filesystem/ : /^database:/);

/**
 * Runs the sample workflow in n8n's queue mode: a main instance, a worker, Redis and Postgres. Where these programs are
 * missing, it prints that and checks nothing.
 */
export async function checkQueueMode(checks: Checks, { n8n, tarball, temporary }: TestKit): Promise<void> {
	const folder = join(temporary, 'queue');
	const [logFolder, port] = [join(temporary, 'logs', 'queue'), await freePort()];
	mkdirSync(folder, { recursive: true });
	const programs = await step(
		'Looking for Redis and Postgres',
		async (showDetail) => await queuePrograms(showDetail, logFolder),
	);
	if (typeof programs === 'string') {
		report(`  queue mode skipped: ${programs}`);
		return;
	}
	await installNodes(tarball, folder);
	const settings = {
		...(await startQueueServices(programs, folder, logFolder)),
		// The main instance and the worker must be able to read the same credentials.
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// Workers make links too.
		WEBHOOK_URL: `http://localhost:${port}/`,
	};
	const options = { n8n, userFolder: folder, logFolder, settings };
	const server = await step('Starting n8n in queue mode: main instance', async () => await startN8n(port, options));
	const worker = await step('Starting n8n in queue mode: worker', async () => await startWorker(options));
	// An emulator of its own: content that is already stored would be uploaded without chunks.
	const emulator = await startEmulator({ seedDemo: true });
	try {
		const prepared = await prepareN8n(server.base, emulator, n8n, folder);
		const execution = await checkSample(checks, prepared);
		await checks.check('the worker executed it, with binary data in the database', async () => {
			assert.ok(execution, 'no execution');
			const id = execution.items('Download the file')[0]?.binary?.data?.id ?? '';
			assert.match(id, binaryId(n8n));
			assert.match(readFileSync(worker.logFile, 'utf8'), new RegExp(`execution ${execution.id}\\b`));
		});
		await checkApprovals(checks, prepared, worker.logFile);
	} finally {
		await emulator.close();
	}
}

const checkApprovals = async (checks: Checks, prepared: PreparedN8n, workerLog: string): Promise<void> =>
	await checks.check(
		'two people approve: the main instance takes the answers, the worker goes on',
		async () => await approveOnWorker(new Readers(prepared), workerLog),
		120_000,
	);

async function approveOnWorker(readers: Readers, workerLog: string): Promise<void> {
	const { rest } = readers.prepared;
	const { id, links } = await readers.waiting(['a', 'b'], {}, {});
	const decide = async (link = '', decision = ''): Promise<void> => {
		const body = {
			kind: 'decision',
			token: await readers.token(link),
			decision,
			comment: '',
			pages: [1],
			total: 3,
		};
		assert.equal((await readers.post(link, body)).state, 'accepted');
	};
	await decide(links[0], 'approve');
	await rest.waiting(id, 30_000);
	await decide(links[1], 'decline');
	const execution = await rest.finished(id, 30_000);
	assert.equal(execution.status, 'success', execution.error);
	assert.deepEqual(column(execution, 'Wait', 'outcome'), ['approved', 'declined']);
	const runs = readFileSync(workerLog, 'utf8').match(new RegExp(`started execution ${id}\\b`, 'gi')) ?? [];
	assert.equal(runs.length, 3, 'the worker ran it from the start and after each answer');
}
