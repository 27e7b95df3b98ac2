import assert from 'node:assert/strict';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { NEXT_POLL_MS, SETTLED_MS } from './crashes';
import { startRecorder } from './recorder';
import { lastPoll, pollsOf, publishWatch } from './watchedLibrary';

const FILES = ['polled one.txt', 'polled two.txt', 'polled three.txt'];

/** A published workflow with the trigger: what comes between two polls arrives with the second one, once. */
export async function checkOnePoll(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check(
		'what changes between two polls arrives with the second one, and only that',
		async () => await changeBetweenPolls(prepared),
		NEXT_POLL_MS * 2,
	);
}

async function changeBetweenPolls(prepared: PreparedN8n): Promise<void> {
	const { emulator } = prepared;
	const recorder = await startRecorder();
	try {
		const polls = pollsOf(emulator);
		await publishWatch(prepared, recorder.url);
		await waitFor(NEXT_POLL_MS, 'the first poll', async () => pollsOf(emulator) > polls);
		await waitFor(60_000, 'the first poll to end', async () => lastPoll(emulator) + SETTLED_MS < Date.now());
		assert.equal(recorder.posts(), 0);
		const hashes = FILES.map((name) => emulator.seedFile(`Contracts/${name}`, name));
		await waitFor(NEXT_POLL_MS, 'the changes', async () => recorder.values.length >= hashes.length);
		assert.deepEqual(recorder.values.toSorted(), hashes.toSorted());
	} finally {
		await recorder.close();
	}
}
