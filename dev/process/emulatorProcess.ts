import { join } from 'node:path';
import { PROJECT } from '../n8n/packagedNodes';
import { type Child, startChild, tail } from './childProcess';
import { waitFor } from './waiting';

/** What the demo library may hold, in bytes: a library without a limit has no share of space to warn about. */
export const DEMO_CAPACITY = 100 * 1024 ** 3;

/** An emulator of the service that runs in a process of its own. */
export interface EmulatorProcess {
	readonly url: string;
	readonly child: Child;
}

/** Starts the emulator with its state in a folder and waits for an answer. Throws the end of its log if none comes. */
export async function startEmulatorProcess(
	port: number,
	stateFolder: string,
	logFolder: string,
): Promise<EmulatorProcess> {
	const url = `http://127.0.0.1:${port}`;
	const main = join('test', 'emulator', 'cli', 'main.ts');
	// People also try n8n's HTTP Request node, which sends GET unless told otherwise.
	const settings = [`--port=${port}`, `--data=${stateFolder}`, `--capacity=${DEMO_CAPACITY}`, '--any-method'];
	const args = ['--import', 'tsx', main, ...settings];
	const child = startChild('emulator', process.execPath, args, {
		cwd: PROJECT,
		logFile: join(logFolder, 'emulator.log'),
	});
	await waitFor(60_000, 'the emulator to answer', async () => {
		if (child.hasEnded()) throw new Error(`The emulator ended while starting:\n${tail(child.logFile, 15)}`);
		const answer = await fetch(`${url}/m-open/status`).catch(() => undefined);
		return answer?.ok;
	});
	return { url, child };
}
