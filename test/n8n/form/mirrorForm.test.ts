import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import { checkFields } from '../../../src/protocol/operation/check';
import { mirrorFolder } from '#mirror';
import { actionNodes } from '../../contract/actionNodes';

const MIRROR = { resource: 'folder', operation: 'mirror' };

const node: INode = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };

/** The titles that n8n shows for these parameters and the values that the others start with. */
function shownFor(description: INodeTypeDescription, parameters: INodeParameters): string[] {
	const { properties } = description;
	const values = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	return properties
		.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
		.map(({ displayName }) => displayName)
		.filter((title) => title !== 'Description');
}

const { description: library } = actionNodes.fileLibrary;
const { description: user } = actionNodes.fileLibraryUser;
const WHAT = ['Dry Run', 'Return', 'Delete Extra'];
const LIMITS = ['Deletion Limit (%)', 'Deletion Limit (Number)'];
const END = ['Archive Folder', 'Filters', 'Options'];

test('with a library authorization there is one library, and nothing to choose', () => {
	expect(shownFor(library, MIRROR)).toEqual([
		...['Authentication', 'Resource', 'Operation'],
		...['Source Folder', 'Target Folder', ...WHAT, ...END],
	]);
});

test('with the credential of an enterprise two libraries take the place of the one', () => {
	const authentication = 'enterprise';
	expect(shownFor(library, { ...MIRROR, authentication, deleteExtra: true })).toEqual([
		...['Authentication', 'Resource', 'Operation'],
		...['Source Library', 'Source Folder', 'Target Library', 'Target Folder', ...WHAT, ...LIMITS, ...END],
	]);
	expect(shownFor(library, { resource: 'folder', operation: 'copy', authentication })).toContain('Library');
});

test('a person has two libraries always', () => {
	expect(shownFor(user, MIRROR)).toEqual([
		...['Resource', 'Operation'],
		...['Source Library', 'Source Folder', 'Target Library', 'Target Folder', ...WHAT, ...END],
	]);
});

test('the library that was chosen before is the source, but where a workflow has another one', () => {
	const chosen = { __rl: true, mode: 'id', value: '1201' };
	const after = (parameters: INodeParameters) =>
		NodeHelpers.getNodeParameters(
			library.properties,
			{ ...MIRROR, authentication: 'enterprise', ...parameters },
			...([true, false, node, library] as const),
		);
	expect(after({ library: chosen })).toMatchObject({ library: chosen });
	expect(after({ library: chosen })).not.toHaveProperty('sourceLibrary');
	expect(after({ sourceLibrary: chosen })).toMatchObject({ sourceLibrary: chosen });
	expect(after({ sourceLibrary: chosen })).not.toHaveProperty('library');
});

test('nothing is changed and nothing deleted until somebody says so, and both folders have to be chosen', () => {
	const at = (name: string) =>
		library.properties.find(
			(property) => property.name === name && property.displayOptions?.show?.operation?.includes('mirror'),
		)?.default;
	expect(['dryRun', 'deleteExtra', 'deletionLimit', 'deletionLimitCount'].map(at)).toEqual([true, false, 50, '']);
	expect(at('sourceFolder')).toMatchObject({ value: '' });
	expect(at('targetFolder')).toMatchObject({ value: '' });
});

test('libraries that the choice of the credential shows are checked where they are entered', () => {
	const entered = { sourceFolder: { by: 'path', value: 'a' }, targetFolder: { by: 'path', value: 'b' } };
	const sourceLibrary = { by: 'id', value: '1201' };
	expect(checkFields(mirrorFolder.input, { ...entered, sourceLibrary })).toMatchObject({ sourceLibrary });
	expect(checkFields(mirrorFolder.input, entered)).not.toHaveProperty('sourceLibrary');
	const wrong = { ...entered, sourceLibrary: { by: 'id', value: 'twelve' } };
	expect(() => checkFields(mirrorFolder.input, wrong)).toThrow(/Source Library/);
});
