import assert from 'node:assert/strict';
import { MANUAL_TRIGGER, workflowInARow } from '../../n8n/workflow';
import { sampleOf } from '../../workflows/sampleWorkflows';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { approve } from './approval';
import { column, runSample } from './sampleRun';

const SAMPLE = 'mirror-folder.json';
const START = 'Every night';
const ENDED = 'Contracts/Rent 2027.txt';

/** The sample of a folder that is mirrored every night. */
export async function checkMirror(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check('Nightly copy of a folder: made without a byte, made once, deletions by approval', async () => {
		await nightlyCopy(prepared);
	});
}

async function nightlyCopy(prepared: PreparedN8n): Promise<void> {
	const { emulator, rest, samples, mail } = prepared;
	emulator.seedFile(ENDED, 'A contract that ends soon');
	const bytes = () => emulator.requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
	const before = bytes();
	const first = await runSample(prepared, SAMPLE, START);
	const [made] = column(first, 'Make the copy', 'plan');
	assert.ok(JSON.stringify(made).includes(`"Backup/${ENDED}"`));
	assert.equal(bytes(), before);
	assert.match((await mail.mailAbout('Backup of contracts')).text, /Bytes sent: 0\./);
	assert.deepEqual((await runSample(prepared, SAMPLE, START)).items('Anything to change?'), []);

	await deleteFile(prepared, ENDED);
	const id = await rest.start(sampleOf(samples, SAMPLE).id, START);
	const { html } = await mail.mailAbout('deletions wait for approval');
	assert.match(html, /Rent 2027/);
	const last = (await approve(prepared, id, html)).items('Make the copy')[0]?.json;
	assert.deepEqual([last?.status, last?.done, last?.failed], ['done', 1, 0]);
}

async function deleteFile({ rest, credentials }: PreparedN8n, path: string): Promise<void> {
	const node = {
		name: 'Delete it',
		type: 'n8n-nodes-file-library.fileLibrary',
		parameters: { resource: 'file', operation: 'delete', file: { __rl: true, mode: 'path', value: path } },
		credentials: { fileLibraryOrgApi: credentials.fileLibraryOrgApi },
	};
	const id = await rest.saveWorkflow(workflowInARow('Delete a contract', [MANUAL_TRIGGER, node]));
	assert.equal((await rest.execute(id, MANUAL_TRIGGER.name, 60_000)).status, 'success');
}
