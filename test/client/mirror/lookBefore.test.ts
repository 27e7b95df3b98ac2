import { type ArchiveFolder, makeChange } from '#mirror/work';
import type { DeleteEntry, MirrorAction } from '#mirror/plan';
import { type NamedAnswer, namedAnswers, NOT_FOUND, pageOf } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';

/* What is looked at just before something is deleted or replaced, and what keeps it from being so. */

const FILE = { filesize: 5, filehash: 'ab'.repeat(20) };

const EXTRA: DeleteEntry = {
	action: 'delete',
	type: 'folder',
	path: 'a',
	files: 1,
	folders: 1,
	bytes: 5,
	reason: 'notInSource',
	contents: [
		{ path: 'a', dir: true, filesize: 0, filehash: '', hash: '' },
		{ path: 'a/b', dir: false, ...FILE, hash: '' },
	],
};
const fileIn = (path: string, more: object = {}) => ({
	dir: 0,
	filename: path.slice(2),
	fullpath: `T/${path}`,
	...FILE,
	...more,
});

/** What an archive and a new version need. */
const ARCHIVED = ['create_folder', 'move', 'create_file'];

type Shown = Readonly<Record<string, object>>;
/** What a folder contains when its list is asked for from an entry on: all of it. Nothing for one that is gone. */
type Contents = (start: number) => readonly object[] | undefined;

/** Makes a change of a target in which folder `a` contains `contents` by now; what was sent besides looks. */
async function deleted(shown: Shown, contents: Contents, change: MirrorAction = EXTRA, archive?: ArchiveFolder) {
	const made: NamedAnswer = ({ fullpath }) => ({ body: { state: 1, hash: 'h', fullpath } });
	const http = namedAnswers({
		ls: (fields) => {
			const list = contents(Number(fields.start));
			return list ? pageOf(list, fields) : NOT_FOUND;
		},
		info: ({ fullpath = '' }) => (shown[fullpath] ? { body: shown[fullpath] } : NOT_FOUND),
		...Object.fromEntries(['del', ...ARCHIVED].map((name) => [name, made])),
	});
	const caller = callerWith(http);
	const sides = { source: { caller, folder: 'S' }, target: { caller, folder: 'T' }, ...(archive && { archive }) };
	const failure = await makeChange(sides, change).catch((error: unknown) => error);
	return { sent: http.names.filter((name) => name !== 'ls' && name !== 'info'), failure };
}

/** Expects that it was deleted, or why it was not. */
function expectDeleted({ sent, failure }: Awaited<ReturnType<typeof deleted>>, message?: string): void {
	expect(sent).toEqual(message === undefined ? ['del'] : []);
	if (message === undefined) expect(failure).toBeUndefined();
	else
		expect(failure).toMatchObject({
			kind: 'conflict',
			retryable: false,
			hint: expect.stringContaining('Run it again') as string,
			message: expect.stringContaining(message) as string,
		});
}

/** A long folder in which the last file goes and another one comes in front, whenever its second page is asked for. */
function restless(): Contents {
	let come = 0;
	return (start) => {
		if (start > 0) come++;
		return Array.from({ length: 150 }, (_, at) => fileIn(`a/${at - come}`, { hash: `h${at - come}` }));
	};
}

test.each<[string, Contents, Shown, string | undefined]>([
	['as planned', () => [fileIn('a/b')], {}, undefined],
	['new files', () => [fileIn('a/b'), fileIn('a/c'), fileIn('a/d')], {}, '"T/a/c" and 1 more came there, or changed'],
	['another content', () => [fileIn('a/b', { filehash: 'cd'.repeat(20) })], {}, '"T/a/b" came there, or changed'],
	['the same size, and no checksum', () => [fileIn('a/b', { filehash: '' })], {}, undefined],
	['another size only', () => [fileIn('a/b', { filesize: 6, filehash: '' })], {}, '"T/a/b" came there, or changed'],
	['never the same', restless(), {}, '"T/a" changed while it was read'],
	['the source has it by now', () => [fileIn('a/b')], { 'S/a': { dir: 1 } }, 'the source has "S/a" by now'],
])('a folder is looked at just before it is deleted: %s', async (_, contents, shown, message) => {
	expectDeleted(await deleted({ 'T/a': { dir: 1 }, ...shown }, contents), message);
});

test.each<[DeleteEntry['type'], string, object | undefined, string | undefined]>([
	['folder', 'a file', { dir: 0 }, undefined],
	['folder', 'a folder', { dir: 1 }, 'the source has no file "S/a" any more'],
	['folder', 'nothing', undefined, 'the source has no file "S/a" any more'],
	['file', 'a folder', { dir: 1 }, undefined],
	['file', 'a file', { dir: 0 }, 'the source has no folder "S/a" any more'],
	['file', 'nothing', undefined, 'the source has no folder "S/a" any more'],
])('a %s makes way for the other kind only where the source still has it: %s', async (type, _, found, message) => {
	const dir = type === 'folder';
	const [itself] = dir ? EXTRA.contents : [{ path: 'a', dir, ...FILE, hash: '' }];
	const change: DeleteEntry = { ...EXTRA, type, reason: 'otherKind', contents: itself ? [itself] : [] };
	const shown = { 'T/a': dir ? { dir: 1 } : fileIn('a'), ...(found && { 'S/a': found }) };
	expectDeleted(await deleted(shown, () => (dir ? [] : undefined), change), message);
});

const READ = { path: 'a', dir: false, ...FILE, hash: '' };
const UPDATE = { action: 'update', type: 'file', path: 'a', ...FILE } as const;

test.each<[string, object | undefined, MirrorAction, string[]]>([
	['is as it was read', fileIn('a'), { ...UPDATE, replaces: READ }, ARCHIVED],
	['had no checksum then', fileIn('a'), { ...UPDATE, replaces: { ...READ, filehash: '' } }, ARCHIVED],
	['is gone', undefined, { ...UPDATE, replaces: READ }, ['create_file']],
	['was changed', fileIn('a', { filesize: 6 }), { ...UPDATE, replaces: READ }, []],
	['is a folder now', { dir: 1 }, { ...UPDATE, replaces: { ...READ, filesize: 0 } }, []],
	['was changed, but is replaced anyway', fileIn('a', { filesize: 6 }), UPDATE, ARCHIVED],
])('a file that %s: what the archive and a new version of it need', async (_, found, change, expected) => {
	const shown: Shown = found ? { 'T/a': found } : {};
	const { sent, failure } = await deleted(shown, () => [], change, { folder: 'Old', made: new Map() });
	expect(sent).toEqual(expected);
	if (expected.length > 0) expect(failure).toEqual({ bytes_sent: 0 });
	else
		expect(failure).toMatchObject({
			kind: 'conflict',
			message: expect.stringContaining('"T/a" was changed since') as string,
		});
	const { sent: withoutArchive } = await deleted(shown, () => [], change);
	expect(withoutArchive).toEqual(expected.slice(-1));
});
