import assert from 'node:assert/strict';
import type { Emulator } from '../../../emulator';
import type { N8nServer } from '../../../../dev/n8n/n8nServer';
import { killChild } from '../../../../dev/process/childProcess';
import { report } from '../../../../dev/process/progress';
import { pause, waitFor } from '../../../../dev/process/waiting';
import { changeLibrary, lastPoll, NEXT_POLL_MS, pollsOf, type Recorder, SETTLED_MS } from './watchedLibrary';

/** An n8n that watches a library, can be killed and is started again with the same data. */
export interface Watch {
	readonly emulator: Emulator;
	readonly recorder: Recorder;
	readonly start: () => Promise<N8nServer>;
}

/** Kills n8n twice between polls and once during one while the library changes; each change must arrive once. */
export async function crashAndRestart(watch: Watch, first: N8nServer): Promise<void> {
	const { emulator, recorder, start } = watch;
	const changes: string[] = [];
	const changing = changeLibrary(emulator, changes);
	await waitFor(60_000, 'changes', async () => changes.length > 150);
	await killBetweenPolls(watch, first, changes);
	const second = await start();
	await waitFor(NEXT_POLL_MS, 'changes to arrive after the restart', async () => recorder.values.length >= 150);
	report(`    ${recorder.values.length} of ${changes.length} changes arrived after the first restart`);
	await killBetweenPolls(watch, second, changes);
	await killDuringPoll(watch, changes);
	await start();
	await changing;
	report(`    all ${changes.length} changes are made, ${recorder.values.length} have arrived`);
	await arriveOnce(changes, recorder);
}

/** Kills n8n while it is neither polling nor executing, well before it polls in the next minute. */
export async function killBetweenPolls(
	{ emulator, recorder }: Watch,
	server: N8nServer,
	changes: readonly string[],
): Promise<void> {
	await waitFor(90_000, 'a quiet moment', async () => {
		const now = Date.now();
		const busy = Math.max(recorder.lastPost(), lastPoll(emulator)) + SETTLED_MS > now;
		return !busy && now % 60_000 < 55_000 && now % 60_000 > 1000;
	});
	await killChild(server.child);
	report(`    killed between polls, after ${changes.length} changes`);
}

/** Starts n8n and kills it while the service, slowed down, has not answered its first poll. */
export async function killDuringPoll({ emulator, start }: Watch, changes: readonly string[]): Promise<void> {
	emulator.faults.latencyMs = 4000;
	const polls = pollsOf(emulator);
	const server = await start();
	await waitFor(NEXT_POLL_MS, 'a poll after the restart', async () => pollsOf(emulator) > polls, 20);
	await killChild(server.child);
	report(`    killed during a poll, after ${changes.length} changes`);
	emulator.faults.latencyMs = 0;
}

/** Waits for the rest of the changes. Throws unless every one has arrived, and none twice. */
export async function arriveOnce(changes: readonly string[], recorder: Recorder): Promise<void> {
	const arrived = (): boolean => changes.every((hash) => recorder.values.includes(hash));
	await waitFor(NEXT_POLL_MS, 'the rest of the changes', async () => arrived()).catch(() =>
		report('    not all changes arrived in time'),
	);
	await pause(SETTLED_MS);
	const unique = new Set(recorder.values);
	assert.equal(changes.filter((hash) => !unique.has(hash)).length, 0, 'changes are missing');
	assert.equal(recorder.values.length - unique.size, 0, 'changes arrived twice');
	assert.deepEqual([...unique].sort(), [...changes].sort());
	report(`    ${unique.size} changes in ${recorder.posts()} executions`);
}
