import { shareLibrary } from '../support/world';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode } from 'n8n-workflow';
import { by, node } from '../support/library';

/* The node as a tool of an AI agent. */

const library = shareLibrary((emulator) => {
	for (const path of ['Docs/2026/b.txt', 'Docs/readme.txt', 'top.txt']) emulator.seedFile(path, path);
});

/** packages/cli's convertNodeToAiTool needs plain main inputs and outputs and a description. */
test('the description can be converted', () => {
	const { usableAsTool, inputs, outputs, description, properties } = node.description;
	expect(usableAsTool).toBe(true);
	expect([inputs, outputs]).toEqual([['main'], ['main']]);
	expect(description).toBeTruthy();
	const operations = properties.filter(({ name }) => name === 'operation').flatMap(({ options }) => options ?? []);
	for (const option of operations)
		expect(option).toMatchObject({
			action: expect.stringMatching(/^[A-Z]/),
			description: expect.stringMatching(/\w/),
		});
});

test('n8n makes a tool of the node, whose arguments reach it', async () => {
	const parameters = {
		descriptionType: 'auto',
		resource: 'file',
		operation: 'get',
		file: by('path', "={{ $fromAI('File_Path', `Full path of the file`, 'string') }}"),
		options: { attribute: "={{ $fromAI('Details', `How much`, 'string') }}" },
	};
	const asNode: INode = {
		id: '1',
		name: 'File Library',
		type: library.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as never,
	};
	let asked: Record<string, unknown> = {};
	const { response } = createNodeAsTool({
		node: asNode,
		nodeType: node,
		handleToolInvocation: async (args) => {
			asked = args;
			return await Promise.resolve('ok');
		},
	});
	const { schema } = response;
	expect(Object.keys('shape' in schema ? (schema.shape as object) : {})).toEqual(['File_Path', 'Details']);
	expect(response.description).toMatch(/get/i);
	await response.invoke({ File_Path: 'Docs/2026/b.txt', Details: '1' });
	expect(asked).toEqual({ File_Path: 'Docs/2026/b.txt', Details: '1' });
	const { items, error } = await library.run(
		{
			resource: 'file',
			operation: 'get',
			file: by('path', '={{ $json.File_Path }}'),
			options: { attribute: '={{ $json.Details }}' },
		},
		[{ json: asked as never }],
	);
	expect(error).toBeUndefined();
	expect(items[0]?.json.fullpath).toBe('Docs/2026/b.txt');
});
