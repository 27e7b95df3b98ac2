import { pages } from '../../../src/client/paging/pages';
import { bufferSource } from '../../../src/client/upload/memorySource';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { listFolder } from '../../../src/protocol/catalogue/libraryFiles';
import type { FaultRule } from '../../emulator/index';
import { errorOf } from '../../support/ports';
import { bytes, emulatorBench, target } from './emulatorBench';

const { start, caller, stored } = emulatorBench();

test.each<[string, FaultRule]>([
	['a part is lost', { match: '/upload_part', action: 'reset', after: 1 }],
	['the answer to a part is lost', { match: '/upload_part', action: 'resetAfter', after: 1 }],
	['a part is answered with 500', { match: '/upload_part', action: { status: 500 }, after: 1 }],
	['a part is answered with 410', { match: '/upload_part', action: { status: 410 }, after: 1 }],
	[
		'a part is answered with 409 and an impossible offset',
		{ match: '/upload_part', action: { status: 409, body: { error_code: 40900, expect: 999_999_999 } }, after: 1 },
	],
	['a part is answered with 401', { match: '/upload_part', action: { status: 401 }, after: 1 }],
	['a part is answered by a proxy', { match: '/upload_part', action: 'html', after: 1 }],
	['init is lost', { match: '/upload_init', action: 'reset' }],
	['init is answered with 500', { match: '/upload_init', action: { status: 500 }, times: 2 }],
	['finish is lost', { match: '/upload_finish', action: 'reset' }],
	['the answer to finish is lost', { match: '/upload_finish', action: 'resetAfter' }],
	['finish is answered with 409', { match: '/upload_finish', action: { status: 409 } }],
	['finish is answered with 500', { match: '/upload_finish', action: { status: 500 } }],
])('%s: the file is stored correctly and once, and no session remains', async (_, fault) => {
	const emulator = await start();
	emulator.faults.add(fault);
	const data = bytes(350_000);
	const { fullpath } = await uploadToLibrary(caller(), bufferSource(data), target('x.bin'));
	expect(emulator.faults.pending).toBe(0);
	expect((await stored(fullpath)).equals(data)).toBe(true);
	expect(emulator.sessions()).toEqual([]);
	const names = [];
	for await (const entry of pages(caller(), listFolder, { fullpath: '' })) names.push(entry.fullpath);
	expect(names.filter((name) => String(name).startsWith('x'))).toEqual([fullpath]);
});

test('sessions that expire during the upload', async () => {
	const emulator = await start();
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

test('a full library is a quota error, and a broken server leaves no session', async () => {
	const emulator = await start();
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

test('a cancellation leaves no session', async () => {
	const emulator = await start();
	emulator.faults.add({ match: '/upload_part', action: 'slow', slowMs: 60_000, after: 1 });
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 300);
	const started = Date.now();
	expect(
		await errorOf(uploadToLibrary(caller({ signal: stop.signal }), bufferSource(bytes(350_000)), target('x.bin'))),
	).toMatchObject({ kind: 'aborted' });
	expect(Date.now() - started).toBeLessThan(50_000);
	expect(emulator.sessions()).toEqual([]);
});
