import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import type { N8nServer } from '../../../../dev/n8n/n8nServer';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { killChild } from '../../../../dev/process/childProcess';
import { report } from '../../../../dev/process/progress';
import { pause, waitFor } from '../../../../dev/process/waiting';
import type { Emulator } from '../../../emulator';
import { workflowInARow } from '../../n8n/workflow';
import { serve } from '../../process/loopbackServer';
import { changesTrigger } from '../libraryNodes';

/** n8n saves executions and static data a moment after a run; no node can prevent the loss of a kill in between. */
const SETTLED_MS = 3000;

/** n8n polls at most once a minute. */
export const NEXT_POLL_MS = 120_000;

/** How many changes are made while n8n runs, is killed and starts again. */
export const CHANGES = 1000;

/** The pause between two changes: together they take longer than one restart. */
const PAUSE_MS = 70;

/** Changes the library `count` times; adds the id of each new file to `changes` at once. */
export async function changeLibrary(emulator: Emulator, changes: string[], count = CHANGES): Promise<void> {
	for (let n = 0; n < count; n++) {
		changes.push(emulator.seedFile(`Watched/file-${n}.txt`, `content ${n}`));
		await pause(PAUSE_MS);
	}
}

const feedRequests = (emulator: Emulator) => emulator.requests.filter(({ path }) => path.endsWith('/file/updates'));

/** How often the trigger has asked for changes. */
const pollsOf = (emulator: Emulator): number => feedRequests(emulator).length;

/** When the trigger last asked for changes, in milliseconds since 1970; 0 before the first time. */
const lastPoll = (emulator: Emulator): number => feedRequests(emulator).at(-1)?.atMs ?? 0;

/** Records what a workflow posts to it. It runs outside the n8n that is killed. */
export interface Recorder {
	readonly url: string;
	/** The ids that were received, in order; each post is an array of them. */
	readonly values: string[];
	/** The number of posts received; each is one execution of the workflow. */
	posts(): number;
	/** When the last post arrived, in milliseconds since 1970; 0 before the first. */
	lastPost(): number;
	close(): Promise<void>;
}

/** Starts a recorder on a free port of the loopback address. */
export async function startRecorder(): Promise<Recorder> {
	const values: string[] = [];
	let [posts, last] = [0, 0];
	const server = await serve((request, response) => {
		void json(request).then((received) => {
			values.push(...(received as string[]));
			[posts, last] = [posts + 1, Date.now()];
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	return { url: `${server.origin}/`, values, posts: () => posts, lastPost: () => last, close: server.close };
}

/** Creates and publishes a workflow that posts the ids of all items of an execution to `url` at once. */
export async function publishWatch(prepared: PreparedN8n, url: string): Promise<void> {
	const record = {
		name: 'Record',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		executeOnce: true,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			options: {},
			jsonBody: '={{ JSON.stringify($input.all().map(({ json }) => json.hash)) }}',
		},
	};
	const { rest } = prepared;
	const nodes = [changesTrigger(prepared), record];
	await rest.publish(await rest.saveWorkflow(workflowInARow('Record: Changes', nodes)));
}

/** Publishes that workflow, and waits until its first poll has ended, which must not report what already exists. */
export async function beginWatch(prepared: PreparedN8n, recorder: Recorder): Promise<void> {
	const { emulator } = prepared;
	const polls = pollsOf(emulator);
	await publishWatch(prepared, recorder.url);
	// n8n answers before it has published the workflow, and saves the result of the first poll a moment after it.
	await nextPoll(emulator, polls);
	assert.equal(recorder.posts(), 0);
}

/** Waits until a poll has ended that began after the poll number `polls`. */
export async function nextPoll(emulator: Emulator, polls = pollsOf(emulator)): Promise<void> {
	await waitFor(NEXT_POLL_MS, 'a poll', async () => pollsOf(emulator) > polls);
	await waitFor(60_000, 'the poll to end', async () => lastPoll(emulator) + SETTLED_MS < Date.now());
}

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
