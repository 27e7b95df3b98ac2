import assert from 'node:assert/strict';
import { type PreparedN8n, SHORT_LEASE, type TestKit, withOwnN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import { beginWatch, CHANGES, crashAndRestart, NEXT_POLL_MS, type Recorder, startRecorder } from './watchedLibrary';

/** Kills n8n between polls, during one and while the library changes: every change must arrive exactly once. */
export async function checkTrigger(checks: Checks, kit: TestKit): Promise<void> {
	const recorder = await startRecorder();
	try {
		await withOwnN8n(kit, { name: 'trigger', settings: SHORT_LEASE }, async ({ prepared, server, start }) => {
			const { emulator } = prepared;
			report('The trigger while n8n is killed and restarted');
			await checks.check(
				'a workflow with the trigger is published and does not report what already exists',
				async () => {
					emulator.seedFile('Watched/before.txt', 'before');
					await beginWatch(prepared, recorder);
				},
				240_000,
			);
			await checks.check(
				`${CHANGES} changes during three kills: all arrive, none twice`,
				async () => await crashAndRestart({ emulator, recorder, start }, server),
				600_000,
			);
		});
	} finally {
		await recorder.close();
	}
}

const FILES = ['polled one.txt', 'polled two.txt', 'polled three.txt'];

/** A published workflow with the trigger: what comes between two polls arrives with the second one, once. */
export async function checkOnePoll(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const recorder = await startRecorder();
	await checks.check(
		'what changes between two polls arrives with the second one, and only that',
		async () => await changeBetweenPolls(prepared, recorder),
		NEXT_POLL_MS * 2,
	);
	await recorder.close();
}

async function changeBetweenPolls(prepared: PreparedN8n, recorder: Recorder): Promise<void> {
	await beginWatch(prepared, recorder);
	const hashes = FILES.map((name) => prepared.emulator.seedFile(`Contracts/${name}`, name));
	await waitFor(NEXT_POLL_MS, 'the changes', async () => recorder.values.length >= hashes.length);
	assert.deepEqual(recorder.values.toSorted(), hashes.toSorted());
}
