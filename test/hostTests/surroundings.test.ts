import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepPrivate, settingsLines, shellSettings } from '../../dev/start/surroundings';

test('the protection and the log level of the shell reach n8n, and what does not is named', () => {
	const shell = shellSettings({
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_BLOCKED_IP_RANGES: 'default,::/128',
		N8N_LOG_LEVEL: 'debug',
		N8N_ENCRYPTION_KEY: 'key of another n8n',
		N8N_USER_FOLDER: '/home/me',
		N8N_PORT: '5678',
		HOME: '/home/me',
	});
	expect(shell.passedOn).toEqual({
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_BLOCKED_IP_RANGES: 'default,::/128',
		N8N_LOG_LEVEL: 'debug',
	});
	expect(settingsLines(shell)).toEqual([
		'n8n gets from your shell: N8N_SSRF_PROTECTION_ENABLED, N8N_SSRF_BLOCKED_IP_RANGES, N8N_LOG_LEVEL',
		'n8n does not get from your shell, because it is separate: N8N_ENCRYPTION_KEY, N8N_USER_FOLDER',
	]);
	expect(settingsLines(shellSettings({ N8N_PORT: '5678' }))).toEqual([]);
});

test('nobody else can open the folder, nor read what a started program writes', () => {
	const folder = join(mkdtempSync(join(tmpdir(), 'private-')), 'local');
	mkdirSync(folder);
	chmodSync(folder, 0o755);
	const before = process.umask();
	try {
		keepPrivate(folder);
		execFileSync('sh', ['-c', 'mkdir .n8n && echo key > .n8n/config'], { cwd: folder });
	} finally {
		process.umask(before);
	}
	const modes = ['.', '.n8n', '.n8n/config'].map((name) => statSync(join(folder, name)).mode & 0o777);
	expect(modes).toEqual([0o700, 0o700, 0o600]);
});
