import assert from 'node:assert/strict';
import { type WorkflowNode, workflowInARow } from '../../n8n/workflow';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { byPath, libraryNode } from '../libraryNodes';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { SCRIPT } from './agentScript';
import { startChatModel } from './chatModel';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const AGENT = 'AI Agent';
const START = 'When a message arrives';

/** The part of a stored workflow that is copied. */
interface Sample {
	readonly nodes: ReadonlyArray<{ readonly type: string }>;
	readonly connections: object;
	readonly settings: object;
	readonly pinData: object;
}

/**
 * The sample with n8n's AI Agent and the File Library as its tools, and a model that plays a script: it finds, reads,
 * writes and shares a file, recovers from a wrong path by the message alone, and is not allowed to delete for good. For
 * that it gets one tool more.
 */
export async function checkAgent(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const { rest, emulator } = prepared;
	const model = await startChatModel(SCRIPT);
	const before = emulator.requests.length;
	try {
		const key = { apiKey: 'none', url: model.url, header: false };
		const id = await saveAgent(prepared, await rest.saveCredential('Scripted chat model', 'openAiApi', key));
		const run = await checks.check('the agent runs to its end', async () => await rest.execute(id, START, 100_000));
		await checks.check('each tool said to the model what it must', async () => {
			assert.deepEqual(model.problems, [], run?.error);
			assert.equal(model.steps(), SCRIPT.length);
			assert.deepEqual(
				run?.items(AGENT).map(({ json }) => json.output),
				['The summary is shared.'],
			);
		});
		await checks.check('nothing was sent for the deletion that is not allowed', async () => {
			const deletions = emulator.requests.slice(before).filter(({ path }) => /\/file\/del/.test(path));
			assert.deepEqual(deletions, []);
		});
	} finally {
		await model.close();
	}
}

/** What the model fills in, as the editor writes it. */
const PATH = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Path', `Full path of the file`, 'string') }}";

/** A tool that the sample does not have. */
const deleteTool = (prepared: PreparedN8n): WorkflowNode => ({
	...libraryNode(prepared, 'Delete for good', {
		...{ resource: 'file', operation: 'delete', file: byPath(PATH), options: { destroy: true } },
	}),
	type: 'n8n-nodes-file-library.fileLibraryTool',
});

/** Stores a copy of the sample with the credential of the model, and one more tool. */
async function saveAgent(prepared: PreparedN8n, model: string): Promise<string> {
	const { rest, samples } = prepared;
	const path = `/rest/workflows/${sampleOf(samples, 'agent.json').id}`;
	const { nodes, connections, settings, pinData } = await rest.call<Sample>('GET', path);
	const changes: Readonly<Record<string, object>> = {
		[`${LANGCHAIN}.lmChatOpenAi`]: { credentials: { openAiApi: { id: model, name: 'Scripted chat model' } } },
	};
	const changed = nodes.map((node) => ({ ...node, ...changes[node.type] }));
	const tool = deleteTool(prepared);
	const [stored] = (workflowInARow('', [tool]) as { nodes: object[] }).nodes;
	return await rest.saveWorkflow({
		name: 'An agent that may not delete',
		nodes: [...changed, stored],
		connections: { ...connections, [tool.name]: { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] } },
		...{ settings, pinData },
	});
}
