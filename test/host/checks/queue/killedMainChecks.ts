import assert from 'node:assert/strict';
import { report } from '../../process/progress';
import { pause, waitFor } from '../../process/waiting';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { assertOnce, killBetweenPolls, killDuringPoll, NEXT_POLL_MS, SETTLED_MS, type Watch } from '../trigger/crashes';
import { type Recorder, startRecorder } from '../trigger/recorder';
import { changeLibrary, lastPoll, pollsOf, publishWatch } from '../trigger/watchedLibrary';
import type { Cluster } from './cluster';

const CHANGES = 300;

/** A watched library, from before its first poll until the main process has been killed. */
export class WatchedByMain {
	private constructor(
		private readonly prepared: PreparedN8n,
		private readonly cluster: Cluster,
		private readonly recorder: Recorder,
	) {}

	/** Publishes the workflow; n8n polls at its next full minute, while other checks run. */
	static async publish(prepared: PreparedN8n, cluster: Cluster): Promise<WatchedByMain> {
		const recorder = await startRecorder();
		// The folder is no change of the check itself.
		prepared.emulator.seedFile('Watched/before.txt', 'before');
		await publishWatch(prepared, recorder.url);
		return new WatchedByMain(prepared, cluster, recorder);
	}

	/** Kills the main process between two polls and during one. */
	async check(checks: Checks): Promise<void> {
		await checks.check(
			`${CHANGES} changes while the main process is killed twice: all arrive, none twice`,
			async () => await this.crash(),
			600_000,
		);
		await this.recorder.close();
	}

	/** Waits until a poll has ended that began after now. */
	private async nextPoll(): Promise<void> {
		const { emulator } = this.prepared;
		const polls = pollsOf(emulator);
		await waitFor(NEXT_POLL_MS, 'a poll', async () => pollsOf(emulator) > polls);
		await waitFor(60_000, 'the poll to end', async () => lastPoll(emulator) + SETTLED_MS < Date.now());
	}

	private async crash(): Promise<void> {
		const { emulator } = this.prepared;
		const { recorder, cluster } = this;
		// What other checks have changed since the first poll has to arrive before.
		await this.nextPoll();
		recorder.values.length = 0;
		const changes: string[] = [];
		const watch: Watch = { emulator, recorder, start: async () => await cluster.startMain() };
		const changing = changeLibrary(emulator, changes, CHANGES);
		await waitFor(60_000, 'changes', async () => changes.length > CHANGES / 3);
		await killBetweenPolls(watch, cluster.mainServer, changes);
		await killDuringPoll(watch, changes);
		await cluster.startMain();
		await changing;
		const arrived = () => changes.every((hash) => recorder.values.includes(hash));
		await waitFor(NEXT_POLL_MS, 'the rest of the changes', async () => arrived()).catch(() =>
			report('    not all changes arrived in time'),
		);
		await pause(SETTLED_MS);
		assert.equal(changes.length, CHANGES);
		assertOnce(changes, recorder);
	}
}
