import { bufferSource } from '../../../src/client/upload/memorySource';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { webUploadToLibrary } from '../../../src/client/upload/webUpload';
import type { EmulatorOptions } from '../../emulator/index';
import { bytes, emulatorBench, sha1, target } from './emulatorBench';

const { start, caller, stored } = emulatorBench();

test.each([0, 1, 99_999, 100_000, 100_001, 350_000])(
	'uploads %i bytes, and the same content again instantly',
	async (size) => {
		const emulator = await start();
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
	},
);

test.each<[string, Partial<EmulatorOptions>]>([
	['a list of servers', { serverForm: 'list' }],
	['a server without a scheme', { serverForm: 'host' }],
	['hosts of their own', { separateHosts: true }],
	['status 202 for the last part', { completePartStatus: 202 }],
	['a finish that takes time', { finishDelayMs: 300 }],
])('uploads with %s', async (_, options) => {
	await start(options);
	const data = bytes(250_000);
	await uploadToLibrary(caller(), bufferSource(data), target('x.bin'));
	expect((await stored('x.bin')).equals(data)).toBe(true);
});

test('uploads by web upload', async () => {
	await start();
	const data = bytes(350_000);
	expect(
		await webUploadToLibrary(caller(), bufferSource(data), { fullpath: 'Web/ü x.bin', overwrite: false }),
	).toMatchObject({ fullpath: 'Web/ü x.bin', filesize: 350_000, filehash: sha1(data), verified: true });
	expect((await stored('Web/ü x.bin')).equals(data)).toBe(true);
});
