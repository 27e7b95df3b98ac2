import { openDownload } from '../../../src/client/download/download';
import { bytes, emulatorBench, read, sha1 } from './emulatorBench';

const { start, caller, linksTo } = emulatorBench();

test('a download that is cut is resumed, and an expired link is renewed', async () => {
	const emulator = await start();
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
