import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localLogin } from '../n8n/localLogin';
import type { ProgramMark, StartRecord } from './folderClaim';

/** The file with the login of the n8n in this folder. */
export const loginFile = (folder: string): string => join(folder, 'login.json');

/** What a second start in the same folder says: where the first one is, and how to stop it. */
export function runningMessage({ task, n8n, pid }: StartRecord, folder: string): string {
	const stop = 'Stop it with Ctrl+C in its terminal.';
	if (n8n === undefined) return `${task} is already at work in ${folder} (process ${pid}). ${stop}`;
	return [`Already running at ${n8n}`, ...loginLines(folder), stop].join('\n');
}

function loginLines(folder: string): string[] {
	if (!existsSync(loginFile(folder))) return [];
	const { email, password } = localLogin(loginFile(folder));
	return [`Login     ${email}`, `Password  ${password}`];
}

/** What was left running by a start that was killed, as one line for the terminal. */
export const leftOverLine = (ended: readonly ProgramMark[]): string =>
	`An earlier start was killed and left ${ended.map(({ name }) => name).join(' and ')} running: stopped.`;

/** What a started n8n offers, as a box for the terminal: a row for each name with its value. */
export function addressBox(rows: ReadonlyArray<readonly [name: string, value: string]>): string {
	const lines = rows.map(([name, value]) => `${name.padEnd(17)}${value}`);
	const width = Math.max(...lines.map((line) => line.length));
	const edge = '─'.repeat(width + 2);
	return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n');
}
