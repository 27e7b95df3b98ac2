import { FileNodes } from '../support/fileNodes';
import { by, on } from '../support/library';
import { nodes } from '../support/nodes';
import { shareWorld } from '../support/world';

/* Paths with an empty piece in lists, in tables, and in what a model answers. */

const strict = nodes({ service: 'strict' });
const { server } = strict;

const ITEM = { json: { empty: '' } };
const REFUSED = /(?:^|: )"[^"]*" (?:has an empty part|names nothing)/;

describe('several paths in one field', () => {
	test.each([
		['fileLibrary', 'recycleBin', 'delete', '={{ ["a.txt", "Reports/" + $json.empty] }}'],
		['fileLibrary', 'recycleBin', 'delete', '={{ JSON.stringify(["a.txt", "Reports/"]) }}'],
		['fileLibraryUser', 'file', 'move', '=a.txt|Reports/{{ $json.empty }}|b.txt'],
	])('%s %s %s: %s', async (node, resource, operation, value) => {
		const mode = node === 'fileLibrary' ? 'path' : 'paths';
		const more = { library: by('id', '1'), destinationFolder: by('path', 'To') };
		const parameters = on(resource, operation, { file: by(mode, value), ...more });
		const { error } = await strict.run(node, parameters, [ITEM]);
		expect(error?.message).toMatch(/^File or Folder: "Reports\/" has an empty part after its last slash/);
		expect(server.requests).toEqual([]);
	});
});

test('in a row of a list, which is named', async () => {
	const sources = { rows: ['a.txt', '=Reports/{{ $json.empty }}'].map((path) => ({ file: by('path', path) })) };
	const { error } = await strict.run(
		'fileLibrary',
		on('file', 'copyMany', { sources, destinationFolder: by('path', 'To') }),
		[ITEM],
	);
	expect(error?.message).toMatch(/, row 2, .*: "Reports\/" has an empty part after its last slash/);
	expect(server.requests).toEqual([]);
});

describe('rows of a permission table', () => {
	const row = (fullpath: string) => `[{ "fullpath": "${fullpath}", "member_id": 3, "granted": ["ls"] }]`;
	const rowItem = (json: object) => ({ json: json as never });
	const apply = async (more: object, json: object = ITEM.json) =>
		await strict.run('fileLibrary', on('permission', 'applyTable', { dryRun: false, ...more }), [rowItem(json)]);

	test.each([
		`=${row('Reports/{{ $json.empty }}')}`,
		`=${row('Reports/{{ $json.empty }}/{{ $json.empty }}')}`,
		`=${row('/{{ $json.empty }}')}`,
		'={{ [{ fullpath: "Reports/" + $json.empty, member_id: 3, granted: ["ls"] }] }}',
	])('of an expression: %s', async (table) => {
		const { error } = await apply({ source: 'json', table });
		expect(error?.message).toMatch(/^Table, row 1, fullpath: "[^"]*" (?:has an empty part|names nothing)/);
		expect(server.requests).toEqual([]);
	});

	test('of an item', async () => {
		const { error } = await apply({}, { fullpath: 'Reports/', member_id: 3, granted: ['ls'] });
		expect(error?.message).toMatch(/^fullpath: "Reports\/" has an empty part after its last slash/);
		expect(server.requests).toEqual([]);
		const root = await apply({ dryRun: true }, { fullpath: '/', member_id: 3, granted: ['ls'] });
		expect(root.error?.message ?? '').not.toMatch(REFUSED);
	});

	test('that a person typed are taken as they are', async () => {
		const { error } = await apply({ source: 'json', table: row('Reports/') });
		expect(error?.message ?? '').not.toMatch(REFUSED);
	});
});

describe('what a model answers', () => {
	const tools = shareWorld(new FileNodes());

	const FOLDER = ['={{ "Doomed/" + $fromAI("name") }}', '=Doomed/{{ $fromAI("name") }}{{ $fromAI("ext") }}'];
	const cases = (['fileLibrary', 'fileLibraryUser'] as const).flatMap((node) =>
		['file', 'folder'].flatMap((resource) =>
			['delete', 'move', 'rename'].flatMap((operation) =>
				[...FOLDER, '={{ $fromAI("name") }}'].flatMap((path) =>
					['', '/'].map((name) => [node, resource, operation, path, name] as const),
				),
			),
		),
	);
	test.each(cases)('%s: %s %s of %s, answer "%s", touches nothing', async (node, resource, operation, path, name) => {
		tools.seedFile('Doomed/a.txt', 'a');
		const more = { destinationFolder: by('path', 'To'), newName: 'x' };
		const thing = { [resource]: by('path', path), ...more };
		const { error } = await tools.callTool(node, { resource, operation, ...thing }, { name, ext: '' });
		expect(error?.message).toMatch(/has an empty part|names nothing|gave nothing/);
		expect(tools.changes()).toEqual([]);
	});
});
