import { useBoundLibrary } from '../support/boundLibrary';
import { by, on } from '../support/library';
import { nodes } from '../support/nodes';

/* "From List" of File Library User: libraries, enterprises, and the files of the chosen library. */

const strict = nodes({ service: 'strict' });
const library = by('id', 1024);
const searchIn = async (method: string, parameters: object, filter = '') => {
	const setup = { ...strict.setupOf('fileLibraryUser'), parameters: { ...parameters }, method, filter };
	return (await strict.engine.search(setup)).results;
};

test('libraries, and the enterprises they belong to', async () => {
	expect(await searchIn('mounts', {})).toEqual([{ name: 'sample (1)', value: '1' }]);
	expect(await searchIn('mounts', {}, 'nothing')).toEqual([]);
	expect(await searchIn('enterprises', {})).toEqual([{ name: '1 (with sample)', value: '1' }]);
});

test('files of the chosen library, and folders of the target library', async () => {
	const copy = { resource: 'file', operation: 'copy', library, destinationLibrary: by('id', '77') };
	expect(await searchIn('entriesByPath', copy)).toHaveLength(1);
	await searchIn('targetFoldersByPath', copy, 'Archive/');
	await searchIn('entriesByHash', copy, 'offer');
	const listed = strict.server.sent('userFileList').map(({ mount_id, fullpath }) => [mount_id, fullpath]);
	expect(listed.slice(0, 2).join(' ')).toBe('1024, 77,Archive');
	expect(strict.server.sent('userFileSearch')[0]).toMatchObject({ mount_id: '1024', keyword: 'offer' });
});

test('files before a library is chosen', async () => {
	const searched = searchIn('entriesByPath', { resource: 'file', operation: 'get' });
	await expect(searched).rejects.toThrow(/Choose Library first/);
});

/* "From List" of the two folders of Mirror: each in its own library. */

const bound = useBoundLibrary();

const ofEnterprise = async (method: string, libraries: object) =>
	await bound.search(method, { authentication: 'enterprise', ...on('folder', 'mirror'), ...libraries });
const source = by('id', '1101');
const target = by('id', '1102');

test('with the credential of an enterprise', async () => {
	await ofEnterprise('foldersOfSource', { sourceLibrary: source, targetLibrary: target });
	await ofEnterprise('foldersOfTarget', { sourceLibrary: source, targetLibrary: target });
	await ofEnterprise('foldersOfTarget', { sourceLibrary: source, targetLibrary: by('list', '') });
	const { requests, world } = bound.emulator;
	const listed = requests.filter(({ path }) => path.endsWith('/file/ls'));
	const libraryOf = (id = '') => world.authorizations.get(id)?.library.profile.orgId;
	expect(listed.map(({ params }) => libraryOf(params.org_client_id))).toEqual([1101, 1102, 1101]);
	const searched = ofEnterprise('foldersOfSource', { sourceLibrary: by('list', '') });
	await expect(searched).rejects.toThrow(/Choose Source Library first/);
});

test('of a person', async () => {
	const mirror = { resource: 'folder', operation: 'mirror', sourceLibrary: library };
	const two = { ...mirror, targetLibrary: by('id', '77') };
	await searchIn('foldersOfSource', two);
	await searchIn('foldersOfTarget', two);
	await searchIn('foldersOfTarget', mirror);
	expect(strict.server.sent('userFileList').map(({ mount_id: id }) => id)).toEqual(['1024', '77', '1024']);
});
