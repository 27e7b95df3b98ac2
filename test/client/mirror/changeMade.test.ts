import type { MirrorSide } from '../../../src/client/mirror/mirrorSide';
import { makeChange } from '../../../src/client/mirror/makeChange';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fieldsOf, scriptedHttp, type Reply } from '../../support/ports';
import { changesOf } from './mirrorBench';

/* Whether a change whose answer was lost counts as made: by what the service then shows at its paths. */

const SHA1 = 'ab'.repeat(20);
const FILE = { filesize: 5, filehash: SHA1 };
const NOT_FOUND: Reply = { status: 404, body: { error_code: 40402, error_msg: 'file not found' } };
const LOST = new LibraryError('network', 'the connection was reset');

type Shown = Readonly<Record<string, object>>;
type Changes = ReturnType<typeof changesOf>;

/** Makes a change of folder `T` whose answers are lost, while the service shows `shown`; how often it was sent. */
async function changed(change: (port: Changes) => Promise<unknown>, shown: Shown, folder = 'T', before = shown) {
	let [sent, asked] = [0, [] as string[]];
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		if (!new URL(request.url).pathname.endsWith('/info')) {
			sent++;
			throw LOST;
		}
		asked = [...asked, fullpath];
		const body = (sent === 0 ? before : shown)[fullpath];
		return body ? { body } : NOT_FOUND;
	});
	const caller = callerWith(http);
	const mirroring = { source: { caller, folder: 'S' }, target: { caller, folder } };
	const failure = await change(changesOf(mirroring)).catch((error: unknown) => error);
	return { sent, asked, failure };
}

const moveFile = async (port: Changes) => await port.moveFile('a', { path: 'B/a', sourcePath: 'B/a', ...FILE });
const moveFolder = async (port: Changes) => await port.moveFolder('a', 'B/a');
const createFolder = async (port: Changes) => await port.createFolder('a');
const remove = async (port: Changes) => await port.remove('a');

test.each<[string, (port: Changes) => Promise<unknown>, Shown]>([
	['a file is there with its content', moveFile, { 'T/B/a': { dir: 0, ...FILE } }],
	['its SHA1 is the same in capitals', moveFile, { 'T/B/a': { dir: 0, ...FILE, filehash: SHA1.toUpperCase() } }],
	['a moved folder is there', moveFolder, { 'T/B/a': { dir: 1 } }],
	['a created folder is there', createFolder, { 'T/a': { dir: 1 } }],
])('made: %s', async (_name, change, shown) => {
	expect(await changed(change, shown)).toMatchObject({ sent: 1, failure: undefined });
});

test('made: what was deleted is not there any more; what had gone before is not deleted', async () => {
	const deleted = await changed(remove, {}, 'T', { 'T/a': { dir: 0 } });
	expect(deleted).toMatchObject({ sent: 1, failure: undefined });
	expect(await changed(remove, {})).toMatchObject({ sent: 0, failure: undefined });
});

const EXTRA = {
	action: 'delete',
	type: 'folder',
	path: 'a',
	files: 1,
	folders: 1,
	bytes: 5,
	reason: 'notInSource',
} as const;
const contents = [
	{ path: 'a', dir: true, filesize: 0, filehash: '', hash: '' },
	{ path: 'a/b', dir: false, ...FILE, hash: '' },
];
const fileIn = (path: string, more: object = {}) => ({
	dir: 0,
	filename: path.slice(2),
	fullpath: `T/${path}`,
	...FILE,
	...more,
});

/** Deletes the extra folder `a` of a target in which `list` is what it contains by now. */
async function deleted(list: readonly object[], shown: Shown) {
	const sent: string[] = [];
	const http = scriptedHttp((request) => {
		const [name = '', { fullpath = '' }] = [new URL(request.url).pathname.split('/').at(-1), fieldsOf(request)];
		if (name === 'ls') return { body: { count: list.length, list } };
		const body = name === 'info' ? shown[fullpath] : {};
		if (name !== 'info') sent.push(name);
		return body ? { body } : NOT_FOUND;
	});
	const caller = callerWith(http);
	const sides = { source: { caller, folder: 'S' }, target: { caller, folder: 'T' } };
	const failure = await makeChange(sides, { ...EXTRA, contents }).catch((error: unknown) => error);
	return { sent, failure };
}

test.each<[string, object[], Shown, string | undefined]>([
	['as planned', [fileIn('a/b')], {}, undefined],
	['less in it', [], {}, undefined],
	[
		'something new in it',
		[fileIn('a/b'), fileIn('a/c'), fileIn('a/d')],
		{},
		'"T/a/c" and 1 more came there, or changed',
	],
	['another content', [fileIn('a/b', { filehash: 'cd'.repeat(20) })], {}, '"T/a/b" came there, or changed'],
	['the source has it by now', [fileIn('a/b')], { 'S/a': { dir: 1 } }, 'the source has "S/a" by now'],
])('a folder is looked at just before it is deleted: %s', async (_, list, shown, message) => {
	const { sent, failure } = await deleted(list, { 'T/a': { dir: 1 }, ...shown });
	expect(sent).toEqual(message === undefined ? ['del'] : []);
	if (message === undefined) expect(failure).toBeUndefined();
	else expect(failure).toMatchObject({ kind: 'conflict', message: expect.stringContaining(message) as string });
});

test.each<[string, (port: Changes) => Promise<unknown>, Shown]>([
	['nothing is at the new path', moveFile, { 'T/a': { dir: 0, ...FILE } }],
	['neither is there', moveFile, {}],
	['the old one is there too', moveFile, { 'T/a': { dir: 0, ...FILE }, 'T/B/a': { dir: 0, ...FILE } }],
	['another size', moveFile, { 'T/B/a': { dir: 0, ...FILE, filesize: 6 } }],
	['another SHA1', moveFile, { 'T/B/a': { dir: 0, ...FILE, filehash: 'cd'.repeat(20) } }],
	['a file where a folder is moved', moveFolder, { 'T/B/a': { dir: 0, ...FILE } }],
	['the old folder is there too', moveFolder, { 'T/a': { dir: 1 }, 'T/B/a': { dir: 1 } }],
	['a file where a folder is created', createFolder, { 'T/a': { dir: 0, ...FILE } }],
	['no folder is there', createFolder, {}],
	['what was to be deleted is there', remove, { 'T/a': { dir: 0 } }],
])('not made: %s', async (_name, change, shown) => {
	const { sent, failure } = await changed(change, shown);
	expect(failure).toMatchObject({ kind: 'network' });
	expect(sent).toBe(4);
});

test('the target folder: the root needs no request, one that is there is left alone', async () => {
	const create = async (port: Changes) => await port.createFolder('');
	expect(await changed(create, {}, '')).toEqual({ sent: 0, asked: [], failure: undefined });
	const there = await changed(create, { 'T/U': { dir: 1 } }, 'T/U');
	expect(there).toEqual({ sent: 0, asked: ['T/U'], failure: undefined });
	const made = await changed(create, { T: { dir: 0 } }, 'T/U');
	expect(made).toMatchObject({ sent: 0, asked: ['T/U', 'T'], failure: { kind: 'input' } });
});

test('a person names the library of the target, also where it is looked at', async () => {
	const http = scriptedHttp((request) =>
		new URL(request.url).pathname.endsWith('/info') ? NOT_FOUND : { body: {} },
	);
	const base = callerWith(http);
	const caller = { ...base, account: { ...base.account, kind: 'token' as const, token: 't' } };
	const source = { caller, folder: 'S', mountId: '1' };
	const port = changesOf({ source, target: { ...source, folder: 'T', mountId: '2' } });
	await port.createFolder('');
	await port.remove('a');
	expect(http.sent.map((request) => fieldsOf(request).mount_id)).toEqual(['2', '2', '1', '2']);
});

test('a name that was taken when something was moved is a conflict', async () => {
	const caller = callerWith(scriptedHttp(NOT_FOUND, { body: { fullpath: 'T/B/a(2)' } }));
	const [source, target] = ['S', 'T'].map((folder) => ({ caller, folder })) as [MirrorSide, MirrorSide];
	expect(await errorOf(moveFile(changesOf({ source, target })))).toMatchObject({
		kind: 'conflict',
		message: '"T/B/a" was taken in the meantime, so the service made "T/B/a(2)"',
	});
});
