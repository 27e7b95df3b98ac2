import { delimiter, dirname } from 'node:path';
import { ownEnvironment, runChild } from '../process/childProcess';
import type { ShowDetail } from '../process/progress';

/** How npm is run, by the Node.js of this program; `env` is added to its environment. */
export interface NpmOptions {
	readonly cwd: string;
	readonly logFile: string;
	readonly timeoutMs: number;
	readonly showDetail?: ShowDetail;
	readonly env?: Readonly<Record<string, string>>;
}

/** Runs npm. Throws the last lines of its output when it fails. */
export async function npm(args: string[], options: NpmOptions): Promise<string> {
	const env = { ...ownEnvironment(), ...options.env };
	env.PATH = [dirname(process.execPath), env.PATH].join(delimiter);
	// Under `npm run`, npm tells where its program is; otherwise it is found in PATH.
	const program = process.env.npm_execpath;
	const [command, first] = program?.endsWith('.js') ? [process.execPath, [program]] : ['npm', []];
	return await runChild(`npm ${args[0]}`, command, [...first, ...args], { ...options, env });
}
