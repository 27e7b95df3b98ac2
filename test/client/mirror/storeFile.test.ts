import { remoteSource } from '../../../src/client/upload/streamSource';
import { errorOf } from '../../support/ports';
import { bytes, changesOf, fileOf, sha1, twoLibraries } from './mirrorBench';

/* A content on its way from one library to another: what is told meanwhile, and how the source is read. */

/** What a port is told to tell: the streams that began, with their calls. */
function watched() {
	const told: unknown[][] = [];
	const onStream = (path: string) => {
		told.push(['begin', path]);
		return { at: (sent: number, size: number) => told.push(['at', sent, size]), end: () => told.push(['end']) };
	};
	return { told, onStream };
}

test('one announcement, then each chunk is told when it has arrived, and the end once', async () => {
	const { emulator, source, target, sent } = twoLibraries({ knowsAllLibraries: false });
	const { told, onStream } = watched();
	const content = bytes(12_000_000);
	emulator.seedFile('S/a.bin', content);
	await changesOf({ source, target, onStream }).storeFile(fileOf('a.bin', content));
	expect(told).toEqual([
		['begin', 'a.bin'],
		['at', 0, 12_000_000],
		['at', 10_000_000, 12_000_000],
		['at', 12_000_000, 12_000_000],
		// Once more when it is stored.
		['at', 12_000_000, 12_000_000],
		['end'],
	]);
	expect(sent().filter((name) => name === 'create_file')).toHaveLength(1);
});

test('a stream that fails has ended too', async () => {
	const { emulator, source, target } = twoLibraries({ knowsAllLibraries: false });
	const { told, onStream } = watched();
	emulator.seedFile('S/a.bin', 'the new one');
	const port = changesOf({ source, target, onStream });
	expect(await errorOf(port.storeFile(fileOf('a.bin', Buffer.from('the old one'))))).toMatchObject({
		kind: 'protocol',
	});
	expect([told.at(0), told.at(-1)]).toEqual([['begin', 'a.bin'], ['end']]);
});

test('a new version where there is a file; a folder of that name is a conflict', async () => {
	const { emulator, other, port, at } = twoLibraries();
	emulator.seedFile('S/a', 'new');
	emulator.seedFile('T/a', 'old', other);
	await port.storeFile(fileOf('a', Buffer.from('new')));
	expect(at('T/a')?.filehash).toBe(sha1(Buffer.from('new')));
	expect(at('T/a(2)')).toBeUndefined();
	emulator.seedFile('S/b', 'new');
	emulator.seedFile('T/b/inside', '', other);
	for (const file of [fileOf('b', Buffer.from('new')), { ...fileOf('b', Buffer.from('new')), filehash: '' }])
		expect(await errorOf(port.storeFile(file))).toMatchObject({ kind: 'conflict' });
});

test('where the service shows no SHA1, the content is read to find it', async () => {
	const { emulator, port, at } = twoLibraries({ knowsAllLibraries: false });
	const content = bytes(300_000);
	emulator.seedFile('S/a.bin', content);
	expect(await port.storeFile({ ...fileOf('a.bin', content), filehash: '' })).toBe(300_000);
	expect(at('T/a.bin')).toMatchObject({ filehash: sha1(content) });
	expect(await port.storeFile({ ...fileOf('a.bin', content), filehash: '' })).toBe(0);
});

describe('a file of a library as a source', () => {
	const content = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7) & 255));
	const open = (stored: Buffer = content, digest = sha1(stored)) => {
		const { emulator, source, sent } = twoLibraries();
		emulator.seedFile('S/a', stored);
		const opened = remoteSource(source.caller, { fullpath: 'S/a' }, { size: stored.length, sha1: digest });
		return { opened, sent };
	};

	test('is read forwards over one download, and downloaded again for what comes before', async () => {
		const { opened, sent } = open();
		expect(await opened.read(0, 300)).toEqual(content.subarray(0, 300));
		expect(await opened.read(400, 200)).toEqual(content.subarray(400, 600));
		expect(sent().filter((name) => name === 'download_url')).toHaveLength(1);
		expect(await opened.read(100, 900)).toEqual(content.subarray(100));
		expect(sent().filter((name) => name === 'download_url')).toHaveLength(1);
		await opened.close();
		expect(await opened.read(0, 5)).toEqual(content.subarray(0, 5));
		expect(sent().filter((name) => name === 'download_url')).toHaveLength(1);
		await opened.close();
		await opened.close();
	});

	test('does not hand out the last bytes of a content with another SHA1', async () => {
		const many = bytes(300_000);
		const { opened } = open(many, 'a'.repeat(40));
		expect(await opened.read(0, 999)).toEqual(many.subarray(0, 999));
		expect(await errorOf(opened.read(999, 299_001))).toMatchObject({ kind: 'protocol', code: 'contentMismatch' });
		await opened.close();
	});
});
