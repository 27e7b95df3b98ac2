import { shareLibrary } from '../support/world';
import { by, on } from '../support/library';
import { sha1 } from '../../support/hashes';

/* File: Restore Version, and Download of a version that is chosen from the list. */

const library = shareLibrary();
beforeEach(() => {
	library.emulator.faults.clear();
	library.emulator.world.options.knowsAllLibraries = true;
});

/** A file of these contents, one version after the other. */
async function fileOf(fileName: string, ...contents: string[]): Promise<string> {
	const options = { operatorName: 'Anna' };
	for (const content of contents) {
		const parameters = on('file', 'upload', { folder: by('path', 'V'), fileName, conflict: 'overwrite', options });
		const item = await library.engine.binaryItem(Buffer.from(content));
		const { error } = await library.run({ ...parameters, binaryPropertyName: 'data' }, [item]);
		expect(error).toBeUndefined();
	}
	return `V/${fileName}`;
}
const entryAt = (path: string) => library.emulator.libraries.get(library.emulator.library.mountId)?.tree.find(path);
const restore = (file: unknown, version: unknown, options: object = {}) =>
	on('file', 'restoreVersion', { file, version, options });
const run = async (file: unknown, version: unknown, options?: object) => {
	const before = library.emulator.requests.length;
	const { items, error } = await library.run(restore(file, version, options));
	const paths = library.emulator.requests.slice(before).map(({ path }) => path.split('/').at(-1));
	return { json: items[0]?.json, error, paths };
};
const contentAt = async (path: string): Promise<string> => {
	const { items } = await library.run(on('file', 'download', { file: by('path', path), binaryPropertyName: 'data' }));
	return (await library.engine.contentOf(items[0] ?? { json: {} })).toString();
};

test('a version is placed by its checksum: not a byte moves, and the item says the new version', async () => {
	const path = await fileOf('a.txt', 'one', 'two, longer', 'three');
	const { json, error, paths } = await run(by('path', path), by('filehash', sha1('two, longer')), { operatorId: 2 });
	expect(error).toBeUndefined();
	expect(paths).toEqual(['info', 'history', 'info', 'create_file', 'history']);
	const { history } = entryAt(path)?.details ?? { history: [] };
	expect(json).toEqual({
		filename: 'a.txt',
		fullpath: path,
		type: 'file',
		filesize: 11,
		hash: entryAt(path)?.hash,
		filehash: sha1('two, longer'),
		restored: true,
		version_number: 4,
		version_id: history[3]?.hid,
		restored_from: {
			version_number: 2,
			version_id: history[1]?.hid,
			date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
			member_name: 'Anna',
		},
		instant: true,
		retries: 0,
		bytes_sent: 0,
		duration_ms: expect.any(Number) as number,
	});
	expect(history[3]?.actor.id).toBe(2);
	expect(await contentAt(path)).toBe('two, longer');
});

test('a file that is named by its ID is found where it is now', async () => {
	const path = await fileOf('byId.txt', 'one', 'two');
	const { json, error } = await run(by('id', entryAt(path)?.hash), by('list', sha1('one')));
	expect(error).toBeUndefined();
	expect(json).toMatchObject({ restored: true, fullpath: path, hash: entryAt(path)?.hash });
	expect(await contentAt(path)).toBe('one');
});

test('content that the service no longer knows by its checksum is streamed from the old version', async () => {
	const content = 'an old version '.repeat(1000);
	const path = await fileOf('gone.txt', content, 'new');
	// Then only the current contents of files are known.
	library.emulator.world.options.knowsAllLibraries = false;
	const { json, error, paths } = await run(by('path', path), by('filehash', sha1(content)));
	expect(error).toBeUndefined();
	expect(paths).toEqual(expect.arrayContaining(['create_file', 'upload_init', 'download_url']));
	expect(json).toMatchObject({ restored: true, instant: false, bytes_sent: 15_000, filehash: sha1(content) });
	expect(await contentAt(path)).toBe(content);
});

test.each<[string, () => Promise<[unknown, unknown]>, RegExp, string[]]>([
	[
		'a content that the file never had',
		async () => [by('path', await fileOf('other.txt', 'one', 'two')), by('filehash', sha1('never'))],
		/^Version: the history of "other\.txt" has no version with the checksum [0-9a-f]{40}/,
		['info', 'history'],
	],
	['a folder', async () => [by('path', 'V'), by('filehash', sha1('one'))], /^File: "V" is a folder/, ['info']],
	[
		'no file',
		async () => [by('path', 'V/none.txt'), by('filehash', sha1('one'))],
		/does not exist.*V\/none\.txt/,
		['info'],
	],
])('%s is refused, and nothing is changed', async (_name, given, message, sent) => {
	const [file, version] = await given();
	const { error, paths } = await run(file, version);
	expect(error?.message).toMatch(message);
	expect(paths).toEqual(sent);
});
