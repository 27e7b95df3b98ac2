import assert from 'node:assert/strict';
import { killChild } from '../../process/childProcess';
import { report } from '../../process/progress';
import { pause, waitFor } from '../../process/waiting';
import { sampleOf } from '../../workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { type OwnN8n, SHORT_LEASE, withOwnN8n } from '../ownN8n';
import type { PreparedN8n, TestKit } from '../preparedN8n';
import { NEXT_POLL_MS, SETTLED_MS } from '../trigger/crashes';
import { publishRecording, type Recorder, startRecorder } from '../trigger/recorder';
import { keepBusy, lastRead, readsOf } from './people';

/** The Activity Trigger while people are busy and n8n is killed; and the sample that reports mass downloads. */
export async function checkActivity(checks: Checks, kit: TestKit): Promise<void> {
	const recorder = await startRecorder();
	try {
		await withOwnN8n(kit, { name: 'activity', settings: SHORT_LEASE }, async (own) => {
			report('The Activity Trigger while n8n is killed and restarted');
			await checks.check(
				'what people do during a kill arrives once each',
				async () => await killWhileBusy(own, recorder),
				480_000,
			);
			await checks.check('Activity watch: who downloads many files is reported by mail', async () => {
				const { text } = await own.prepared.mail.mailAbout('files within an hour');
				assert.match(text, /Contracts\/offer/);
			});
		});
	} finally {
		await recorder.close();
	}
}

async function killWhileBusy({ prepared, server, start }: OwnN8n, recorder: Recorder): Promise<void> {
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
async function publishRecorder(prepared: PreparedN8n, url: string): Promise<void> {
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
		credentials: { fileLibraryEnterpriseApi: prepared.credentials.fileLibraryEnterpriseApi },
	};
	await publishRecording(prepared, trigger, { url, value: 'json.event + " " + json.fullpath' });
}
