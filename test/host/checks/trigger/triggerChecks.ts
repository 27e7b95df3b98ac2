import assert from 'node:assert/strict';
import { report } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import { SHORT_LEASE, withOwnN8n } from '../../../../dev/n8n/ownN8n';
import type { PreparedN8n, TestKit } from '../../../../dev/n8n/preparedN8n';
import { crashAndRestart, NEXT_POLL_MS, SETTLED_MS } from './crashes';
import { type Recorder, startRecorder } from './recorder';
import { CHANGES, lastPoll, pollsOf, publishWatch } from './watchedLibrary';

/** Kills n8n between polls, during one and while the library changes: every change must arrive exactly once. */
export async function checkTrigger(checks: Checks, kit: TestKit): Promise<void> {
	const recorder = await startRecorder();
	try {
		await withOwnN8n(kit, { name: 'trigger', settings: SHORT_LEASE }, async ({ prepared, server, start }) => {
			report('The trigger while n8n is killed and restarted');
			await checks.check(
				'a workflow with the trigger is published and does not report what already exists',
				async () => await publishAndWait(prepared, recorder),
				240_000,
			);
			await checks.check(
				`${CHANGES} changes during three kills: all arrive, none twice`,
				async () => await crashAndRestart({ emulator: prepared.emulator, recorder, start }, server),
				600_000,
			);
		});
	} finally {
		await recorder.close();
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
