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
async function changed(change: (port: Changes) => Promise<unknown>, shown: Shown, folder = 'T') {
	let [sent, asked] = [0, [] as string[]];
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		if (!new URL(request.url).pathname.endsWith('/info')) {
			sent++;
			throw LOST;
		}
		asked = [...asked, fullpath];
		const body = shown[fullpath];
		return body ? { body } : NOT_FOUND;
	});
	const side = { caller: callerWith(http), folder };
	const failure = await change(changesOf({ source: side, target: side })).catch((error: unknown) => error);
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
	['what was deleted is not there', remove, {}],
])('made: %s', async (_name, change, shown) => {
	expect(await changed(change, shown)).toMatchObject({ sent: 1, failure: undefined });
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
	expect(http.sent.map((request) => fieldsOf(request).mount_id)).toEqual(['2', '2', '2']);
});

test('a name that was taken when something was moved is a conflict', async () => {
	const caller = callerWith(scriptedHttp({ body: { fullpath: 'T/B/a(2)' } }));
	const side = { caller, folder: 'T' };
	expect(await errorOf(moveFile(changesOf({ source: side, target: side })))).toMatchObject({
		kind: 'conflict',
		message: '"T/B/a" was taken in the meantime, so the service made "T/B/a(2)"',
	});
});
