import { call, type Caller } from '../../../src/client/service/call';
import { pages } from '../../../src/client/paging/pages';
import { waitForQueue } from '../../../src/client/service/queue';
import { listFolder } from '../../../src/protocol/catalogue/libraryFolder';
import { get } from '../../../src/protocol/catalogue/libraryFile';
import { copy } from '../../../src/protocol/catalogue/libraryFileChange';
import { errorOf } from '../../support/ports';
import { emulatorBench, sha1 } from './emulatorBench';

const { start, caller, http } = emulatorBench();

test('signed calls with non-ASCII names, and errors with their codes', async () => {
	const emulator = await start();
	emulator.seedFile('Verträge/合同 +&%.txt', 'hello');
	expect(await call(caller(), get, { fullpath: 'Verträge/合同 +&%.txt', attribute: '10' })).toMatchObject({
		filesize: 5,
		filehash: sha1(Buffer.from('hello')),
	});
	expect(await errorOf(call(caller(), get, { fullpath: 'none' }))).toMatchObject({
		kind: 'notFound',
		operation: 'libraryFileInfo',
	});
	const wrong = { ...caller(), account: { ...caller().account, secret: 'wrong' } } as Caller;
	expect(await errorOf(call(wrong, get, { fullpath: 'none' }))).toMatchObject({ kind: 'auth', code: 401041 });
});

test('lists any number of files', async () => {
	const emulator = await start({ seedDemo: false });
	emulator.seed({ count: 250, folder: 'many' });
	const names = new Set<unknown>();
	for await (const entry of pages(caller(), listFolder, { fullpath: 'many' })) names.add(entry.fullpath);
	expect(names.size).toBe(250);
});

test.each([3_600_000, -3_600_000])('a clock that is %i ms off is corrected', async (skew) => {
	const emulator = await start();
	emulator.faults.clockSkewMs = skew;
	emulator.seedFile('a.txt', 'x');
	expect(
		await call(caller({ http: { request: (r) => http.request(r), close: async () => undefined } }), get, {
			fullpath: 'a.txt',
		}),
	).toMatchObject({ filesize: 1 });
});

test('waits for a queued copy', async () => {
	const emulator = await start({ queueDelayMs: 200 });
	emulator.seedFile('a.txt', 'x');
	const { queue_id: id = '' } = await call(caller(), copy, { from_fullpath: 'a.txt', fullpath: 'b.txt' });
	expect(await waitForQueue(caller(), id, { timeoutMs: 10_000 })).toMatchObject({ status: 2 });
	expect(await call(caller(), get, { fullpath: 'b.txt', attribute: '10' })).toMatchObject({ filesize: 1 });
});
