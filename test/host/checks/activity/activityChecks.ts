import assert from 'node:assert/strict';
import { type Emulator } from '../../../emulator';
import { signed } from '../../../emulatorTests/testClient';
import { killChild } from '../../../../dev/process/childProcess';
import { report } from '../../../../dev/process/progress';
import { pause, waitFor } from '../../../../dev/process/waiting';
import { type Checks } from '../checks';
import { type OwnN8n, SHORT_LEASE, withOwnN8n } from '../../../../dev/n8n/ownN8n';
import { type PreparedN8n, type TestKit } from '../../../../dev/n8n/preparedN8n';
import { checkAlarm } from './alarmChecks';
import { NEXT_POLL_MS, SETTLED_MS } from '../trigger/crashes';
import { publishRecording, type Recorder, startRecorder } from '../trigger/recorder';

/** How many things people do while n8n runs, is killed and starts again. */
const ACTIVITIES = 300;

/** The pause between two of them: several happen in one second, and together they take longer than one restart. */
const PAUSE_MS = 150;

const FILES = ['Contracts/offer.pdf', 'Contracts/offer.txt'];

async function send(
	emulator: Emulator,
	name: string,
	fields: Record<string, string>,
): Promise<Record<string, unknown>> {
	const body = signed(fields, emulator.library);
	const answer = await fetch(`${emulator.url}/m-open/1/file/${name}`, { method: 'POST', body });
	if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
	return (await answer.json()) as Record<string, unknown>;
}

/** One thing that a person does, and the words in which the trigger says it. */
const doings: ReadonlyArray<(emulator: Emulator, fullpath: string) => Promise<string[]>> = [
	async (emulator, fullpath) => {
		await send(emulator, 'download_url', { fullpath });
		return [`downloaded ${fullpath}`];
	},
	async (emulator, fullpath) => {
		await send(emulator, 'preview_url', { fullpath });
		return [`previewed ${fullpath}`];
	},
	async (emulator, fullpath) => {
		const { link } = await send(emulator, 'link', { fullpath, auth: 'download' });
		await fetch(String(link));
		await (await fetch(`${String(link)}/download`)).arrayBuffer();
		return [`linkCreated ${fullpath}`, `linkOpened ${fullpath}`, `linkDownloaded ${fullpath}`];
	},
];

/** Does all of it, one after the other; adds the words of each to `done` at once. */
async function keepBusy(emulator: Emulator, done: string[]): Promise<void> {
	for (let n = 0; n < ACTIVITIES; n++) {
		const doing = doings[n % 5 === 0 ? 2 : n % 2];
		if (doing) done.push(...(await doing(emulator, FILES[n % FILES.length] ?? '')));
		await pause(PAUSE_MS);
	}
}

const logRequests = (emulator: Emulator) => emulator.requests.filter(({ path }) => path.endsWith('/org/log'));

/** How often the trigger has read a log. */
const readsOf = (emulator: Emulator): number => logRequests(emulator).length;

/** When the trigger last read a log, in milliseconds since 1970; 0 before the first time. */
const lastRead = (emulator: Emulator): number => logRequests(emulator).at(-1)?.atMs ?? 0;

/** The sample that notices mass changes; and the Activity Trigger while people are busy and n8n is killed. */
export async function checkActivity(checks: Checks, kit: TestKit): Promise<void> {
	const recorder = await startRecorder();
	try {
		await withOwnN8n(kit, { name: 'activity', settings: SHORT_LEASE }, async (own) => {
			await checkAlarm(checks, own.prepared);
			report('The Activity Trigger while n8n is killed and restarted');
			await checks.check(
				'what people do during a kill arrives once each',
				async () => await killWhileBusy(own, recorder),
				480_000,
			);
		});
	} finally {
		await recorder.close();
	}
}

async function killWhileBusy({ prepared, server, start }: OwnN8n, recorder: Recorder): Promise<void> {
	const { emulator } = prepared;
	const readsBefore = readsOf(emulator);
	await publishRecorder(prepared, recorder.url);
	const isQuiet = async (): Promise<boolean> =>
		readsOf(emulator) > readsBefore && Math.max(lastRead(emulator), recorder.lastPost()) + SETTLED_MS < Date.now();
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
