import { listFolder as ls } from '../../../src/protocol/catalogue/libraryFolder';
import { get as info, getDownloadLink as urlsOf } from '../../../src/protocol/catalogue/libraryFile';
import { copy } from '../../../src/protocol/catalogue/libraryFileChange';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { call, type Caller } from '../../../src/client/service/call';
import { systemClock } from '../../../src/client/async/clock';
import { openDownload } from '../../../src/client/download/download';
import { httpFor } from '../../../src/client/http/http';
import { pages } from '../../../src/client/service/paging';
import { waitForQueue } from '../../../src/client/service/queue';
import { bufferSource } from '../../../src/client/upload/source';
import { uploadToLibrary, type LibraryUpload } from '../../../src/client/upload/servicePort';
import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import { startEmulator, type Emulator, type EmulatorOptions, type FaultRule } from '../../emulator/index';
import { errorOf } from '../../support/ports';

const http = httpFor({ allowUnauthorizedCerts: false });
let emulator: Emulator;
const start = async (options: Partial<EmulatorOptions> = {}) => {
	emulator = await startEmulator(options);
};
afterEach(async () => await emulator.close());
afterAll(async () => await http.close());

/** Waits are cut short: how long they are is tested elsewhere. */
const caller = (more: Partial<Caller> = {}): Caller => ({
	account: {
		kind: 'org',
		baseUrl: emulator.url,
		vendorPrefix: 'svc',
		clientId: emulator.library.orgClientId,
		secret: emulator.library.orgClientSecret,
		http: { allowUnauthorizedCerts: false },
	},
	http,
	clock: {
		now: systemClock.now,
		sleep: async (ms, signal) => await systemClock.sleep(ms === 5_000 ? ms : ms / 50, signal),
	},
	...more,
});
const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, i) => (i * 11 + (i >> 8)) & 255));
const sha1 = (data: Buffer) => createHash('sha1').update(data).digest('hex');
async function read(stream: Readable): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
	return Buffer.concat(parts);
}
async function linksTo(fullpath: string): Promise<string[]> {
	const answer = await call(caller(), urlsOf, { fullpath });
	return (answer as { urls: string[] }).urls;
}
const stored = async (fullpath: string) => await read((await openDownload(caller(), await linksTo(fullpath))).stream);
const target = (fullpath: string, more: Partial<LibraryUpload> = {}): LibraryUpload => ({
	fullpath,
	overwrite: false,
	chunkSize: 100_000,
	...more,
});

test('signed calls, non-ASCII names, errors with their codes', async () => {
	await start();
	emulator.seedFile('Verträge/合同 +&%.txt', 'hello');
	expect(await call(caller(), info, { fullpath: 'Verträge/合同 +&%.txt', attribute: '10' })).toMatchObject({
		filesize: 5,
		filehash: sha1(Buffer.from('hello')),
	});
	expect(await errorOf(call(caller(), info, { fullpath: 'none' }))).toMatchObject({
		kind: 'notFound',
		operation: 'libraryFileInfo',
	});
	const wrong = { ...caller(), account: { ...caller().account, secret: 'wrong' } } as Caller;
	expect(await errorOf(call(wrong, info, { fullpath: 'none' }))).toMatchObject({ kind: 'auth', code: 401041 });
});

test('lists any number of files', async () => {
	await start({ seedDemo: false });
	emulator.seed({ count: 250, folder: 'many' });
	const names = new Set<unknown>();
	for await (const entry of pages(caller(), ls, { fullpath: 'many' })) names.add(entry['fullpath']);
	expect(names.size).toBe(250);
});

test.each([3_600_000, -3_600_000])('a clock that is %i ms off is made good', async (skew) => {
	await start();
	emulator.faults.clockSkewMs = skew;
	emulator.seedFile('a.txt', 'x');
	expect(
		await call(caller({ http: { request: (r) => http.request(r), close: async () => undefined } }), info, {
			fullpath: 'a.txt',
		}),
	).toMatchObject({ filesize: 1 });
});

test.each([0, 1, 99_999, 100_000, 100_001, 350_000])('uploads %i bytes, the second time instantly', async (size) => {
	await start();
	const data = bytes(size);
	const result = await uploadToLibrary(caller(), bufferSource(data), target('new/x.bin'));
	expect(result).toMatchObject({ fullpath: 'new/x.bin', filesize: size, filehash: sha1(data), retries: 0 });
	expect((await stored('new/x.bin')).equals(data)).toBe(true);
	expect(emulator.sessions()).toEqual([]);
	if (size === 0) return;
	expect(await uploadToLibrary(caller(), bufferSource(data), target('new/y.bin'))).toMatchObject({
		instant: true,
		bytesSent: 0,
	});
});

test.each<[string, Partial<EmulatorOptions>]>([
	['a list of servers', { serverForm: 'list' }],
	['a server without a scheme', { serverForm: 'host' }],
	['hosts of their own', { separateHosts: true }],
	['202 of the last part', { completePartStatus: 202 }],
	['a finish that takes time', { finishDelayMs: 300 }],
])('with %s', async (_, options) => {
	await start(options);
	const data = bytes(250_000);
	await uploadToLibrary(caller(), bufferSource(data), target('x.bin'));
	expect((await stored('x.bin')).equals(data)).toBe(true);
});

test.each<[string, FaultRule]>([
	['a part is lost', { match: '/upload_part', action: 'reset', after: 1 }],
	['the answer to a part is lost', { match: '/upload_part', action: 'resetAfter', after: 1 }],
	['a part meets 500', { match: '/upload_part', action: { status: 500 }, after: 1 }],
	['a part meets 410', { match: '/upload_part', action: { status: 410 }, after: 1 }],
	[
		'a part meets 409 with nonsense',
		{ match: '/upload_part', action: { status: 409, body: { error_code: 40900, expect: 999_999_999 } }, after: 1 },
	],
	['a part meets 401', { match: '/upload_part', action: { status: 401 }, after: 1 }],
	['a part meets a proxy', { match: '/upload_part', action: 'html', after: 1 }],
	['init is lost', { match: '/upload_init', action: 'reset' }],
	['init meets 500', { match: '/upload_init', action: { status: 500 }, times: 2 }],
	['finish is lost', { match: '/upload_finish', action: 'reset' }],
	['the answer to finish is lost', { match: '/upload_finish', action: 'resetAfter' }],
	['finish meets 409', { match: '/upload_finish', action: { status: 409 } }],
	['finish meets 500', { match: '/upload_finish', action: { status: 500 } }],
])('%s: the file is right, once, and no session stays', async (_, fault) => {
	await start();
	emulator.faults.add(fault);
	const data = bytes(350_000);
	const { fullpath } = await uploadToLibrary(caller(), bufferSource(data), target('x.bin'));
	expect(emulator.faults.pending).toBe(0);
	expect((await stored(fullpath)).equals(data)).toBe(true);
	expect(emulator.sessions()).toEqual([]);
	const names = [];
	for await (const entry of pages(caller(), ls, { fullpath: '' })) names.push(entry['fullpath']);
	expect(names.filter((name) => String(name).startsWith('x'))).toEqual([fullpath]);
});

test('sessions that expire in the middle', async () => {
	await start();
	const data = bytes(350_000);
	let expired = false;
	await uploadToLibrary(
		caller(),
		bufferSource(data),
		target('x.bin', {
			onProgress: (sent) => {
				if (!expired && sent >= 200_000) {
					expired = true;
					emulator.expireSessions('lost');
				}
			},
		}),
	);
	expect((await stored('x.bin')).equals(data)).toBe(true);
});

test('a full library is a quota error, a broken server leaves no session', async () => {
	await start();
	emulator.faults.libraryFull = true;
	expect(await errorOf(uploadToLibrary(caller(), bufferSource(bytes(10)), target('x.bin')))).toMatchObject({
		kind: 'quota',
		code: 40321,
	});
	emulator.faults.clear();
	emulator.faults.add({ match: '/upload_part', action: { status: 403 }, times: 99 });
	const error = await errorOf(uploadToLibrary(caller(), bufferSource(bytes(10)), target('x.bin')));
	expect(error.message).toContain('0 of 10 bytes');
	expect(emulator.sessions()).toEqual([]);
});

test('a cancel leaves no session', async () => {
	await start();
	emulator.faults.add({ match: '/upload_part', action: 'slow', slowMs: 2_000, after: 1 });
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 300);
	const begun = Date.now();
	expect(
		await errorOf(uploadToLibrary(caller({ signal: stop.signal }), bufferSource(bytes(350_000)), target('x.bin'))),
	).toMatchObject({ kind: 'aborted' });
	expect(Date.now() - begun).toBeLessThan(1_500);
	expect(emulator.sessions()).toEqual([]);
});

test('web upload', async () => {
	await start();
	const data = bytes(350_000);
	expect(
		await webUploadToLibrary(caller(), bufferSource(data), { fullpath: 'Web/ü x.bin', overwrite: false }),
	).toMatchObject({ fullpath: 'Web/ü x.bin', filesize: 350_000 });
	expect((await stored('Web/ü x.bin')).equals(data)).toBe(true);
});

test('a download that is cut goes on, an expired link is renewed', async () => {
	await start();
	const data = bytes(900_000);
	emulator.seedFile('big.bin', data);
	const urls = await linksTo('big.bin');
	const path = new URL(urls[0] ?? '').pathname;
	emulator.faults.add({ match: path, action: { cutAfterBytes: 300_000 } }, { match: path, action: { status: 403 } });
	const { stream, size } = await openDownload(caller(), urls, {
		expected: { size: data.length, sha1: sha1(data) },
		renew: async () => await linksTo('big.bin'),
	});
	expect(size).toBe(900_000);
	expect((await read(stream)).equals(data)).toBe(true);
	expect(emulator.faults.pending).toBe(0);
});

test('a queued copy is waited for', async () => {
	await start({ queueDelayMs: 200 });
	emulator.seedFile('a.txt', 'x');
	const { queue_id: id = '' } = await call(caller(), copy, { from_fullpath: 'a.txt', fullpath: 'b.txt' });
	expect(await waitForQueue(caller(), id, { timeoutMs: 10_000 })).toMatchObject({ status: 2 });
	expect(await call(caller(), info, { fullpath: 'b.txt', attribute: '10' })).toMatchObject({ filesize: 1 });
});
