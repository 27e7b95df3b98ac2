import { join } from 'node:path';
import { demoAuthorization } from '../emulator/demo';
import type { Child } from './childProcess';
import { startChild, tail } from './childProcess';
import { PROJECT } from './packagedNodes';
import { until } from './progress';

/** A running emulator of the service. */
export interface EmulatorProcess {
	readonly url: string;
	readonly child: Child;
}

/** Starts the emulator as a process of its own and waits until it answers. Throws with its log when it does not. */
export async function startEmulatorProcess(port: number, dataFolder: string, logFolder: string): Promise<EmulatorProcess> {
	const url = `http://127.0.0.1:${port}`;
	const main = join('test', 'emulator', 'main.ts');
	const args = ['--import', 'tsx', main, '--port', String(port), '--data-folder', dataFolder];
	const child = startChild('emulator', process.execPath, args, { cwd: PROJECT, logFile: join(logFolder, 'emulator.log') });
	await until(30_000, 'The emulator did not come up', async () => {
		if (child.hasEnded()) throw new Error(`The emulator ended while starting:\n${tail(child.logFile, 15)}`);
		const answer = await fetch(`${url}/m-open/status`).catch(() => undefined);
		return answer?.ok ? true : undefined;
	});
	return { url, child };
}

/** The fields of the credential `fileLibraryOrgApi` that opens the emulator's demo library. */
export function demoCredential(baseUrl: string): Record<string, string | boolean> {
	return { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...demoAuthorization };
}
