import type { Emulator } from '../../../emulator';
import { pause } from '../../../../dev/process/waiting';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { publishRecording } from './recorder';

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
export async function publishWatch(prepared: PreparedN8n, url: string): Promise<void> {
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
		credentials: { fileLibraryOrgApi: prepared.credentials.fileLibraryOrgApi },
	};
	await publishRecording(prepared, trigger, { url, value: 'json.hash' });
}
