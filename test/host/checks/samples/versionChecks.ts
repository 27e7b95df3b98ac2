import assert from 'node:assert/strict';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { column, runSample } from './sampleRun';

/** The sample that restores a version of a file. */
export async function checkVersions(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check('Restore a version: the content before the last change is back, without an upload', async () => {
		await restored(prepared);
	});
}

async function restored(prepared: PreparedN8n): Promise<void> {
	const { emulator, mail } = prepared;
	const before = emulator.requests.length;
	const execution = await runSample(prepared, 'restore-version.json', 'Start');
	const [item] = execution.items('Restore it');
	assert.deepEqual(
		[item?.json.restored, item?.json.instant, item?.json.bytes_sent, item?.json.version_number],
		[true, true, 0, 3],
	);
	assert.deepEqual(column(execution, 'Restore it', 'filehash'), ['1633ee0736582509b656acbe88e4b534cdc4221b']);
	const sent = emulator.requests.slice(before).filter(({ path }) => /upload_|download_url/.test(path));
	assert.deepEqual(sent, []);
	const { text } = await mail.mailAbout('version 1 was restored');
	assert.match(text, /Price list\.csv/);
}
