/* A workflow with n8n's AI Agent and the File Library as its tools. */

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** The type of n8n's agent. */
export const AGENT = `${LANGCHAIN}.agent`;

/** An argument that the model fills in, as the editor writes it. */
const fromModel = (key: string, description: string): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;
const byPath = (value: string) => ({ __rl: true, mode: 'path', value });
const PATH = byPath(fromModel('Path', 'Full path of the file, e.g. Contracts/offer.pdf'));

/** The parameters of each tool, by the name of its node. */
const TOOLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	'Find Files': {
		resource: 'file',
		operation: 'search',
		keywords: fromModel('Search_Text', 'A word of the name, the tags or the content'),
	},
	'Read File': { resource: 'file', operation: 'download', file: PATH },
	'Write File': {
		resource: 'file',
		operation: 'createFromText',
		text: fromModel('Text', 'The whole content of the file'),
		fileName: fromModel('Name', 'Name of the file, with its extension'),
		folder: byPath(fromModel('Folder', 'Path of the folder; it is created when missing')),
		conflict: 'overwrite',
	},
	'Share File': { resource: 'link', operation: 'create', file: PATH },
	'Delete For Good': { resource: 'file', operation: 'delete', file: PATH, options: { destroy: true } },
};

/** Ids of the credentials, and the version of n8n's agent. */
interface AgentParts {
	readonly library: string;
	readonly model: string;
	readonly version: number;
}

const stored = (type: string, id: string) => ({ [type]: { id, name: type } });

/** The workflow as n8n's REST interface expects it; it starts with the node `Start`. */
export function agentWorkflow({ library, model, version }: AgentParts): object {
	const tools = Object.entries(TOOLS).map(([name, parameters]) => ({
		name,
		type: 'n8n-nodes-file-library.fileLibraryTool',
		typeVersion: 1,
		parameters,
		credentials: stored('fileLibraryOrgApi', library),
	}));
	const chatModel = {
		name: 'Chat Model',
		type: `${LANGCHAIN}.lmChatOpenAi`,
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
		credentials: stored('openAiApi', model),
	};
	const agent = {
		name: 'AI Agent',
		type: AGENT,
		typeVersion: version,
		parameters: { promptType: 'define', text: 'Summarize our offer and share the summary.', options: {} },
	};
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const link = (type: string) => ({ [type]: [[{ node: agent.name, type, index: 0 }]] });
	return {
		name: 'An agent with the File Library',
		nodes: [start, agent, chatModel, ...tools].map((node, n) => ({
			id: `agent-${n}`,
			position: [200 * n, 0],
			...node,
		})),
		connections: {
			Start: link('main'),
			[chatModel.name]: link('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, link('ai_tool')])),
		},
		settings: { executionOrder: 'v1' },
	};
}
