import assert from 'node:assert/strict';
import type { RestClient } from '../../n8n/restClient';
import { sampleOf } from '../../workflows/sampleWorkflows';
import { startChatModel, type Step } from '../agent/chatModel';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { runSample } from './sampleRun';

const FILE = 'agent.json';

interface Credential {
	readonly id: string;
	readonly name: string;
}

interface Workflow {
	versionId: string;
	nodes: Array<{ type: string; credentials?: Record<string, Credential> }>;
}

/** Reads a file and answers its text. */
const SCRIPT: readonly Step[] = [
	() => ({ tool: 'Find_files', args: { Search_Text: 'offer' } }),
	({ answer }) => {
		assert.match(answer, /Contracts\/offer\.txt/);
		return { tool: 'Read_a_file', args: { Path: 'Contracts/offer.txt' } };
	},
	({ answer }) => {
		assert.match(answer, /"text":"[^"]/);
		const args = { Folder: 'Reports', Name: 'summary.md', Text: 'In one sentence.' };
		return { tool: 'Write_a_text_file', args };
	},
	({ answer }) => {
		assert.match(answer, /Reports\/summary\.md/);
		return { tool: 'Share_a_file', args: { Path: 'Reports/summary.md' } };
	},
	({ answer }) => {
		assert.match(answer, /"link":"http/);
		return { say: 'Here it is.' };
	},
];

/** The sample of an agent, with a model that plays a script. */
export async function checkAgentSample(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const { rest, samples } = prepared;
	await checks.check('Agent: with its four tools it finds, reads, writes and shares a file', async () => {
		const model = await startChatModel(SCRIPT);
		try {
			const name = 'Model of the sample';
			const id = await rest.saveCredential(name, 'openAiApi', { apiKey: 'none', url: model.url, header: false });
			await useModel(rest, sampleOf(samples, FILE).id, { id, name });
			const execution = await runSample(prepared, FILE, 'When a message arrives');
			assert.deepEqual(model.problems, []);
			assert.equal(model.steps(), SCRIPT.length);
			assert.equal(execution.items('AI Agent')[0]?.json.output, 'Here it is.');
		} finally {
			await model.close();
		}
	});
}

/** Chooses the credential of the model, which a person does in the editor. */
async function useModel(rest: RestClient, sample: string, credential: Credential): Promise<void> {
	const path = `/rest/workflows/${sample}`;
	const workflow = await rest.call<Workflow>('GET', path);
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.lmChatOpenAi') ? { ...node, credentials: { openAiApi: credential } } : node,
	);
	await rest.call('PATCH', path, { nodes, versionId: workflow.versionId });
}
