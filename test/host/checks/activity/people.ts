import type { Emulator } from '../../../emulator';
import { signed } from '../../../emulatorTests/testClient';
import { pause } from '../../process/waiting';

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
export async function keepBusy(emulator: Emulator, done: string[]): Promise<void> {
	for (let n = 0; n < ACTIVITIES; n++) {
		const doing = doings[n % 5 === 0 ? 2 : n % 2];
		if (doing) done.push(...(await doing(emulator, FILES[n % FILES.length] ?? '')));
		await pause(PAUSE_MS);
	}
}

const logRequests = (emulator: Emulator) => emulator.requests.filter(({ path }) => path.endsWith('/org/log'));

/** How often the trigger has read a log. */
export const readsOf = (emulator: Emulator): number => logRequests(emulator).length;

/** When the trigger last read a log, in milliseconds since 1970; 0 before the first time. */
export const lastRead = (emulator: Emulator): number => logRequests(emulator).at(-1)?.atMs ?? 0;
