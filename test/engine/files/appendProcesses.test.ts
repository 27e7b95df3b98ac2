import { execFile } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startEmulator, type Emulator } from '../../emulator';
import { sized } from '../../support/runs';
import type { AppendOrder, AppendReport } from './appendingProcess.script';

/* Processes that append to one file, as the workers of an n8n in queue mode do: they share nothing but the file. */

const PROCESSES = 4;
const ROUNDS = sized(120, 4);
const FILE = 'Logs/shared.txt';
const ROOT = path.join(__dirname, '..', '..', '..');
const COMPILED = ['--require', path.join(ROOT, 'test/runner/register.js')];

/** Runs a process to its end. */
async function appending(order: AppendOrder): Promise<AppendReport> {
	const script = path.join(__dirname, 'appendingProcess.script.ts');
	return await new Promise((resolve, reject) => {
		execFile(process.execPath, [...COMPILED, script, JSON.stringify(order)], { cwd: ROOT }, (error, out, err) =>
			error ? reject(new Error(err, { cause: error })) : resolve(JSON.parse(out) as AppendReport),
		);
	});
}

/** The lines of the file, as the service has them. */
async function linesIn({ world, libraries, library }: Emulator): Promise<string[]> {
	const filehash = libraries.get(library.mountId)?.tree.find(FILE)?.filehash ?? '';
	const content = world.contents.get(filehash);
	return content ? (await text(content.read(0, content.size - 1))).split('\n') : [];
}

test('each line that was stored is in the file once, and what a failure says of its line is true', async () => {
	const emulator = await startEmulator();
	try {
		emulator.seedFile(FILE, 'start');
		emulator.faults.choose = () => ({ match: '', action: 'slow', slowMs: Math.random() * 30 });
		const { orgClientId: clientId, orgClientSecret: secret } = emulator.library;
		const orders = Array.from({ length: PROCESSES }, (_, n): AppendOrder => {
			const lines = Array.from({ length: ROUNDS }, (__, round) => `process ${n}, line ${round}`);
			return { url: emulator.url, clientId, secret, fullpath: FILE, lines, pauseMs: 60 };
		});
		const reports = await Promise.all(orders.map(appending));
		const stored = reports.flatMap((report) => report.stored);
		const failed = reports.flatMap((report) => report.failed);
		const saying = (what: string) => failed.filter(([, said]) => said.includes(what)).map(([line]) => line);
		const inFile = saying('Your text is in the file');
		expect(saying('Your text is not in the file').length + inFile.length).toBe(failed.length);
		expect(stored.length).toBeGreaterThan(failed.length);
		expect((await linesIn(emulator)).sort()).toEqual(['start', ...stored, ...inFile].sort());
	} finally {
		await emulator.close();
	}
});
