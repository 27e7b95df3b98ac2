import { execFileSync } from 'node:child_process';

/** More than tsx, its shell and npm never stand above this program. */
const HEIGHT = 5;

/**
 * Calls `gone` when npm, or a program between npm and this one, has ended. A SIGTERM sent to npm reaches its shell
 * only, so that this program would go on alone. Does nothing where npm did not start it or there is no `ps`.
 */
export function watchCallers(gone: () => void): void {
	const callers = process.env.npm_lifecycle_event ? upToNpm() : [];
	if (callers.length === 0) return;
	const watch = setInterval(() => {
		if (callers.every(isAlive)) return;
		clearInterval(watch);
		gone();
	}, 500);
	watch.unref();
}

function upToNpm(): number[] {
	const callers: number[] = [];
	try {
		for (let pid = process.ppid; callers.length < HEIGHT;) {
			const [, parent, command] =
				/^\s*(\d+)\s+(.*)$/s.exec(
					execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }),
				) ?? [];
			callers.push(pid);
			if (!parent || !command) return [];
			if (/\bnpm\b/.test(command)) return callers;
			pid = Number(parent);
		}
	} catch {
		// No ps, or a caller ended at this very moment: nothing to rely on.
	}
	return [];
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
