import assert from 'node:assert/strict';
import type { Execution } from '../../../../dev/n8n/executions';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { FIRST_FILE_TRIGGER, firstFileResult } from '../../../../dev/workflows/firstFileResult';
import type { Checks } from '../checks';

const SIZE = 25 * 1024 * 1024;

/** Executes the sample workflow; checks what its nodes return and what is left in the emulator. */
export async function checkSample(
	checks: Checks,
	{ rest, sample, emulator }: PreparedN8n,
): Promise<Execution | undefined> {
	const execution = await checks.check(
		'the sample workflow runs to its end',
		async () => {
			const finished = await rest.execute(sample.id, FIRST_FILE_TRIGGER, 240_000);
			firstFileResult(finished);
			return finished;
		},
		260_000,
	);
	if (!execution) return undefined;
	const result = firstFileResult(execution);
	await checks.check('25 MB were uploaded in at least three chunks', async () => {
		const [uploaded] = execution.items('Upload the file');
		assert.equal(uploaded?.json.filesize, SIZE);
		assert.ok(result.chunks >= 3, `${result.chunks} chunks`);
	});
	await checks.check('25 MB were downloaded with the same SHA1', async () => {
		assert.match(result.sha1Original, /^[0-9a-f]{40}$/);
		assert.equal(result.sha1Downloaded, result.sha1Original);
		// n8n 1 says the size in words only.
		assert.ok([SIZE, undefined].includes(execution.items('Download the file')[0]?.binary?.data?.bytes));
		assert.equal(execution.items('Upload the file')[0]?.json.filehash, result.sha1Original);
	});
	await checks.check('the file is in the folder and has a link', async () => {
		assert.deepEqual(
			execution.items('List the folder').map(({ json }) => json.filename),
			['sample-25-mb.bin'],
		);
		assert.equal(execution.items('Look at the file')[0]?.json.filesize, SIZE);
		assert.equal((await fetch(result.link)).status, 200);
	});
	await checks.check('no upload session is left open', async () => assert.deepEqual(emulator.sessions(), []));
	return execution;
}
