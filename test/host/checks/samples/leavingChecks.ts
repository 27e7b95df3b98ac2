import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import { seedFile } from '../../../emulator/demo/sampleFiles';
import type { Checks } from '../checks';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import { approve } from './approval';
import { column } from './sampleRun';

const [BEN, CARLA] = [103, 105];

/** The sample for a member who leaves: their files, libraries, links and account. */
export async function checkLeaving(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check('A member leaves: nothing before the approval, everything handed over after it', async () => {
		await leave(prepared);
	});
}

async function leave(prepared: PreparedN8n): Promise<void> {
	const { emulator, rest, samples, mail } = prepared;
	const libraries = [...emulator.libraries.values()];
	const personal = (id: number) => libraries.find(({ profile }) => profile.personalOf === id);
	const [his, hers] = [personal(BEN), personal(CARLA)];
	const contracts = libraries.find(({ profile }) => profile.name === '中国销售合同');
	assert.ok(his && hers && contracts);
	const ben = { id: BEN, name: 'Ben Brown' };
	for (const path of ['Notes.txt', 'Offers/Draft.txt']) seedFile(emulator.world, his, path, `${path} of Ben`, ben);
	const [link] = await linksOfBen(prepared);
	const member = () => emulator.world.directory.memberById(BEN);

	const id = await rest.start(sampleOf(samples, 'member-leaves.json').id, 'A member leaves');
	const { html } = await mail.mailAbout('Ben Brown leaves, Carla Costa takes over');
	assert.match(html, /"From Ben Brown" of Carla Costa: 2 \(0\.1 kB\)|&quot;From Ben Brown&quot; of Carla Costa: 2/);
	assert.match(html, /中国销售合同[^]*Links to close: 1/);
	assert.deepEqual([contracts.profile.ownerId, member().enabled], [BEN, true]);
	assert.equal((await fetch(String(link))).status, 200);
	const execution = await approve(prepared, id, html);
	assert.deepEqual([contracts.profile.ownerId, member().enabled], [CARLA, false]);
	assert.equal(hers.tree.get('From Ben Brown/Offers/Draft.txt').filehash, his.tree.get('Offers/Draft.txt').filehash);
	assert.notEqual((await fetch(String(link))).status, 200);
	assert.deepEqual([...new Set(column(execution, 'What was done', 'result'))], ['done']);
	assert.equal(execution.items('CSV file')[0]?.binary?.data?.fileName, 'leaving.csv');
	const report = await mail.mailAbout('Ben Brown has left');
	assert.equal(report.to, 'kim.ode@example.com');
}

/** A link that the person who leaves has made in a library of the company. */
async function linksOfBen(prepared: PreparedN8n): Promise<unknown[]> {
	const share = libraryNode(prepared, 'Share', {
		authentication: 'enterprise',
		library: { __rl: true, mode: 'id', value: '1103' },
		resource: 'link',
		operation: 'create',
		file: byPath('Read me.txt'),
		options: { operatorId: BEN },
	});
	const credentials = { fileLibraryEnterpriseApi: prepared.credentials.fileLibraryEnterpriseApi };
	return column(await runNodes(prepared, { ...share, credentials }), 'Share', 'link');
}
