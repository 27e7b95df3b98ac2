import { ManualClock } from '../../emulator';
import { sha1 } from '../../support/hashes';
import { TestClient } from '../testClient';
import { bytes } from './bytes';

test('finish answers 202 while the file is processed', async () => {
	const clock = new ManualClock();
	const client = await TestClient.start({ clock, finishDelayMs: 3000, completePartStatus: 202 });
	const { session } = await client.begin('a.bin', bytes(10));
	expect((await client.step('part', { session, range: '0-9' }, bytes(10))).status).toBe(202);
	expect((await client.step('finish', { session })).status).toBe(202);
	expect((await client.step('part', { session, range: '10-10' }, bytes(1))).status).toBe(410);
	expect(await client.paths()).toEqual([]);
	clock.advance(3000);
	expect(await client.paths()).toEqual(['a.bin']);
	expect((await client.step('finish', { session })).status).toBe(200);
	await client.close();
});

test('an upload aborted while it is processed creates no file', async () => {
	const clock = new ManualClock();
	const client = await TestClient.start({ clock, finishDelayMs: 3000 });
	const { session } = await client.begin('a.bin', bytes(10));
	await client.step('part', { session, range: '0-9' }, bytes(10));
	await client.step('finish', { session });
	expect((await client.step('abort', { session })).status).toBe(200);
	clock.advance(3000);
	expect(await client.paths()).toEqual([]);
	await client.close();
});

test('a full library refuses create_file with 403 + 40321', async () => {
	const client = await TestClient.start({ capacity: 10 });
	expect(await client.upload('a.bin', bytes(11))).toMatchObject({ status: 403, body: { error_code: 40321 } });
	expect((await client.upload('a.bin', bytes(10))).status).toBe(200);
	client.emulator.faults.libraryFull = true;
	expect((await client.upload('a.bin', bytes(1), { overwrite: 1 })).body.error_code).toBe(40321);
	await client.close();
});

test('another vendor prefix and separate hosts', async () => {
	const client = await TestClient.start({ prefix: 'acme', separateHosts: true });
	const content = bytes(3);
	const fields = { fullpath: 'a.bin', filehash: sha1(content), filesize: 3 };
	const { body } = await client.file('create_file', fields);
	expect(new URL(body.server).port).not.toBe(String(client.emulator.port));
	const init = await fetch(`${body.server}/upload_init?org_client_id=demo-library`, {
		method: 'POST',
		headers: {
			'x-acme-upload-filename': 'a.bin',
			'x-acme-upload-pathhash': body.hash,
			'x-acme-upload-filehash': fields.filehash,
			'x-acme-upload-filesize': '3',
		},
	});
	expect(init.status).toBe(200);
	expect((await fetch(`${client.emulator.url}/upload_req`, { method: 'POST' })).status).toBe(400);
	await client.close();
});
