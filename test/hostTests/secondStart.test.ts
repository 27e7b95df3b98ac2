import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { claimFolder, type FolderClaim, writeRecord } from '../../dev/start/folderClaim';
import { pickPort } from '../../dev/start/pickPort';
import { isRunning, markOf } from '../../dev/start/processMark';

/* One npm start per folder: the second says where the first one is, and a killed one is in nobody's way. */

const ROOT = path.join(__dirname, '..', '..');
const COMPILED = ['--require', path.join(ROOT, 'test/runner/register.js')];

let folder = '';
const children: ChildProcess[] = [];
const programs: number[] = [];
beforeEach(() => (folder = path.join(mkdtempSync(path.join(tmpdir(), 'file-library-start-')), '.n8n-local')));
afterEach(() => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
	for (const pid of programs.splice(0)) if (isRunning(markOf(pid))) process.kill(pid, 'SIGKILL');
	rmSync(path.dirname(folder), { recursive: true, force: true });
});

interface Answer {
	readonly owner?: number;
	readonly claimed?: number;
	readonly program?: number;
	readonly ended?: readonly number[];
}

/** A process that claims the folder and, when it gets it, starts a program; answers what came of it. */
async function claimant(): Promise<{ readonly child: ChildProcess; readonly answer: Answer }> {
	const script = path.join(__dirname, 'claimFolder.script.ts');
	const child = spawn(process.execPath, [...COMPILED, script, folder], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	children.push(child);
	const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
	const answer: Answer = JSON.parse(line);
	if (answer.program) programs.push(answer.program);
	return { child, answer };
}

/** Runs one of the two commands for the folder, to its end. */
const run = async (file: string): Promise<{ readonly code: number; readonly text: string }> =>
	await new Promise((resolve) => {
		const env = { ...process.env, FILE_LIBRARY_LOCAL: folder, FILE_LIBRARY_START_EXIT: '1' };
		execFile(process.execPath, [...COMPILED, path.join(ROOT, file)], { cwd: ROOT, env }, (error, out, err) =>
			resolve({ code: error === null ? 0 : Number(error.code), text: out + err }),
		);
	});

async function claimHere(n8n?: string): Promise<FolderClaim> {
	const claimed = await claimFolder(folder, 'npm start');
	if ('owner' in claimed) throw new Error('the folder has an owner');
	if (n8n) claimed.claim.noteAddress(n8n);
	return claimed.claim;
}

test('of four that start at the same time, one gets the folder', async () => {
	const answers = (await Promise.all([claimant(), claimant(), claimant(), claimant()])).map(({ answer }) => answer);
	const winners = answers.flatMap(({ claimed }) => (claimed === undefined ? [] : [claimed]));
	expect(winners).toHaveLength(1);
	expect(answers.filter(({ owner }) => owner !== undefined)).toHaveLength(3);
});

test('after kill -9 the next start gets the folder, and ends what the killed one left running', async () => {
	const first = await claimant();
	expect(first.answer.ended).toEqual([]);
	first.child.kill('SIGKILL');
	await once(first.child, 'exit');
	expect(isRunning(markOf(first.answer.program ?? 0))).toBe(true);
	const second = await claimant();
	expect(second.answer.ended).toEqual([first.answer.program]);
	expect(isRunning(markOf(first.answer.program ?? 0))).toBe(false);
});

test('a record whose process id now belongs to another process is in the way of nobody', async () => {
	const stale = { ...markOf(process.ppid), startedAt: 'before this machine was started', id: '0', task: 'npm start' };
	writeRecord(folder, { ...stale, programs: [{ ...stale, name: 'n8n' }] });
	(await claimHere()).release();
	expect(isRunning(markOf(process.ppid))).toBe(true);
});

test('a second npm start names the address and the login of the first, and changes nothing', async () => {
	const claim = await claimHere('http://localhost:5679');
	const login = JSON.stringify({ email: 'owner@example.com', password: 'A password of 1' });
	writeFileSync(path.join(folder, 'login.json'), login);
	const before = readdirSync(folder);
	const { code, text } = await run('dev/start.ts');
	expect(code).toBe(1);
	for (const word of ['Already running at http://localhost:5679', 'owner@example.com', 'A password of 1', 'Ctrl+C'])
		expect(text).toContain(word);
	expect(readdirSync(folder)).toEqual(before);
	claim.release();
});

test('npm run clean refuses while npm start runs, even before it has an address, and removes it after', async () => {
	const claim = await claimHere();
	writeFileSync(path.join(folder, 'login.json'), '{}');
	const refused = await run('dev/clean.ts');
	expect(refused.code).toBe(1);
	expect(refused.text).toContain(`npm start is already at work in ${folder} (process ${process.pid})`);
	expect(existsSync(path.join(folder, 'login.json'))).toBe(true);
	claim.release();
	expect((await run('dev/clean.ts')).code).toBe(0);
	expect(readdirSync(path.dirname(folder))).toEqual([]);
	expect(await run('dev/clean.ts')).toMatchObject({ code: 0 });
});

test.each(['127.0.0.1', '0.0.0.0'])(
	'a port that another program uses at %s is not taken, and is named',
	async (host) => {
		const server = createServer();
		await once(server.listen(0, host), 'listening');
		const address = server.address();
		const taken = typeof address === 'object' ? (address?.port ?? 0) : 0;
		const { port, note } = await pickPort('n8n', taken, 'N8N_PORT');
		expect(port).toBeGreaterThan(0);
		expect(port).not.toBe(taken);
		expect(note).toBe(
			`Port ${taken} is in use by another program, so n8n uses ${port} (N8N_PORT chooses another).`,
		);
		server.close();
	},
);

test('a port that nobody uses is taken', async () => {
	// Another program may take one of them meanwhile.
	for (let tries = 0; tries < 20; tries++) {
		const server = createServer();
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port: free } = server.address() as AddressInfo;
		await once(server.close(), 'close');
		const { port, note } = await pickPort('n8n', free, 'N8N_PORT');
		if (port === free) return expect(note).toBe('');
	}
	throw new Error('none of 20 free ports was taken');
});

test('of two claims of one process, one gets the folder', async () => {
	const claims = await Promise.all([claimHere().catch(() => undefined), claimHere().catch(() => undefined)]);
	expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
});
