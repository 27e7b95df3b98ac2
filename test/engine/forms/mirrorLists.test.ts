import { useBoundLibrary } from '../support/boundLibrary';
import { by } from '../support/library';
import { usePerson } from '../support/person';

/* "From List" of the two folders of Mirror: each in its own library. */

const bound = useBoundLibrary();
const person = usePerson();

const ofEnterprise = async (method: string, libraries: object) =>
	await bound.library.engine.search({
		node: bound.library.name,
		credentials: bound.library.credentials,
		method,
		parameters: { authentication: 'enterprise', resource: 'folder', operation: 'mirror', ...libraries },
	});
const source = by('id', '1001');
const target = by('id', '1002');

test('with the credential of an enterprise', async () => {
	await ofEnterprise('foldersOfSource', { sourceLibrary: source, targetLibrary: target });
	await ofEnterprise('foldersOfTarget', { sourceLibrary: source, targetLibrary: target });
	await ofEnterprise('foldersOfTarget', { sourceLibrary: source, targetLibrary: by('list', '') });
	const listed = bound.server.log.filter(({ path }) => path.endsWith('/file/ls'));
	expect(listed.map(({ org }) => org)).toEqual([1001, 1002, 1001]);
	await expect(ofEnterprise('foldersOfSource', { sourceLibrary: by('list', '') })).rejects.toThrow(
		/Choose a Source Library first/,
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
