import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startEmulator } from '../../../emulator';
import { type N8nServer, startN8n } from '../../n8n/n8nServer';
import { installNodes } from '../../n8n/packagedNodes';
import { workflowInARow } from '../../n8n/workflow';
import { killChild } from '../../process/childProcess';
import { freePort } from '../../process/freePort';
import { report, step } from '../../process/progress';
import { pause, waitFor } from '../../process/waiting';
import { sampleOf } from '../../workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { prepareN8n, type PreparedN8n, type TestKit } from '../preparedN8n';
import { type Recorder, startRecorder } from '../trigger/recorder';
import { keepBusy, lastRead, readsOf } from './people';

/** n8n saves executions and static data a moment after a run; no node can prevent the loss of a kill in between. */
const SETTLED_MS = 3000;
/** n8n polls at most once a minute. */
const NEXT_POLL_MS = 120_000;
/** After a kill during a publication, n8n waits for a lease to end (2 minutes by default) before it publishes again. */
const SHORT_LEASE = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

/** The Activity Trigger while people are busy and n8n is killed; and the sample that reports mass downloads. */
export async function checkActivity(checks: Checks, { n8n, tarball, temporary }: TestKit): Promise<void> {
	const folder = join(temporary, 'activity');
	await step('Installing the package into another n8n', async () => await installNodes(tarball, folder));
	const [emulator, recorder, port] = [
		await startEmulator({ seedDemo: true }),
		await startRecorder(),
		await freePort(),
	];
	const options = { n8n, userFolder: folder, logFolder: join(temporary, 'logs', 'activity'), settings: SHORT_LEASE };
	const start = async (): Promise<N8nServer> => await step('Starting n8n', async () => await startN8n(port, options));
	try {
		const server = await start();
		const prepared = await prepareN8n(server.base, emulator, n8n, folder);
		report('The Activity Trigger while n8n is killed and restarted');
		await checks.check(
			'what people do during a kill arrives once each',
			async () => await killWhileBusy(prepared, recorder, server, start),
			480_000,
		);
		await checks.check('Activity watch: who downloads many files is reported by mail', async () => {
			const { text } = await prepared.mail.mailAbout('files within an hour');
			assert.match(text, /Contracts\/offer/);
		});
	} finally {
		await recorder.close();
		await emulator.close();
	}
}

async function killWhileBusy(
	prepared: PreparedN8n,
	recorder: Recorder,
	server: N8nServer,
	start: () => Promise<N8nServer>,
): Promise<void> {
	const { emulator, rest, samples } = prepared;
	await publishRecorder(prepared, recorder.url);
	await rest.publish(sampleOf(samples, 'activity-watch.json').id);
	const isQuiet = async (): Promise<boolean> =>
		readsOf(emulator) > 0 && Math.max(lastRead(emulator), recorder.lastPost()) + SETTLED_MS < Date.now();
	await waitFor(NEXT_POLL_MS, 'the first poll', isQuiet);
	assert.equal(recorder.posts(), 0);
	const done: string[] = [];
	const busy = keepBusy(emulator, done);
	await waitFor(60_000, 'activities', async () => done.length > 100);
	await waitFor(90_000, 'a quiet moment', async () => (await isQuiet()) && Date.now() % 60_000 < 50_000);
	await killChild(server.child);
	report(`    killed after ${done.length} activities, ${recorder.values.length} had arrived`);
	await start();
	await busy;
	await waitFor(NEXT_POLL_MS, 'the rest', async () => recorder.values.length >= done.length).catch(() =>
		report('    not everything arrived in time'),
	);
	await pause(SETTLED_MS);
	assert.deepEqual(recorder.values.toSorted(), done.toSorted());
	report(`    ${done.length} activities in ${recorder.posts()} executions`);
}

/** Creates and publishes a workflow that posts what each item says to `url` at once. */
async function publishRecorder({ rest, credentials }: PreparedN8n, url: string): Promise<void> {
	const trigger = {
		name: 'Activities',
		type: 'n8n-nodes-file-library.fileLibraryActivityTrigger',
		parameters: {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			events: ['anyInLibraries'],
			libraries: {},
			startFrom: 'now',
			filters: {},
			options: {},
		},
		credentials: { fileLibraryEnterpriseApi: credentials.fileLibraryEnterpriseApi },
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
			jsonBody: '={{ JSON.stringify($input.all().map(({ json }) => json.event + " " + json.fullpath)) }}',
			options: {},
		},
	};
	await rest.publish(await rest.saveWorkflow(workflowInARow('Record all activities', [trigger, record])));
}
