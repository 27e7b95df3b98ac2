import { delimiter, dirname } from 'node:path';
import { ownEnvironment, runChild } from '../process/childProcess';
import type { ShowDetail } from '../process/progress';

/** How npm is run; `nodeFolder` is put first in its PATH and is the folder of this program's Node.js by default. */
export interface NpmOptions {
	readonly cwd: string;
	readonly logFile: string;
	readonly timeoutMs: number;
	readonly showDetail?: ShowDetail;
	readonly nodeFolder?: string;
}

/** Runs npm. Throws the last lines of its output when it fails. */
export async function npm(args: string[], options: NpmOptions): Promise<string> {
	const { nodeFolder = dirname(process.execPath), ...run } = options;
	const env = ownEnvironment();
	env.PATH = [nodeFolder, env.PATH].join(delimiter);
	// Under `npm run`, npm tells where its program is; otherwise it is found in PATH.
	const program = process.env.npm_execpath;
	const [command, first] = program?.endsWith('.js') ? [process.execPath, [program]] : ['npm', []];
	return await runChild(`npm ${args[0]}`, command, [...first, ...args], { ...run, env });
}
