import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isAlive } from '../process/parentProcesses';

/** A process, recognized even after its id has been given to another one. */
export interface ProcessMark {
	readonly pid: number;
	/** When it was started, in the words of the system; empty where the system does not say. */
	readonly startedAt: string;
}

/** The mark of a running process. */
export const markOf = (pid: number): ProcessMark => ({ pid, startedAt: startOf(pid) ?? '' });

/** Whether the process of a mark is still running; one that has ended and is only not collected yet is not. */
export function isRunning({ pid, startedAt }: ProcessMark): boolean {
	// 0 stands for a program that could not be started; for the system it would be this process and its group.
	if (pid <= 0 || !isAlive(pid)) return false;
	const start = startOf(pid);
	return start !== undefined && (startedAt === '' || start === '' || start === startedAt);
}

/** When a process was started: empty where the system does not say, undefined for one that has ended. */
function startOf(pid: number): string | undefined {
	try {
		if (existsSync('/proc/self/stat')) {
			// After the name in parentheses: the state is the first field, the start the twentieth (proc(5)).
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return fields[0] === 'Z' ? undefined : fields[19];
		}
		const row = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
		return row.startsWith('Z') ? undefined : row.slice(row.indexOf(' ')).trim();
	} catch {
		return isAlive(pid) ? '' : undefined;
	}
}
