import { by } from '../support/library';
import { library, usePerson } from '../support/person';

/* "From List" of File Library User: libraries, enterprises, and the files of the chosen library. */

const person = usePerson();
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
		/Choose a Library first/,
	);
});
