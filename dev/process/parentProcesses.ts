import { execFileSync } from 'node:child_process';

/** There are never more processes than tsx, its shell and npm above this one. */
const MAX_HEIGHT = 5;

/** Calls `onExit` when npm or its shell ends: a SIGTERM to npm reaches no further. Does nothing without npm or `ps`. */
export function watchParentProcesses(onExit: () => void): void {
	const parents = process.env.npm_lifecycle_event ? parentsUpToNpm() : [];
	if (parents.length === 0) return;
	const watch = setInterval(() => {
		if (parents.every(isAlive)) return;
		clearInterval(watch);
		onExit();
	}, 500);
	watch.unref();
}

function parentsUpToNpm(): number[] {
	const parents: number[] = [];
	try {
		for (let pid = process.ppid; parents.length < MAX_HEIGHT;) {
			const row = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
			const [, parent, command] = /^\s*(\d+)\s+(.*)$/s.exec(row) ?? [];
			parents.push(pid);
			if (!parent || !command) return [];
			if (/\bnpm\b/.test(command)) return parents;
			pid = Number(parent);
		}
	} catch {
		// There is no ps, or a parent has just ended: the list would be incomplete.
	}
	return [];
}

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
