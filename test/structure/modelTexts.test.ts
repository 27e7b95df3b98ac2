import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode } from 'n8n-workflow';
import { actionNodes } from '../contract/actionNodes';
import { read, ROOT } from './imports';

/* What a model reads before it calls a tool: each of its calls pays for all of it, by tokens of OpenAI's models. */

let tokens: (text: string) => number;
beforeAll(async () => {
	const encoding = (await import('js-tiktoken')).getEncoding('o200k_base');
	tokens = (text) => encoding.encode(text).length;
});

/** Most tokens of a description; of one that a model must understand before it changes a whole library. */
const MOST = 25;
const MOST_OF_WHOLE_JOB = 60;
const WHOLE_JOBS = ['mirror', 'restoreToTime', 'synchronize', 'applyTable', 'closeMany'];
/** Most tokens of the parameters of one tool of a sample. */
const MOST_OF_PARAMETERS = 400;

const descriptions = Object.entries(actionNodes).flatMap(([node, { description }]) =>
	description.properties
		.filter(({ name }) => name === 'toolDescription')
		.map(({ default: text, displayOptions: { show = {} } = {} }) => {
			const operation = String(show.operation?.[0]);
			return { name: [node, show.resource?.[0], operation].join('.'), operation, text: String(text) };
		}),
);

test('the description of each operation is short', () => {
	expect(descriptions.length).toBeGreaterThan(140);
	const isLong = ({ operation, text }: (typeof descriptions)[number]): boolean =>
		tokens(text) > (WHOLE_JOBS.includes(operation) ? MOST_OF_WHOLE_JOB : MOST);
	expect(descriptions.filter(isLong).map(({ name, text }) => `${tokens(text)} ${name}: ${text}`)).toEqual([]);
});

const tools = readdirSync(path.join(ROOT, 'workflows'))
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => (JSON.parse(read(`workflows/${file}`)) as { nodes: INode[] }).nodes)
	.filter(({ type }) => /^n8n-nodes-file-library\..*Tool$/.test(type))
	.map((node) => [node.name, node] as const);

test.each(tools)('the parameters of the tool %s are short', (_name, node) => {
	const name = node.type.replace(/^.*\.|Tool$/g, '') as keyof typeof actionNodes;
	const nodeType = actionNodes[name];
	const { response } = createNodeAsTool({
		node,
		nodeType,
		handleToolInvocation: async () => await Promise.resolve(''),
	});
	const { shape } = response.schema as unknown as { shape: Record<string, { description?: string }> };
	const properties = Object.entries(shape).map(([key, { description }]) => [key, { type: 'string', description }]);
	const offered = { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(shape) };
	for (const parameters of [offered, node.parameters])
		expect(tokens(JSON.stringify(parameters))).toBeLessThanOrEqual(MOST_OF_PARAMETERS);
});

test('there are tools to measure, and a long text is found', () => {
	expect(tools.length).toBeGreaterThan(8);
	expect(tokens('Make a folder equal to another one. '.repeat(10))).toBeGreaterThan(MOST_OF_WHOLE_JOB);
});
