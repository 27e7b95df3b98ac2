import { spawn } from 'node:child_process';
import { claimFolder } from '../../dev/start/folderClaim';
import { markOf } from '../../dev/start/processMark';

/* Claims the folder of its argument, starts a program as npm start does, says what came of it, and stays. */

async function main(folder: string): Promise<void> {
	const claimed = await claimFolder(folder, 'npm start');
	if ('owner' in claimed) return console.log(JSON.stringify({ owner: claimed.owner.pid }));
	const program = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { detached: true, stdio: 'ignore' });
	const pid = program.pid ?? 0;
	claimed.claim.notePrograms([{ name: 'n8n', ...markOf(pid) }]);
	claimed.claim.noteAddress('http://localhost:5678');
	console.log(JSON.stringify({ claimed: process.pid, program: pid, ended: claimed.ended.map((each) => each.pid) }));
	setInterval(() => 0, 1000);
}

void main(process.argv[2] ?? '');
