import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmulatorOptions, ManualClock } from '../../emulator';
import { sha1 } from '../../support/hashes';
import { type Answer, EnterpriseTestClient, type Fields, TestClient } from '../testClient';

let stateFolder: string;
beforeEach(() => (stateFolder = mkdtempSync(join(tmpdir(), 'emulator-'))));
afterEach(() => rmSync(stateFolder, { recursive: true }));

const stateFile = (): string => join(stateFolder, 'state.jsonl');
const contents = (): string[] => readdirSync(join(stateFolder, 'contents')).sort();

/** Everything a client can read, as one object; addresses without their port. */
async function reading(client: EnterpriseTestClient): Promise<unknown> {
	const { emulator } = client;
	const library = { org_client_id: 'demo-library', org_client_secret: 'demo-library-secret' };
	const file = (name: string, fields: Fields) => client.file(name, fields, library);
	const answers: Record<string, Answer> = {
		ls: await file('ls', { fullpath: 'Contracts' }),
		info: await file('info', { fullpath: 'Contracts/offer.pdf', attribute: 1 }),
		history: await file('history', { fullpath: 'Moved/plan.txt' }),
		recycle: await file('recycle', {}),
		links: await file('links', {}),
		updates: await file('updates', { mode: 'compare', fetch_dateline: 0 }),
		permissions: await file('get_all_permission', { fullpath: 'Contracts' }),
		queue: await file('queue_status', { queue_id: '700001' }),
		members: await client.ent('get_members', { size: 1000 }),
		groups: await client.ent('get_groups'),
		log: await client.ent('log', {}),
		libraries: await client.org('ls'),
		libraryLog: await client.org('log', { mount_id: 2001 }),
		customers: await client.partner('ent_list'),
		mounts: await client.user('1/account/mount'),
		own: await client.user('1/file/ls', { mount_id: 2101 }),
		favorites: await client.user('1/favorites/get_files', { fav_id: -1 }),
	};
	return JSON.parse(JSON.stringify(answers).replaceAll(emulator.url, 'http://emulator'));
}

/** A bit of everything that changes state. */
async function change(client: EnterpriseTestClient): Promise<void> {
	const library = { org_client_id: 'demo-library', org_client_secret: 'demo-library-secret' };
	const file = async (name: string, fields: Fields) => ok(await client.file(name, fields, library));
	const at = { fullpath: 'Contracts/offer.pdf' };
	await file('add_tag', { ...at, tag: 'x;y' });
	await file('set_metadata', { ...at, key: 'k', metadata: '{"a":["b"],"n":1}', display: 'a' });
	await file('file_permission', { fullpath: 'Contracts', permissions: '{"2":["file_read"]}' });
	await file('link', { ...at, password: 'p' });
	await file('copy', { from_fullpath: 'Welcome.txt', fullpath: 'Moved/plan.txt' });
	await file('move', { fullpath: 'Moved/plan.txt', dest_fullpath: 'Moved/plan.txt2' });
	await file('move', { fullpath: 'Moved/plan.txt2', dest_fullpath: 'Moved/plan.txt' });
	await file('del', { fullpath: 'Reports' });
	await ok(await client.ent('add_sync_member', { out_id: 'n-1', member_name: '新', account: 'n@example.com' }));
	await ok(await client.org('create', { org_name: 'New library' }));
	await ok(await client.user('1/favorites/add_file', { mount_id: 2101, fullpath: '2026/Plan.txt', fav_id: -1 }));
}

const ok = async (answer: Answer): Promise<void> => {
	if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
};

test('everything that can be read is the same after a restart, and saved again it is the same file', async () => {
	const options: Partial<EmulatorOptions> = { stateFolder, seedDemo: true, clock: new ManualClock() };
	const first = await EnterpriseTestClient.start(options);
	await first.signOn();
	await change(first);
	const before = await reading(first);
	await first.close();
	const saved = readFileSync(stateFile(), 'utf8');

	const second = await EnterpriseTestClient.start(options);
	second.token = first.token;
	expect(await reading(second)).toEqual(before);
	const failed = Object.entries(before as Record<string, Answer>).filter(([, { status }]) => status !== 200);
	expect(failed.map(([name]) => name)).toEqual([]);
	await second.close();
	expect(readFileSync(stateFile(), 'utf8')).toBe(saved);
});

test('what was going on ends: a queued copy with an error, an upload without a trace', async () => {
	const options = { stateFolder, queueDelayMs: 60_000 };
	const first = await TestClient.start(options);
	await first.upload('a.txt', 'a');
	const { queue_id: id } = (await first.file('copy', { from_fullpath: 'a.txt', fullpath: 'b.txt' })).body;
	const { session } = await first.begin('big.bin', Buffer.from('0123456789'));
	await first.step('part', { session, range: '0-1' }, Buffer.from('01'));
	await first.close();
	writeFileSync(join(stateFolder, 'contents', 'left.content'), 'by a crash');

	const second = await TestClient.start(options);
	expect((await second.file('queue_status', { queue_id: id })).body.status).toBe(3);
	expect((await second.step('req', { session })).status).toBe(401);
	expect(await second.paths()).toEqual(['a.txt']);
	expect(contents()).toEqual([sha1('a')]);
	expect((await second.upload('big.bin', '0123456789')).status).toBe(200);
	await second.close();
});

test('a file of another version is refused with what to do', async () => {
	mkdirSync(stateFolder, { recursive: true });
	writeFileSync(stateFile(), '{"emulator":0}\n["object",{}]');
	await expect(TestClient.start({ stateFolder })).rejects.toThrow(`Delete ${stateFolder} to start afresh`);
});
