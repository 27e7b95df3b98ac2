import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseCommandLine, parseFault } from '../emulator/cli/commandLine';

test('options, environment and faults are parsed', () => {
	const command = parseCommandLine(
		['--port', '0', '--prefix', 'acme', '--token-seconds', '60', '--fault', 'path=/ls,action=503,times=3'],
		{ EMULATOR_LATENCY: '7', EMULATOR_FAULTS: 'path=/x,action=reset' },
	);
	expect(command.options).toMatchObject({
		port: 0,
		prefix: 'acme',
		latencyMs: 7,
		seedDemo: true,
		tokenSeconds: 60,
		memberLimit: 1000,
	});
	expect(command.faults).toMatchObject([
		{ match: '/ls', action: { status: 503 }, times: 3 },
		{ match: '/x', action: 'reset' },
	]);
	expect(parseCommandLine(['--answers', 'escaped,numbers-as-text'], {}).options.answers).toEqual([
		'numbers-as-text',
		'escaped',
	]);
	expect(parseCommandLine(['--answers', 'all'], {}).options.answers).toBe('all');
	expect(parseCommandLine(['--answers', 'plain'], {}).options.answers).toEqual([]);
	expect(() => parseCommandLine(['--answers', 'nonsense'], {})).toThrow('--answers takes plain, all, or some of');
	expect(parseCommandLine(['--data', 'd'], {}).options.stateFolder).toBe('d');
	expect(parseFault('path=/d,action=cut:10').action).toEqual({ cutAfterBytes: 10 });
	expect(() => parseFault('path=/ls,action=nonsense')).toThrow('nonsense');
	expect(() => parseCommandLine(['--nonsense'], {})).toThrow('nonsense');
});

test('--help prints the options', async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [
		'--require',
		join(__dirname, '..', 'runner', 'register.js'),
		join(__dirname, '..', 'emulator', 'cli', 'main.ts'),
		'--help',
	]);
	expect(stdout).toContain('--data DIR');
});
