import { useBoundLibrary } from '../support/boundLibrary';
import { by, on } from '../support/library';
import { nodes, library } from '../support/nodes';

/* "From List" of File Library User: libraries, enterprises, and the files of the chosen library. */

const person = nodes({ service: 'strict', as: 'user' });
const setup = () => ({ node: person.node, credentials: person.credential() });

test('libraries, and the enterprises they belong to', async () => {
	const { engine } = person;
	const lists = setup();
	expect((await engine.search({ ...lists, method: 'mounts' })).results).toEqual([{ name: 'sample (1)', value: '1' }]);
	expect((await engine.search({ ...lists, method: 'mounts', filter: 'nothing' })).results).toEqual([]);
	expect((await engine.search({ ...lists, method: 'enterprises' })).results).toEqual([
		{ name: '1 (with sample)', value: '1' },
	]);
});

test('files of the chosen library, and folders of the target library', async () => {
	const { engine, server } = person;
	const parameters = { resource: 'file', operation: 'copy', library, destinationLibrary: by('id', '77') };
	const chosen = { ...setup(), parameters };
	expect((await engine.search({ ...chosen, method: 'entriesByPath' })).results).toHaveLength(1);
	await engine.search({ ...chosen, method: 'targetFoldersByPath', filter: 'Archive/' });
	await engine.search({ ...chosen, method: 'entriesByHash', filter: 'offer' });
	const listed = server.sent('userFileList').map(({ mount_id, fullpath }) => [mount_id, fullpath]);
	expect(listed.slice(0, 2)).toEqual([
		['1024', ''],
		['77', 'Archive'],
	]);
	expect(server.sent('userFileSearch')[0]).toMatchObject({ mount_id: '1024', keyword: 'offer' });
});

test('files before a library is chosen', async () => {
	const parameters = { resource: 'file', operation: 'get' };
	await expect(person.engine.search({ ...setup(), parameters, method: 'entriesByPath' })).rejects.toThrow(
		/Choose Library first/,
	);
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
	await expect(ofEnterprise('foldersOfSource', { sourceLibrary: by('list', '') })).rejects.toThrow(
		/Choose Source Library first/,
	);
});

test('of a person', async () => {
	const parameters = { resource: 'folder', operation: 'mirror', sourceLibrary: by('id', '1024') };
	const search = async (method: string, more: object = {}) =>
		await person.engine.search({
			node: person.node,
			credentials: person.credential(),
			parameters: { ...parameters, ...more },
			method,
		});
	await search('foldersOfSource', { targetLibrary: by('id', '77') });
	await search('foldersOfTarget', { targetLibrary: by('id', '77') });
	await search('foldersOfTarget');
	expect(person.server.sent('userFileList').map(({ mount_id: id }) => id)).toEqual(['1024', '77', '1024']);
});
