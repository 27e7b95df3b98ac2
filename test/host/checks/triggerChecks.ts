import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Emulator } from '../../emulator';
import { startEmulator } from '../../emulator';
import type { Checks } from './checks';
import { killChild } from '../process/childProcess';
import { freePort } from '../process/freePort';
import type { N8nServer } from '../n8n/n8nServer';
import { startN8n } from '../n8n/n8nServer';
import { installNodes } from '../n8n/packagedNodes';
import { report, step, until } from '../process/progress';
import type { Recorder } from './recorder';
import { startRecorder } from './recorder';
import type { Ground, Stage } from '../stage';
import { prepareStage } from '../stage';

/** Changes that are made while n8n runs, is killed and starts again. */
const CHANGES = 1000;
/** Pause between two changes: all together take longer than one restart. */
const PAUSE_MS = 70;
/** n8n saves executions and static data some time after the run; a kill in between is a loss that no node can prevent. */
const SETTLED_MS = 3000;
/** n8n polls every minute at most. */
const NEXT_POLL_MS = 75_000;

/** After a kill during an activation n8n waits for the end of a lease (2 minutes by default) before it activates again. */
const impatient = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

interface Watch {
	readonly emulator: Emulator;
	readonly recorder: Recorder;
	readonly start: () => Promise<N8nServer>;
}

/** Kills n8n between polls, in the middle of one, and while changes are being made; every change must arrive once. */
export async function checkTrigger(checks: Checks, { n8n, tarball, temporary }: Ground): Promise<void> {
	const folder = join(temporary, 'trigger');
	await step('Installing the package into another n8n', async () => await installNodes(tarball, folder));
	const [emulator, recorder, port] = [
		await startEmulator({ seedDemo: true }),
		await startRecorder(),
		await freePort(),
	];
	const options = { n8n, userFolder: folder, logFolder: join(temporary, 'logs', 'trigger'), settings: impatient };
	const start = async (): Promise<N8nServer> => await step('Starting n8n', async () => await startN8n(port, options));
	try {
		const server = await start();
		const stage = await prepareStage(server.base, emulator, n8n, folder);
		report('The trigger while n8n is killed and restarted');
		await checks.check(
			'a workflow with the trigger is activated and tells nothing of what was there',
			async () => {
				emulator.seedFile('Watched/before.txt', 'before');
				await activate(stage, recorder.url);
				// n8n answers before it has activated the workflow, and saves what the first poll found a little later.
				await until(NEXT_POLL_MS, 'no poll after the activation', async () =>
					pollsOf(emulator) > 0 ? true : undefined,
				);
				await until(30_000, 'the first poll does not end', async () =>
					lastPoll(emulator) + SETTLED_MS < Date.now() ? true : undefined,
				);
				assert.equal(recorder.posts(), 0);
			},
			120_000,
		);
		await checks.check(
			`${CHANGES} changes over three kills: all arrive, none twice`,
			async () => await killed({ emulator, recorder, start }, server),
			240_000,
		);
	} finally {
		await recorder.close();
		await emulator.close();
	}
}

async function killed(watch: Watch, first: N8nServer): Promise<void> {
	const { emulator, recorder, start } = watch;
	const made: string[] = [];
	const writing = write(emulator, made);
	await until(30_000, 'no changes', async () => (made.length > 150 ? true : undefined));
	await killQuietly(watch, first, made);
	const second = await start();
	await until(60_000, 'nothing arrived after the restart', async () =>
		recorder.values.length >= 150 ? true : undefined,
	);
	report(`    ${recorder.values.length} of ${made.length} arrived after the first restart`);
	await killQuietly(watch, second, made);

	emulator.faults.latencyMs = 4000;
	const polls = pollsOf(emulator);
	const third = await start();
	await until(60_000, 'no poll after the restart', async () => (pollsOf(emulator) > polls ? true : undefined), 20);
	await killChild(third.child);
	report(`    killed in the middle of a poll, after ${made.length} changes`);
	emulator.faults.latencyMs = 0;

	await start();
	await writing;
	report(`    all ${made.length} changes are made, ${recorder.values.length} have arrived`);
	await until(NEXT_POLL_MS, 'the rest of the changes', async () =>
		recorder.values.length >= made.length ? true : undefined,
	).catch(() => report('    not all changes arrived in time'));
	await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
	const unique = new Set(recorder.values);
	assert.equal(made.filter((hash) => !unique.has(hash)).length, 0, 'changes are missing');
	assert.equal(recorder.values.length - unique.size, 0, 'changes came twice');
	assert.deepEqual([...unique].sort(), [...made].sort());
	report(`    ${unique.size} changes in ${recorder.posts()} executions`);
}

/** Kills n8n while it is neither polling nor working, well before the next minute begins. */
async function killQuietly({ emulator, recorder }: Watch, server: N8nServer, made: readonly string[]): Promise<void> {
	await until(60_000, 'no quiet moment', async () => {
		const now = Date.now();
		const busy = Math.max(recorder.lastPost(), lastPoll(emulator)) + SETTLED_MS > now;
		return !busy && now % 60_000 < 55_000 && now % 60_000 > 1000 ? true : undefined;
	});
	await killChild(server.child);
	report(`    killed between polls, after ${made.length} changes`);
}

async function write(emulator: Emulator, made: string[]): Promise<void> {
	for (let n = 0; n < CHANGES; n++) {
		made.push(emulator.seedFile(`Watched/file-${n}.txt`, `content ${n}`));
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}

const feedRequests = (emulator: Emulator) => emulator.requests.filter(({ path }) => path.endsWith('/file/updates'));
const pollsOf = (emulator: Emulator): number => feedRequests(emulator).length;
const lastPoll = (emulator: Emulator): number => feedRequests(emulator).at(-1)?.atMs ?? 0;

/** Saves and activates a workflow that posts the ids of all items of a run at once. */
async function activate({ rest, credentials }: Stage, url: string): Promise<void> {
	const trigger = {
		id: 'a7c50000-0000-4000-8000-000000000001',
		name: 'Changes',
		type: 'n8n-nodes-file-library.fileLibraryTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			authentication: 'libraryAuthorization',
			events: ['any'],
			startFrom: 'now',
			options: {},
		},
		credentials: {
			fileLibraryOrgApi: { id: credentials.fileLibraryOrgApi ?? '', name: 'File Library (local emulator)' },
		},
	};
	const record = {
		id: 'a7c50000-0000-4000-8000-000000000002',
		name: 'Record',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [240, 0],
		executeOnce: true,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($input.all().map((item) => item.json.hash)) }}',
			options: {},
		},
	};
	const { id, versionId } = await rest.call<{ id: string; versionId: string }>('POST', '/rest/workflows', {
		name: 'Record all changes',
		nodes: [trigger, record],
		settings: { executionOrder: 'v1' },
		connections: { Changes: { main: [[{ node: 'Record', type: 'main', index: 0 }]] } },
	});
	await rest.call('POST', `/rest/workflows/${id}/activate`, { versionId });
}
