import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import type { Emulator } from '../../../emulator';
import { pause, waitFor } from '../../../../dev/process/waiting';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { workflowInARow } from '../../n8n/workflow';
import { serve } from '../../process/loopbackServer';

/** n8n saves executions and static data a moment after a run; no node can prevent the loss of a kill in between. */
export const SETTLED_MS = 3000;

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
export const pollsOf = (emulator: Emulator): number => feedRequests(emulator).length;

/** When the trigger last asked for changes, in milliseconds since 1970; 0 before the first time. */
export const lastPoll = (emulator: Emulator): number => feedRequests(emulator).at(-1)?.atMs ?? 0;

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
export async function publishWatch({ rest, credentials }: PreparedN8n, url: string): Promise<void> {
	const trigger = {
		name: 'Changes',
		type: 'n8n-nodes-file-library.fileLibraryTrigger',
		parameters: {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			authentication: 'libraryAuthorization',
			events: ['any'],
			startFrom: 'now',
			options: {},
		},
		credentials: { fileLibraryOrgApi: credentials.fileLibraryOrgApi },
	};
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
	await rest.publish(await rest.saveWorkflow(workflowInARow('Record: Changes', [trigger, record])));
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
