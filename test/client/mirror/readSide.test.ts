import { readSide, type SideReading } from '#mirror/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fieldsOf, orgAccount, scriptedHttp, type Reply } from '../../support/ports';

/* What is in a folder of a mirror: how its entries are read, and when they may not be all of them. */

/** The entries of folders by their paths, and the number that the service announces. */
type Lists = Readonly<Record<string, { readonly count: number; readonly list: readonly object[] }>>;
const NOT_FOUND: Reply = { status: 404, body: { error_code: 40402, error_msg: 'file not found' } };

/** Reads folder `S` of a service with these lists; any other one is not found. */
async function read(lists: Lists, reading: Partial<SideReading> = {}, mountId?: string) {
	const http = scriptedHttp((request) => {
		const { fullpath = '', start } = fieldsOf(request);
		const { count, list } = lists[fullpath] ?? {};
		return list ? { body: { count, list: list.slice(Number(start)) } } : NOT_FOUND;
	});
	const account = mountId === undefined ? orgAccount() : { ...orgAccount(), kind: 'token' as const, token: 't' };
	const side = { caller: callerWith(http, { account }), folder: 'S', ...(mountId === undefined ? {} : { mountId }) };
	return { http, tree: await readSide(side, { concurrency: 2, ...reading }) };
}

const file = { hash: 'h1', dir: 0, filename: 'a', fullpath: 'S/a', filesize: 7, filehash: 'ABCDEF0123' };
const folder = {
	hash: 'h2',
	dir: 1,
	filename: 'B',
	fullpath: 'S/B',
	filesize: 99,
	filehash: 'unused',
	last_dateline: 5,
};
const inner = { hash: 'h3', dir: 0, filename: 'c', fullpath: 'S/B/c', last_dateline: '1700000000' };
const TREE: Lists = { S: { count: 2, list: [file, folder] }, 'S/B': { count: 1, list: [inner] } };

const FILE = { path: 'a', dir: false, filesize: 7, filehash: 'abcdef0123', hash: 'h1' };
const FOLDER = { path: 'B', dir: true, filesize: 0, filehash: '', hash: 'h2', modified: 5 };
const INNER = { path: 'B/c', dir: false, filesize: undefined, filehash: '', hash: 'h3', modified: 1_700_000_000 };

test('entries by their paths inside the folder; sizes, SHA1 and times as far as the service shows them', async () => {
	expect((await read(TREE)).tree).toStrictEqual({ entries: [FILE, FOLDER, INNER], exists: true });
});

test('down to a depth', async () => {
	const { tree, http } = await read(TREE, { maxDepth: 1 });
	expect(tree.entries).toEqual([FILE, FOLDER]);
	expect(http.sent).toHaveLength(1);
});

test('by token, each list names the library', async () => {
	const { http } = await read(TREE, {}, '7');
	expect(http.sent.map((request) => fieldsOf(request).mount_id)).toEqual(['7', '7']);
	expect(fieldsOf((await read(TREE)).http.sent[0])).not.toHaveProperty('mount_id');
});

test('an empty folder exists', async () => {
	expect((await read({ S: { count: 0, list: [] } }, { mayBeMissing: true })).tree).toStrictEqual({
		entries: [],
		exists: true,
	});
});

test('a folder that may be missing has no entries, any other one is an error', async () => {
	expect((await read({}, { mayBeMissing: true })).tree).toStrictEqual({ entries: [], exists: false });
	expect(await errorOf(read({}))).toMatchObject({ kind: 'notFound' });
	expect(await errorOf(read({}, { mayBeMissing: false }))).toMatchObject({ kind: 'notFound' });
});

test.each([new LibraryError('auth', 'refused', { status: 401 }), new TypeError('a mistake of ours')])(
	'another failure is not taken for a missing folder: $message',
	async (failure) => {
		const side = { caller: callerWith(scriptedHttp(failure)), folder: 'S' };
		expect(await errorOf(readSide(side, { concurrency: 1, mayBeMissing: true }))).toMatchObject({
			message: failure.message,
		});
	},
);

test('fewer entries than announced leave a doubt', async () => {
	const { tree } = await read({ S: { count: 3, list: [file, { ...inner, dir: 0 }] } });
	expect(tree).toMatchObject({ exists: true, doubt: { kind: 'fewer', announced: 3, shown: 2 } });
	expect(tree.entries.map(({ path }) => path)).toEqual(['a', 'c']);
});

test('a list that has changed, but settled, leaves none; one that never settles does', async () => {
	const entryOf = (at: number) => ({ hash: `h${at}`, dir: 0, filename: `f${at}`, fullpath: `f${at}` });
	/** Before each of the first `times` second pages, the last entry goes and another one comes in front. */
	const changing = async (times: number) => {
		let come = 0;
		const http = scriptedHttp((request) => {
			const start = Number(fieldsOf(request).start);
			if (start > 0 && come < times) come++;
			const list = Array.from({ length: 150 }, (_, at) => entryOf(at - come));
			return { body: { count: 150, list: list.slice(start, start + 100) } };
		});
		return await readSide({ caller: callerWith(http), folder: '' }, { concurrency: 1 });
	};
	const settled = await changing(1);
	expect(settled).not.toHaveProperty('doubt');
	expect(settled.entries.map(({ path }) => path)).toEqual(expect.arrayContaining(['f-1', 'f0', 'f100', 'f148']));
	expect((await changing(Infinity)).doubt).toEqual({ kind: 'unsettled' });
});
