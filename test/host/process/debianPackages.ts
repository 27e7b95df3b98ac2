import { runChild } from '../../../dev/process/childProcess';
import { onPath } from './onPath';
import type { ShowDetail } from '../../../dev/process/progress';

/** Installs packages of Debian where root may, and does nothing elsewhere. Throws the words of a failed apt-get. */
export async function installPackages(names: string[], showDetail: ShowDetail, logFolder: string): Promise<void> {
	if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const options = { cwd: '/', env, logFile: `${logFolder}/apt.log`, timeoutMs: 300_000 };
	for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
		showDetail(`apt-get ${args.join(' ')}`);
		await runChild('apt-get', 'apt-get', args, options);
	}
}
