import { remoteSource } from '../../../src/client/upload/streamSource';
import { errorOf } from '../../support/ports';
import { bytes, changesOf, fileOf, twoLibraries } from './mirrorBench';

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

test('a file of a library as a source does not hand out the last bytes of a content with another SHA1', async () => {
	const { emulator, source } = twoLibraries();
	const many = bytes(300_000);
	emulator.seedFile('S/a', many);
	const opened = remoteSource(source.caller, { fullpath: 'S/a' }, { size: many.length, sha1: 'a'.repeat(40) });
	expect(await opened.read(0, 999)).toEqual(many.subarray(0, 999));
	expect(await errorOf(opened.read(999, 299_001))).toMatchObject({ kind: 'protocol', code: 'contentMismatch' });
	await opened.close();
});
