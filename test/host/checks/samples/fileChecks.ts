import assert from 'node:assert/strict';
import { deleteEntry } from '../../../emulator/store/library/write';
import type { Checks } from '../checks';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import { approve } from './approval';
import { addressIn, column, runSample } from './sampleRun';

const LONG_AGO = Date.UTC(2019, 0, 2, 12);
type SavedWorkflow = Readonly<Record<'name' | 'nodes' | 'connections' | 'settings', unknown>>;

/** The samples that work with files. */
export async function checkFiles(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check('Mail attachments: both are stored and shared, a mail without any is ignored', async () => {
		await attachments(prepared);
	});
	await checks.check('New contract: tagged, readable for the management, linked, announced', async () => {
		await contract(prepared);
	});
	await checks.check('Find large old files: all levels of the library, the largest first', async () => {
		await largeFiles(prepared);
	});
	await checks.check('Find duplicate files: by content, whatever they are called', async () => {
		await duplicates(prepared);
	});
	await checks.check('Warn before a library is full: by the share that is chosen', async () => {
		await quota(prepared);
	});
	await checks.check('Delete old files: what was listed goes to the recycle bin when it is approved', async () => {
		await prune(prepared);
	});
	await checks.check('Back up large files: the copy has the checksum of the original', async () => {
		await backup(prepared);
	});
	await checks.check('Activity watch: the editor shows the latest downloads', async () => {
		await activityWatch(prepared);
	});
}

async function attachments(prepared: PreparedN8n): Promise<void> {
	const execution = await runSample(prepared, 'mail-attachments.json', 'New mail');
	assert.deepEqual(column(execution, 'Store the attachments', 'fullpath'), [
		'Mail attachments/Offer 2026-118.txt',
		'Mail attachments/Prices.csv',
	]);
	const mail = await prepared.mail.mailAbout('New in the library: Prices.csv');
	assert.equal(mail.to, 'office@example.com');
	assert.equal((await fetch(addressIn(mail.text))).status, 200);
}

async function contract(prepared: PreparedN8n): Promise<void> {
	prepared.emulator.seedFile('Contracts/Frame 2027.txt', 'A new contract');
	const execution = await runSample(prepared, 'new-contract.json', 'New contract');
	assert.ok(column(execution, 'New contract', 'fullpath').includes('Contracts/Frame 2027.txt'));
	const mail = await prepared.mail.mailAbout('New contract: Frame 2027.txt');
	assert.equal((await fetch(addressIn(mail.text))).status, 200);
}

/** What the editor shows of the sample: the latest download; one is no reason for an alert. */
async function activityWatch(prepared: PreparedN8n): Promise<void> {
	const link = { resource: 'file', operation: 'getDownloadLink', file: byPath('Contracts/offer.pdf') };
	await runNodes(prepared, libraryNode(prepared, 'Download', link));
	const execution = await runSample(prepared, 'activity-watch.json', 'Downloads');
	assert.ok(column(execution, 'Downloads', 'fullpath').includes('Contracts/offer.pdf'));
	assert.deepEqual(execution.items('Alert'), []);
}

async function largeFiles(prepared: PreparedN8n): Promise<void> {
	const { emulator, rest, samples } = prepared;
	emulator.seedFile('Media/2024/Recordings/all hands.mp4', Buffer.alloc(30_000_000, 1));
	const today = await runSample(prepared, 'large-old-files.json', 'Every month');
	assert.deepEqual(today.items('Find large old files'), []);
	// As the note of the sample says: 0 for both values.
	const { id } = sampleOf(samples, 'large-old-files.json');
	const { name, nodes, connections, settings } = await rest.call<SavedWorkflow>('GET', `/rest/workflows/${id}`);
	const tried = JSON.parse(JSON.stringify(nodes).replaceAll(/"value":(?:365|100),/g, '"value":0,')) as unknown;
	const copy = await rest.saveWorkflow({ name: `${String(name)} (tried)`, nodes: tried, connections, settings });
	const execution = await rest.execute(copy, 'Every month', 60_000);
	assert.equal(column(execution, 'Largest first', 'fullpath')[0], 'Media/2024/Recordings/all hands.mp4');
	const { text } = await prepared.mail.mailAbout('Large old files');
	assert.match(text, /30\.0 MB, changed \d+ \w+ \d{4}: Media\/2024\/Recordings\/all hands\.mp4/);
	assert.match(text, /less than 0\.1 MB, changed .*: Welcome\.txt/);
	assert.doesNotMatch(text, /undefined|null|\b0\.0 MB/);
}

async function duplicates(prepared: PreparedN8n): Promise<void> {
	for (const path of ['Duplicates/one.bin', 'Duplicates/Old/other name.bin'])
		prepared.emulator.seedFile(path, Buffer.alloc(40_000_000, 3));
	const execution = await runSample(prepared, 'find-duplicates.json', 'Every month');
	const [first] = execution.items('Most wasted first');
	assert.equal(first?.json.wasted, 40_000_000);
	assert.deepEqual([...(first?.json.files as string[])].sort(), [
		'Duplicates/Old/other name.bin',
		'Duplicates/one.bin',
	]);
	const { text } = await prepared.mail.mailAbout('Files that exist more than once');
	assert.match(text, /40\.0 MB could be free:\n- Duplicates\/.*\n- Duplicates/);
}

/** The library of the emulator is nearly empty: with a limit of 0 it is full enough. */
async function quota(prepared: PreparedN8n): Promise<void> {
	const execution = await runSample(prepared, 'quota-alert.json', 'Every morning');
	assert.equal(execution.items('Space').length, 1);
	assert.deepEqual(execution.items('Nearly full?'), []);
}

async function prune(prepared: PreparedN8n): Promise<void> {
	const path = 'Reports/Old/2019.txt';
	const { emulator } = prepared;
	emulator.seed({
		count: 2,
		folder: 'Reports/Old',
		name: (at) => `${2019 + at}.txt`,
		operationMs: () => LONG_AGO,
	});
	const id = await prepared.rest.start(sampleOf(prepared.samples, 'prune-old-files.json').id, 'Every month');
	const { html } = await prepared.mail.mailAbout('Old files wait for your approval');
	assert.match(html, /Reports\/Old\/2019\.txt \(less than 0\.1 MB, changed 2 January 2019\)/);
	// Somebody takes one of them away before the mail is answered.
	const library = emulator.libraries.get(emulator.library.mountId);
	assert.ok(library);
	deleteEntry(library, library.tree.get('Reports/Old/2020.txt'), false, { id: 1, name: 'Kim' });
	const execution = await approve(prepared, id, html);
	const deleted = column(execution, 'To the recycle bin', 'fullpath');
	assert.deepEqual(deleted, [path]);
	assert.deepEqual(
		column(execution, 'To the recycle bin', 'permanently'),
		deleted.map(() => false),
	);
}

async function backup(prepared: PreparedN8n): Promise<void> {
	prepared.emulator.seedFile('n8n first run/large.bin', Buffer.alloc(12_000_000, 7));
	const execution = await runSample(prepared, 'large-file-backup.json', 'Every night');
	assert.ok(column(execution, 'Backed up', 'file').some((file) => String(file).endsWith('/large.bin')));
	assert.deepEqual(execution.items('Stop with an error'), []);
}
