import type { Content } from '#mirror/plan';
import { makeChange, type Mirroring, type MirrorSide, archiveName } from '#mirror/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { emulatorInMemory } from '../../emulator';
import { callerOf } from '../../support/emulatedHttp';
import { sha1 } from '../../support/hashes';
import { namedAnswers, NOT_FOUND } from '../../support/namedAnswers';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';

const changesOf = (mirroring: Mirroring) => ({
	createFolder: async (path: string) => await makeChange(mirroring, { action: 'create', type: 'folder', path }),
	storeFile: async (file: Content) =>
		(await makeChange(mirroring, { action: 'add', type: 'file', ...file }))?.bytes_sent,
	moveFile: async (from: string, file: Content) =>
		await makeChange(mirroring, { action: 'move', type: 'file', from, ...file }),
	moveFolder: async (from: string, path: string) =>
		await makeChange(mirroring, { action: 'move', type: 'folder', from, path, files: 1, folders: 1, bytes: 1 }),
	remove: async (path: string) =>
		await makeChange(mirroring, {
			action: 'delete',
			type: 'file',
			path,
			reason: 'notInSource',
			files: 1,
			folders: 0,
			bytes: 1,
			contents: [{ path, dir: false, filesize: 5, filehash: '', hash: '' }],
		}),
});

/* Whether a change whose answer was lost counts as made: by what the service then shows at its paths. */

const SHA1 = 'ab'.repeat(20);
const FILE = { filesize: 5, filehash: SHA1 };
const LOST = new LibraryError('network', 'the connection was reset');

type Shown = Readonly<Record<string, object>>;
type Changes = ReturnType<typeof changesOf>;

/** A change, with the recycle bin or with an archive. */
type Change = (port: Changes, archiving: Changes) => Promise<unknown>;

/** Makes a change of folder `T` whose answers are lost, while the service shows `shown`; how often it was sent. */
async function changed(change: Change, shown: Shown, folder = 'T', before = shown) {
	let sent = 0;
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		if (!new URL(request.url).pathname.endsWith('/info')) {
			sent++;
			throw LOST;
		}
		const body = (sent === 0 ? before : shown)[fullpath];
		return body ? { body } : NOT_FOUND;
	});
	const caller = callerWith(http);
	const mirroring = { source: { caller, folder: 'S' }, target: { caller, folder } };
	const archiving = changesOf({ ...mirroring, archive: { folder: 'Old', made: new Map() } });
	const failure = await change(changesOf(mirroring), archiving).catch((error: unknown) => error);
	return { sent, failure };
}

const moveFile = async (port: Changes) => await port.moveFile('a', { path: 'B/a', ...FILE });
const moveFolder = async (port: Changes) => await port.moveFolder('a', 'B/a');
const createFolder = async (port: Changes) => await port.createFolder('a');
const remove = async (port: Changes) => await port.remove('a');
const archive: Change = async (_, archiving) => await archiving.remove('a');
const renameFile = async (port: Changes) => await port.moveFile('a', { path: 'A', ...FILE });
const renameFolder = async (port: Changes) => await port.moveFolder('a', 'A');

/** What a service that ignores case shows at both names of an entry. */
const byBothNames = (entry: object): Shown => ({ 'T/a': entry, 'T/A': entry, 'S/a': entry, 'S/A': entry });
const RENAMED = { dir: 0, ...FILE, hash: 'h', filename: 'A' };

test.each<[string, Change, Shown]>([
	['a file is there with its content', moveFile, { 'T/B/a': { dir: 0, ...FILE } }],
	['its SHA1 is the same in capitals', moveFile, { 'T/B/a': { dir: 0, ...FILE, filehash: SHA1.toUpperCase() } }],
	['a created folder is there', createFolder, { 'T/a': { dir: 1 } }],
	['a file has its new name, and is found by its old one too', renameFile, byBothNames(RENAMED)],
	['a folder has its new name, and so on', renameFolder, byBothNames({ dir: 1, hash: 'h', fullpath: '/T/A/' })],
])('made: %s', async (_name, change, shown) => {
	expect(await changed(change, shown)).toMatchObject({ sent: 1, failure: undefined });
});

test('made: what was deleted is not there any more; what had gone before is not deleted', async () => {
	const deleted = await changed(remove, {}, 'T', { 'T/a': { dir: 0, ...FILE } });
	expect(deleted).toMatchObject({ sent: 1, failure: undefined });
	expect(await changed(remove, {})).toMatchObject({ sent: 0, failure: undefined });
});

test.each<[string, Shown, boolean]>([
	['only the archive has it', { 'Old/a': { dir: 0, ...FILE } }, true],
	['only the target has it', { 'T/a': { dir: 0, ...FILE } }, false],
	['both have it', { 'T/a': { dir: 0, ...FILE }, 'Old/a': { dir: 0, ...FILE } }, false],
	['neither has it', {}, false],
])('moved into the archive: %s', async (_, shown, isMade) => {
	const { sent, failure } = await changed(archive, shown, 'T', { 'T/a': { dir: 0, ...FILE }, Old: { dir: 1 } });
	if (isMade) expect({ sent, failure }).toEqual({ sent: 1, failure: undefined });
	else expect({ sent, failure }).toMatchObject({ sent: 4, failure: { kind: 'network' } });
});

test('what the source has again is not moved away', async () => {
	const { sent, failure } = await changed(moveFile, { 'S/a': { dir: 0 }, 'T/a': { dir: 0, ...FILE } });
	expect({ sent, failure }).toMatchObject({ sent: 0, failure: { kind: 'conflict' } });
});

test.each<[string, Change, Shown]>([
	['nothing is at the new path', moveFile, { 'T/a': { dir: 0, ...FILE } }],
	['the old one is there too', moveFile, { 'T/a': { dir: 0, ...FILE }, 'T/B/a': { dir: 0, ...FILE } }],
	['another size', moveFile, { 'T/B/a': { dir: 0, ...FILE, filesize: 6 } }],
	['another SHA1', moveFile, { 'T/B/a': { dir: 0, ...FILE, filehash: 'cd'.repeat(20) } }],
	['a file where a folder is moved', moveFolder, { 'T/B/a': { dir: 0, ...FILE } }],
	['no folder is there', createFolder, {}],
	['a file still has its old name', renameFile, byBothNames({ ...RENAMED, filename: 'a' })],
	['another file has the new name', renameFile, { 'T/a': { ...RENAMED, hash: 'other' }, 'T/A': RENAMED }],
	['what was to be deleted is there', remove, { 'T/a': { dir: 0, ...FILE } }],
])('not made: %s', async (_name, change, shown) => {
	const { sent, failure } = await changed(change, shown);
	expect(failure).toMatchObject({ kind: 'network' });
	expect(sent).toBe(4);
});

const storeFile = async (port: Changes) => await port.storeFile({ path: 'B/a', ...FILE });

test.each<[string, (port: Changes) => Promise<unknown>]>([
	['moved', moveFile],
	['stored', storeFile],
])('a name that was taken when something was %s is a conflict', async (_, change) => {
	const made = { body: { fullpath: 'T/B/a(2)', hash: 'h', state: 1 } };
	const caller = callerWith(namedAnswers({ info: NOT_FOUND, move: made, create_folder: made, create_file: made }));
	const [source, target] = ['S', 'T'].map((folder) => ({ caller, folder })) as [MirrorSide, MirrorSide];
	expect(await errorOf(change(changesOf({ source, target })))).toMatchObject({
		kind: 'conflict',
		retryable: false,
		message: '"T/B/a" was taken in the meantime, so the service made "T/B/a(2)"',
	});
});

test('runs that begin in the same millisecond have archives of their own, in their order', () => {
	const names = [1, 2, 3].map(() => archiveName(Date.UTC(2026, 10, 22, 20, 53, 7, 123)));
	expect(names).toEqual(['2026-11-22T20-53-07.123Z', '2026-11-22T20-53-07.124Z', '2026-11-22T20-53-07.125Z']);
	expect(archiveName(Date.UTC(2026, 10, 22))).toBe('2026-11-22T00-00-00.000Z');
});

/* A content on its way from one library to another: what is told meanwhile. */

test.each([
	['each chunk when it has arrived, and the end once', true, [0, 10_000_000, 12_000_000, 12_000_000]],
	['the end where another content came than the list said', false, []],
])('a stream tells its beginning and %s', async (_, isListed, sent) => {
	const emulator = emulatorInMemory({ knowsAllLibraries: false });
	const content = Buffer.alloc(12_000_000, 'some content that differs, ');
	emulator.seedFile('S/a.bin', content);
	const told: unknown[] = [];
	const onStream = (path: string) => {
		told.push(path);
		return { at: (bytes: number, size: number) => told.push([bytes, size]), end: () => told.push('end') };
	};
	const source = { caller: callerOf(emulator), folder: 'S' };
	const target = { caller: callerOf(emulator, { library: emulator.addLibrary('Target') }), folder: 'T' };
	const filehash = isListed ? sha1(content) : 'ab'.repeat(20);
	const storing = changesOf({ source, target, onStream }).storeFile({
		path: 'a.bin',
		filesize: 12_000_000,
		filehash,
	});
	if (isListed) expect(await storing).toBe(12_000_000);
	else expect(await errorOf(storing)).toMatchObject({ kind: 'protocol' });
	const chunks = told.slice(1, -1);
	expect([told[0], isListed ? chunks : [], told.at(-1)]).toEqual([
		'a.bin',
		sent.map((bytes) => [bytes, 12_000_000]),
		'end',
	]);
});
