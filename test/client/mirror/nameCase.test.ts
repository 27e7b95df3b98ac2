import { archiveInside, ignoresCase, requireDisjointSides, requireOutside } from '#mirror/work';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';

/* Two folders of one library whose paths differ in case only, and a service that takes both for one, or does not. */

/** IDs of what a library has by full path. */
const LIBRARY: Readonly<Record<string, string>> = { S: '1', 'S/In': '2', T: '3', 'T/x': '4', 'T/x/Old': '5' };

/** Sides of a library whose service ignores case, tells it apart, or ignores it and shows no IDs. */
function library(service: 'folds' | 'differs' | 'hides', file = '') {
	const asked: string[] = [];
	const http = scriptedHttp((request) => {
		const { fullpath = '' } = fieldsOf(request);
		asked.push(fullpath);
		if (fullpath === '') return { status: 400 };
		const isIt = (path: string): boolean =>
			service === 'differs' ? path === fullpath : path.toLowerCase() === fullpath.toLowerCase();
		const [found] = Object.entries(LIBRARY).filter(([path]) => isIt(path));
		if (!found) return { status: 404, body: { error_code: 40402, error_msg: 'file not found' } };
		return { body: { dir: found[0] === file ? 0 : 1, ...(service === 'hides' ? {} : { hash: found[1] }) } };
	});
	return { asked, at: (folder: string) => ({ caller: callerWith(http), folder }) };
}

type Service = Parameters<typeof library>[0];

test.each<[Service, string, string, string[], string | undefined]>([
	['folds', 'S', 's', ['s', 'S'], 'Target Folder is the source folder'],
	['hides', 'S', 's', ['s', 'S'], 'Target Folder is the source folder'],
	['folds', 'S', 's/new/one', ['s', 'S'], 'Target Folder is inside the source folder, "S"'],
	['folds', 'S/In/deep', 's/IN', ['s/IN', 'S/In'], 'Target Folder contains the source folder'],
	['folds', 'S/In', 's/IN/deep', ['s/IN', 'S/In'], 'Target Folder is inside the source folder, "S/In"'],
	['folds', 'S/In', 's/iN', ['s/iN', 'S/In'], 'Target Folder is the source folder'],
	['folds', 'S', 'S/in', [], 'Target Folder is inside the source folder, "S"'],
	['differs', 'S', 's', ['s', 'S'], undefined],
	['folds', 'New', 'new', ['new', 'New'], undefined],
	['folds', 'S', 'T', [], undefined],
	['folds', 'S', 'T/s', [], undefined],
])('a service that %s: a mirror from %s to %s', async (service, source, target, asked, message) => {
	const { at, ...sent } = library(service);
	const failure = await requireDisjointSides(at(source), at(target)).catch((error: unknown) => error);
	expect(sent.asked).toEqual(asked);
	if (message === undefined) expect(failure).toBeUndefined();
	else expect(failure).toMatchObject({ kind: 'input', message: expect.stringContaining(message) as string });
});

test('a path of two IDs in two spellings is two folders', async () => {
	let id = 0;
	const http = scriptedHttp(() => ({ body: { dir: 1, hash: String(++id) } }));
	const at = (folder: string) => ({ caller: callerWith(http), folder });
	await requireOutside(at('S'), at('s/Old'));
	expect(http.sent).toHaveLength(2);
	expect(await errorOf(requireOutside(at('S'), at('S/Old')))).toMatchObject({ field: 'Archive Folder' });
});

test.each<[Service, string, string, string | undefined]>([
	['folds', 'T', 'T/x/Old', 'x/Old'],
	['folds', 'T', 't/X/old', 'X/old'],
	['differs', 'T', 't/x/Old', undefined],
	['folds', '', 'T/x/Old', 'T/x/Old'],
	['folds', 'T', 'Tx', undefined],
	['folds', 'T', '', undefined],
])(
	'a service that %s: what a mirror to "%s" leaves alone for the archive "%s"',
	async (service, target, archive, path) => {
		const { at } = library(service);
		expect(await archiveInside(at(target), at(archive))).toBe(path);
	},
);

test.each([
	['T', 't', 'Archive Folder is the target folder'],
	['', '', 'Archive Folder is the target folder'],
	['T', 'T/x', 'Archive Folder: "T/x" is a file, not a folder'],
])('a mirror to "%s" is refused the archive "%s"', async (target, archive, message) => {
	const { at } = library('folds', 'T/x');
	const failure = await errorOf(archiveInside(at(target), at(archive)));
	expect(failure).toMatchObject({ kind: 'input', message, hint: expect.stringContaining('of its own') as string });
});

const entryOf = (path: string) => ({ path, dir: true, filesize: 0, filehash: '', hash: LIBRARY[`T/${path}`] ?? '9' });

test.each<[string[], string[], string[], boolean]>([
	[['X'], ['x'], ['T/X'], true],
	[['X', 'X'], ['x'], ['T/X'], true],
	[['X'], ['x', 'x'], ['T/X'], true],
	[['x'], ['x'], [], false],
	[['X', 'x'], ['x'], [], false],
	[['X'], ['x', 'X'], [], false],
	[['X'], ['y'], [], false],
])('the source has %j, the target %j', async (wanted, current, asked, ignores) => {
	const { at, ...sent } = library('folds');
	expect(await ignoresCase(at('T'), wanted.map(entryOf), current.map(entryOf))).toBe(ignores);
	expect(sent.asked).toEqual(asked);
});
