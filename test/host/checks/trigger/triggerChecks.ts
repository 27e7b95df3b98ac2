import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startEmulator } from '../../../emulator';
import type { N8nServer } from '../../n8n/n8nServer';
import { startN8n } from '../../n8n/n8nServer';
import { installNodes } from '../../n8n/packagedNodes';
import { freePort } from '../../process/freePort';
import { report, step } from '../../process/progress';
import { waitFor } from '../../process/waiting';
import type { Checks } from '../checks';
import type { PreparedN8n, TestKit } from '../preparedN8n';
import { prepareN8n } from '../preparedN8n';
import { crashAndRestart, NEXT_POLL_MS, SETTLED_MS } from './crashes';
import { type Recorder, startRecorder } from './recorder';
import { CHANGES, lastPoll, pollsOf, publishWatch } from './watchedLibrary';

/** After a kill during a publication, n8n waits for a lease to end (2 minutes by default) before it publishes again. */
const SHORT_LEASE = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

/** Kills n8n between polls, during one and while the library changes: every change must arrive exactly once. */
export async function checkTrigger(checks: Checks, { n8n, tarball, temporary }: TestKit): Promise<void> {
	const folder = join(temporary, 'trigger');
	await step('Installing the package into another n8n', async () => await installNodes(tarball, folder));
	const [emulator, recorder, port] = [
		await startEmulator({ seedDemo: true }),
		await startRecorder(),
		await freePort(),
	];
	const options = { n8n, userFolder: folder, logFolder: join(temporary, 'logs', 'trigger'), settings: SHORT_LEASE };
	const start = async (): Promise<N8nServer> => await step('Starting n8n', async () => await startN8n(port, options));
	try {
		const server = await start();
		const prepared = await prepareN8n(server.base, emulator, n8n, folder);
		report('The trigger while n8n is killed and restarted');
		await checks.check(
			'a workflow with the trigger is published and does not report what already exists',
			async () => await publishAndWait(prepared, recorder),
			240_000,
		);
		await checks.check(
			`${CHANGES} changes during three kills: all arrive, none twice`,
			async () => await crashAndRestart({ emulator, recorder, start }, server),
			600_000,
		);
	} finally {
		await recorder.close();
		await emulator.close();
	}
}

async function publishAndWait(prepared: PreparedN8n, recorder: Recorder): Promise<void> {
	const { emulator } = prepared;
	emulator.seedFile('Watched/before.txt', 'before');
	await publishWatch(prepared, recorder.url);
	// n8n answers before it has published the workflow, and saves the result of the first poll a moment after it.
	await waitFor(NEXT_POLL_MS, 'the first poll', async () => pollsOf(emulator) > 0);
	await waitFor(60_000, 'the first poll to end', async () => lastPoll(emulator) + SETTLED_MS < Date.now());
	assert.equal(recorder.posts(), 0);
}
