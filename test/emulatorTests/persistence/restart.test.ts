import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock, type EmulatorOptions } from '../../emulator';
import type { Answer } from '../answer';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields, type Fields } from '../signing';
import { sha1 } from '../../support/hashes';
import { TestClient } from '../testClient';

let stateFolder: string;
beforeEach(() => (stateFolder = mkdtempSync(join(tmpdir(), 'emulator-'))));
afterEach(() => rmSync(stateFolder, { recursive: true }));

const stateFile = (): string => join(stateFolder, 'state.jsonl');
const contents = (): string[] => readdirSync(join(stateFolder, 'contents')).sort();

test('an uploaded file survives: place, hash, content, and the search in it', async () => {
	const first = await TestClient.start({ stateFolder, seedDemo: true });
	expect(first.emulator.restored).toBe(false);
	const { hash } = (await first.upload('Neu/合 同.txt', 'Inhalt '.repeat(1000))).body;
	await first.upload('note.txt', 'a needle');
	const before = await first.paths();
	await first.close();

	const second = await TestClient.start({ stateFolder, seedDemo: true });
	expect(second.emulator.restored).toBe(true);
	expect(await second.paths()).toEqual(before);
	const { body } = await second.file('download_url', { hash });
	expect(await (await fetch(body.urls[0])).text()).toBe('Inhalt '.repeat(1000));
	const part = await fetch(body.urls[0], { headers: { range: 'bytes=6990-6995' } });
	expect(await part.text()).toBe('Inhalt '.repeat(1000).slice(6990, 6996));
	const found = await second.file('search', { keywords: 'needle', scope: '["content"]' });
	expect(found.body.list).toMatchObject([{ fullpath: 'note.txt' }]);
	// The content is known, so that the same one again is no upload.
	expect((await second.file('create_file', { fullpath: 'again.txt', ...announced('a needle') })).body.state).toBe(1);
	await second.close();
});

test('a folder is for one emulator at a time; a lock that was left behind is replaced', async () => {
	const first = await TestClient.start({ stateFolder });
	await expect(TestClient.start({ stateFolder })).rejects.toThrow(
		/is in use by another emulator.*Stop it, or choose/,
	);
	await first.close();
	// The one of a process that was killed; the ID of our own, which a container may have used before.
	for (const holder of ['999999999', String(process.pid), '']) {
		writeFileSync(join(stateFolder, 'lock'), holder);
		await (await TestClient.start({ stateFolder })).close();
	}
	// A process that runs.
	writeFileSync(join(stateFolder, 'lock'), String(process.ppid));
	await expect(TestClient.start({ stateFolder })).rejects.toThrow(
		`in use by another emulator (process ${process.ppid})`,
	);
	rmSync(join(stateFolder, 'lock'));
	// One that cannot listen frees the folder.
	const busy = await TestClient.start({});
	await expect(TestClient.start({ stateFolder, port: busy.emulator.port })).rejects.toThrow('EADDRINUSE');
	await busy.close();
	await (await TestClient.start({ stateFolder })).close();
});

const announced = (content: string): Fields => ({ filehash: sha1(content), filesize: content.length });

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
	client.emulator.lock({ path: '2026/Plan.txt', mountId: 2101 });
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

test('ids go on where they were: nothing new has the id of something old', async () => {
	const first = await EnterpriseTestClient.start({ stateFolder });
	const { body: library } = await first.org('create', { org_name: 'L' });
	await first.close();
	const second = await EnterpriseTestClient.start({ stateFolder });
	expect((await second.org('create', { org_name: 'M' })).body.mount_id).toBe(library.mount_id + 1);
	await second.close();
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

test('the demo library always exists, even if its authorization or the library was removed', async () => {
	const first = await EnterpriseTestClient.start({ stateFolder });
	await ok(await first.org('destroy', { org_client_id: 'demo-library' }));
	await first.close();
	const second = await TestClient.start({ stateFolder });
	expect((await second.upload('x.txt', 'x')).status).toBe(200);
	second.emulator.world.authorizations.delete('demo-library');
	await second.close();
	const third = await TestClient.start({ stateFolder });
	expect(await third.paths()).toEqual(['x.txt']);
	await third.close();
});

test('options that are no state are those of the new start', async () => {
	await (await TestClient.start({ stateFolder })).close();
	const client = await EnterpriseTestClient.start({ stateFolder, ignoreAccountCase: true, strict: false });
	expect((await client.ent('get_member', { account: 'MEMBER01' })).status).toBe(200);
	expect((await client.grant('refresh_token', { refresh_token: 'x', surprise: 1 })).status).toBe(400);
	await client.close();
});

test('a file of another version is refused with what to do', async () => {
	mkdirSync(stateFolder, { recursive: true });
	writeFileSync(stateFile(), '{"emulator":0}\n["object",{}]');
	await expect(TestClient.start({ stateFolder })).rejects.toThrow(`Delete ${stateFolder} to start afresh`);
});

test('without a folder nothing is kept', async () => {
	const form = (): URLSearchParams => signFields({ org_client_id: 'demo-library', fullpath: 'n' }, 's');
	const first = await TestClient.start();
	await first.upload('a.txt', 'a');
	await first.send('/m-open/1/file/ls', form());
	await first.close();
	const second = await TestClient.start();
	expect(await second.paths()).toEqual([]);
	await second.close();
	expect(readdirSync(stateFolder)).toEqual([]);
});
