import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Say } from './progress';

/** A program that this one started. */
export interface Child {
	readonly name: string;
	readonly pid: number;
	readonly logFile: string;
	/** Resolves with the exit code, or -1 after a signal; never rejects. */
	readonly ended: Promise<number>;
	hasEnded(): boolean;
}

/** Where and how a program is started. */
export interface Start {
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** Receives standard output and standard error. */
	readonly logFile: string;
	/** Run as another user of the system. */
	readonly uid?: number;
	readonly gid?: number;
}

/** Time a program gets between SIGTERM and SIGKILL. Long enough for n8n to finish writing. */
const GRACE_MS = 4000;

const running: Child[] = [];

/** Starts a program in a process group of its own, so that it can be ended together with what it starts itself. */
export function startChild(name: string, command: string, args: string[], start: Start): Child {
	mkdirSync(dirname(start.logFile), { recursive: true });
	const log = createWriteStream(start.logFile, { flags: 'w' });
	const { uid, gid } = start;
	const made: ChildProcess = spawn(command, args, {
		cwd: start.cwd,
		env: start.env ?? ownEnvironment(),
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
		...(uid === undefined ? {} : { uid }),
		...(gid === undefined ? {} : { gid }),
	});
	made.stdout?.pipe(log, { end: false });
	made.stderr?.pipe(log, { end: false });
	let over = false;
	const ended = new Promise<number>((resolve) => {
		const finish = (code: number) => {
			over = true;
			const index = running.indexOf(child);
			if (index >= 0) running.splice(index, 1);
			log.end(() => resolve(code));
		};
		made.once('error', (error) => {
			log.write(`${error.message}\n`);
			finish(127);
		});
		made.once('close', (code) => finish(code ?? -1));
	});
	const child: Child = { name, pid: made.pid ?? 0, logFile: start.logFile, ended, hasEnded: () => over };
	running.push(child);
	return child;
}

/** Runs a program to its end. Throws with the last lines of its output when it fails or takes longer than `timeoutMs`. */
export async function runChild(
	name: string,
	command: string,
	args: string[],
	start: Start & { timeoutMs: number; say?: Say },
): Promise<string> {
	const child = startChild(name, command, args, start);
	const watch = setInterval(() => start.say?.(tail(child.logFile, 1)), 2000);
	let late = false;
	const deadline = setTimeout(() => {
		late = true;
		void stopChild(child);
	}, start.timeoutMs);
	const code = await child.ended;
	clearInterval(watch);
	clearTimeout(deadline);
	if (code !== 0) {
		const why = late ? `took longer than ${start.timeoutMs / 1000} s` : `ended with code ${code}`;
		throw new Error(`${name} ${why}:\n${tail(start.logFile, 30)}`);
	}
	return readFileSync(start.logFile, 'utf8');
}

/** Ends a program and the ones it started; resolves when it is gone. */
export async function stopChild(child: Child): Promise<void> {
	if (child.hasEnded()) return;
	signal(child, 'SIGTERM');
	const force = setTimeout(() => signal(child, 'SIGKILL'), GRACE_MS);
	await child.ended;
	clearTimeout(force);
	// A process that the program left behind shares its group; the group is gone when this fails.
	signal(child, 'SIGKILL');
}

/** Kills a program and the ones it started without a warning, as a power cut would; resolves when it is gone. */
export async function killChild(child: Child): Promise<void> {
	signal(child, 'SIGKILL');
	await child.ended;
}

/** Ends everything that is still running. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map(stopChild));
}

/** The last lines of a log file, or nothing when it does not exist. */
export function tail(file: string, lines: number): string {
	if (!existsSync(file)) return '';
	return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** This program's environment without what `npm run` adds for this project, which would mislead an npm started from here. */
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
		// The group has ended already.
	}
}
