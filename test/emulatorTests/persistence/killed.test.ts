import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until';
import { sendForm } from '../answer';
import { signed } from '../testClient';

/* The emulator as a process, as `npm start` runs it, and what a file of it goes through. */

const TESTS = join(__dirname, '..', '..');
const access = { orgClientId: 'demo-library', orgClientSecret: 'demo-library-secret' };
const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
/** What a failed test leaves running. */
const running = new Set<ChildProcess>();
afterAll(() => {
	for (const child of running) child.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

/** Starts the emulator on a free port; resolves with its address once it has printed it. */
async function start(): Promise<{ url: string; child: ChildProcess }> {
	const [register = '', main = ''] = ['runner/register.js', 'emulator/cli/main.ts'].map((file) => join(TESTS, file));
	const args = ['--require', register, main, '--port', '0', '--data', folder, '--seed', '3', '--empty'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	running.add(child);
	child.once('exit', () => running.delete(child));
	let printed = '';
	return await new Promise((resolve, reject) => {
		child.once('exit', () => reject(new Error(`the emulator ended: ${printed}`)));
		child.stdout.on('data', (chunk) => {
			printed += String(chunk);
			const [, url] = /Base URL\s+(http\S+)/.exec(printed) ?? [];
			if (url !== undefined && printed.includes('Press Ctrl+C')) resolve({ url, child });
		});
	});
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
	await new Promise((resolve) => {
		child.once('exit', () => resolve());
		child.kill(signal);
	});

/** Whether the saved state has this text. */
const isSaved = (text: string): boolean =>
	readdirSync(folder).some(
		(name) => name === 'state.jsonl' && readFileSync(join(folder, name), 'utf8').includes(text),
	);

const call = async (url: string, name: string, fields: Record<string, string>) =>
	(await sendForm(`${url}/m-open/1/file/${name}`, signed(fields, access))).body;

test.each(['SIGKILL', 'SIGTERM'] as const)('a file is still there after %s', async (signal) => {
	const first = await start();
	await call(first.url, 'create_folder', { fullpath: signal });
	// A kill without warning may come before the state is saved: a moment, as the README says.
	if (signal === 'SIGKILL') await until(() => isSaved(signal));
	await end(first.child, signal);
	const second = await start();
	expect((await call(second.url, 'info', { fullpath: signal })).fullpath).toBe(signal);
	// --seed adds its files at the first start only.
	expect((await call(second.url, 'ls', { fullpath: 'Bulk' })).count).toBe(3);
	await end(second.child, 'SIGTERM');
});
