import { delimiter, dirname } from 'node:path';
import { ownEnvironment, runChild } from '../process/childProcess';
import type { Say } from '../process/progress';

/** Runs npm in `cwd` with the Node that runs this program. Throws with npm's last lines when it fails. */
export async function npm(
	args: string[],
	options: { cwd: string; logFile: string; timeoutMs: number; say?: Say; nodeFolder?: string },
): Promise<string> {
	const env = ownEnvironment();
	const nodeFolder = options.nodeFolder ?? dirname(process.execPath);
	env.PATH = [nodeFolder, env.PATH].join(delimiter);
	// Under `npm run` npm tells where its program is; otherwise the one in PATH does.
	const program = process.env.npm_execpath;
	const [command, first] = program?.endsWith('.js') ? [process.execPath, [program]] : ['npm', []];
	return await runChild(`npm ${args[0]}`, command, [...first, ...args], { ...options, env });
}
