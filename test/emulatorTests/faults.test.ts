import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseCommandLine } from '../emulator/cli/commandLine';
import { parseFault } from '../emulator/cli/faultRule';
import { TestClient } from './testClient';

let client: TestClient;
beforeEach(async () => {
	client = await TestClient.start();
});
afterEach(() => client.close());

describe('scripted faults', () => {
	test('reset before: nothing is done', async () => {
		client.emulator.faults.add({ match: '/create_folder', action: 'reset' });
		await expect(client.file('create_folder', { fullpath: 'A' })).rejects.toThrow();
		expect(await client.paths()).toEqual([]);
	});

	test('reset after: it is done', async () => {
		client.emulator.faults.add({ match: '/create_folder', action: 'resetAfter' });
		await expect(client.file('create_folder', { fullpath: 'A' })).rejects.toThrow();
		expect(await client.paths()).toEqual(['A']);
		expect(client.emulator.faults.pending).toBe(0);
	});

	test('status, page, skipping and counting', async () => {
		client.emulator.faults.add(
			{ match: /ls$/, action: { status: 503, headers: { 'Retry-After': '1' } }, after: 1, times: 2 },
			{ match: /stat$/, action: 'html' },
		);
		const statuses = [];
		for (let round = 0; round < 4; round++) statuses.push((await client.file('ls', { fullpath: '' })).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		expect((await client.file('stat')).body).toContain('<html>');
	});

	test('an answer cut in the middle', async () => {
		client.emulator.seedFile('a.txt', '0123456789');
		const { body } = await client.file('download_url', { fullpath: 'a.txt' });
		client.emulator.faults.add({ match: /download/, action: { cutAfterBytes: 4 } });
		const response = await fetch(body.urls[0]);
		expect(response.headers.get('content-length')).toBe('10');
		await expect(response.text()).rejects.toThrow();
		expect(await (await fetch(body.urls[0])).text()).toBe('0123456789');
	});

	test('a skewed clock refuses the dateline and shows in Date', async () => {
		client.emulator.faults.clockSkewMs = 3_600_000;
		const answer = await client.file('ls', { fullpath: '' });
		expect(answer.body.error_code).toBe(401041);
		client.emulator.faults.clear();
		expect((await client.file('ls', { fullpath: '' })).status).toBe(200);
	});
});

test('with a data folder contents are files, gone after the end', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
	const disk = await TestClient.start({ dataFolder: folder });
	await disk.upload('a.txt', 'x'.repeat(5000));
	expect(readdirSync(folder)).toHaveLength(1);
	const { body } = await disk.file('download_url', { fullpath: 'a.txt' });
	expect(await (await fetch(body.urls[0], { headers: { range: 'bytes=4998-' } })).text()).toBe('xx');
	const { session } = await disk.begin('b.txt', Buffer.from('other'));
	await disk.step('part', { session, range: '0-1' }, Buffer.from('ot'));
	await disk.step('abort', { session });
	expect(readdirSync(folder)).toHaveLength(1);
	await disk.close();
	expect(readdirSync(folder)).toEqual([]);
	rmSync(folder, { recursive: true });
});

test('connections are kept alive', async () => {
	for (let round = 0; round < 5; round++) await client.file('stat');
	// fetch itself sometimes opens a second socket while the first is being freed; without keep-alive there were five.
	expect(new Set(client.emulator.requests.map((record) => record.connection)).size).toBeLessThanOrEqual(2);
});

describe('large libraries', () => {
	test('pages of 100 000 entries and their feed stay fast', async () => {
		client.emulator.seed(100_000);
		const startedAt = performance.now();
		const last = await client.file('ls', { fullpath: 'Bulk', start: 99_950, size: 100 });
		expect(last.body.count).toBe(100_000);
		expect(last.body.list.at(-1).filename).toBe('file-099999.txt');
		for (let round = 0; round < 20; round++) {
			await client.file('updates', { fetch_dateline: 0 });
			await client.file('info', { fullpath: 'Bulk/file-050000.txt', attribute: 1 });
			await client.file('move', {
				fullpath: `Bulk/file-0${50_001 + round}.txt`,
				dest_fullpath: `Bulk/moved-${round}.txt`,
			});
		}
		// 61 calls; a walk over the folder in each would take several times as long.
		expect(performance.now() - startedAt).toBeLessThan(2000);
	});
});

describe('command line', () => {
	test('reads options, environment and faults', () => {
		const command = parseCommandLine(
			[
				'--port',
				'0',
				'--prefix',
				'gk',
				'--lenient',
				'--token-seconds',
				'60',
				'--no-sync',
				'--fault',
				'path=/ls,action=503,times=3',
			],
			{ EMULATOR_LATENCY: '7', EMULATOR_FAULTS: 'path=/x,action=reset' },
		);
		expect(command.options).toMatchObject({
			port: 0,
			prefix: 'gk',
			strict: false,
			latencyMs: 7,
			seedDemo: true,
			tokenSeconds: 60,
			syncFeature: false,
			memberLimit: 1000,
		});
		expect(command.faults).toMatchObject([
			{ match: '/ls', action: { status: 503 }, times: 3 },
			{ match: '/x', action: 'reset' },
		]);
		expect(parseFault('path=/d,action=cut:10').action).toEqual({ cutAfterBytes: 10 });
		expect(() => parseFault('path=/ls,action=nonsense')).toThrow('nonsense');
		expect(() => parseCommandLine(['--nonsense'], {})).toThrow('nonsense');
	});

	test('--help prints the options', async () => {
		const { stdout } = await promisify(execFile)(process.execPath, [
			'--import',
			'tsx',
			join(__dirname, '..', 'emulator', 'cli', 'main.ts'),
			'--help',
		]);
		expect(stdout).toContain('--data-folder');
	});
});
