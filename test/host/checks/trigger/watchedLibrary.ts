import type { Emulator } from '../../../emulator';
import { workflowInARow } from '../../n8n/workflow';
import { pause } from '../../process/waiting';
import type { PreparedN8n } from '../preparedN8n';

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
			jsonBody: '={{ JSON.stringify($input.all().map((item) => item.json.hash)) }}',
			options: {},
		},
	};
	await rest.publish(await rest.saveWorkflow(workflowInARow('Record all changes', [trigger, record])));
}
