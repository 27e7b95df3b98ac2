import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ShowDetail } from './progress';

/** A program that was started from here. */
export interface Child {
	readonly name: string;
	readonly pid: number;
	readonly logFile: string;
	/** Resolves with the exit code, or -1 after a signal; never rejects. */
	readonly ended: Promise<number>;
	hasEnded(): boolean;
}

/** Where and how a program is started. */
interface StartOptions {
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** Receives standard output and standard error. */
	readonly logFile: string;
	/** Runs the program as another user of the system. */
	readonly uid?: number;
	readonly gid?: number;
}

/** Time between SIGTERM and SIGKILL: long enough for n8n to finish writing. */
const GRACE_MS = 4000;

const running = new Set<Child>();
let onChange: (children: readonly Child[]) => void = () => undefined;

/** Calls `listener` with the programs that are running, each time one was started or has ended. */
export function watchChildren(listener: (children: readonly Child[]) => void): void {
	onChange = listener;
}

/** Starts a program in a process group of its own, so that it can be stopped together with what it starts itself. */
export function startChild(name: string, command: string, args: string[], options: StartOptions): Child {
	const { logFile, env = ownEnvironment(), ...where } = options;
	mkdirSync(dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile, { flags: 'w' });
	const started = spawn(command, args, { ...where, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	started.stdout.pipe(log, { end: false });
	started.stderr.pipe(log, { end: false });
	let over = false;
	const ended = new Promise<number>((resolve) => {
		const finish = (code: number) => {
			over = true;
			running.delete(child);
			onChange([...running]);
			log.end(() => resolve(code));
		};
		started.once('error', (error) => {
			log.write(`${error.message}\n`);
			finish(127);
		});
		started.once('close', (code) => finish(code ?? -1));
	});
	const child: Child = { name, pid: started.pid ?? 0, logFile, ended, hasEnded: () => over };
	running.add(child);
	onChange([...running]);
	return child;
}

/** Runs a program to its end and returns its output. Throws the last lines of it on failure, or after `timeoutMs`. */
export async function runChild(
	name: string,
	command: string,
	args: string[],
	options: StartOptions & { timeoutMs: number; showDetail?: ShowDetail },
): Promise<string> {
	const { timeoutMs, showDetail, ...start } = options;
	const child = startChild(name, command, args, start);
	const watch = setInterval(() => showDetail?.(tail(child.logFile, 1)), 2000);
	let late = false;
	const deadline = setTimeout(() => {
		late = true;
		void stopChild(child);
	}, timeoutMs);
	const code = await child.ended;
	clearInterval(watch);
	clearTimeout(deadline);
	if (code !== 0) {
		const why = late ? `took longer than ${timeoutMs / 1000} s` : `ended with code ${code}`;
		throw new Error(`${name} ${why}:\n${tail(child.logFile, 30)}`);
	}
	return readFileSync(child.logFile, 'utf8');
}

async function stopChild(child: Child): Promise<void> {
	if (child.hasEnded()) return;
	signal(child, 'SIGTERM');
	const force = setTimeout(() => signal(child, 'SIGKILL'), GRACE_MS);
	await child.ended;
	clearTimeout(force);
	// A process that the program left behind is still in its group; if the group is gone, this does nothing.
	signal(child, 'SIGKILL');
}

/** Kills a program and everything it started without warning, like a power cut; resolves when it is gone. */
export async function killChild(child: Child): Promise<void> {
	signal(child, 'SIGKILL');
	await child.ended;
}

/** Stops every program that is still running, with everything it started; resolves when they are gone. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map(stopChild));
}

/** The last lines of a log file; empty when it does not exist. */
export function tail(file: string, lines: number): string {
	if (!existsSync(file)) return '';
	return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** This program's environment without what `npm run` adds for this project, which would mislead another npm. */
export function ownEnvironment(): NodeJS.ProcessEnv {
	const foreign =
		/^(npm_(package|lifecycle|command|config_(local_prefix|prefix|global_prefix|node_gyp|noproxy))|INIT_CWD)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function signal(child: Child, name: NodeJS.Signals): void {
	if (!child.pid) return;
	try {
		process.kill(-child.pid, name);
	} catch {
		// The group has already ended.
	}
}
