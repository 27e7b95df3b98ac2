import assert from 'node:assert/strict';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { waitFor } from '../../../../dev/process/waiting';
import { workflowInARow, type WorkflowNode } from '../../n8n/workflow';
import type { Checks } from '../checks';
import { byPath, libraryNode } from '../libraryNodes';
import { decide, storedSample } from '../samples/sampleRun';
import { scriptOf } from './agentScript';
import { startChatModel } from './chatModel';
import { checkPerson } from './personChecks';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const AGENT = 'AI Agent';
const START = 'When a message arrives';
const REVIEW = 'n8n-nodes-base.emailSendHitlTool';

/** A scripted model works with our tools in n8n's AI Agent, recovers by a message and may not delete for good. */
export async function checkAgent(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const { rest, emulator } = prepared;
	const hasReview = !isN8n1(prepared.n8n);
	const script = scriptOf(hasReview);
	const model = await startChatModel(script);
	const before = emulator.requests.length;
	const sent = (path: RegExp) => emulator.requests.slice(before).filter((request) => path.test(request.path));
	try {
		const key = { apiKey: 'none', url: model.url, header: false };
		const credential = await rest.saveCredential('Scripted chat model', 'openAiApi', key);
		const workflow = await saveAgent(prepared, credential, hasReview);
		const id = await rest.start(workflow, START);
		if (hasReview)
			await checks.check('a person approves what is written and shared before it happens', async () => {
				assert.match(
					await asked(prepared, 'Shall the agent store offer.md in Summaries?', 1),
					/in one sentence/,
				);
				assert.deepEqual(sent(/create_file/), []);
				await decide(prepared, id, await asked(prepared, 'Shall the agent store', 1), true);
				const share = 'Shall the agent share Summaries/offer.md by a link?';
				await decide(prepared, id, await asked(prepared, share, 1), false);
				const again = await asked(prepared, share, 2);
				assert.deepEqual(sent(/link\/create/), []);
				await decide(prepared, id, again, true);
			});
		const run = await checks.check('the agent runs to its end', async () => await rest.finished(id, 100_000));
		await checks.check('each tool said to the model what it must', async () => {
			assert.deepEqual(model.problems, [], run?.error);
			assert.equal(model.steps(), script.length, run?.error);
			assert.deepEqual(
				run?.items(AGENT).map(({ json }) => json.output),
				['The summary is shared.'],
			);
		});
		await checks.check('nothing was sent for the deletion that is not allowed', async () =>
			assert.deepEqual(sent(/\/file\/del/), []),
		);
	} finally {
		await model.close();
	}
	if (hasReview) await checkPerson(checks, prepared);
}

/** The markup of mail number `count` with this subject. */
async function asked({ mail }: PreparedN8n, subject: string, count: number): Promise<string> {
	const found = await waitFor(60_000, `mail ${count} about "${subject}"`, async () =>
		mail.mails.filter((each) => each.subject.includes(subject)).at(count - 1),
	);
	return found.html;
}

/** What the model fills in, as the editor writes it. */
const PATH = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Path', `Full path of the file`, 'string') }}";

/** A tool that the sample does not have. */
const deleteTool = (prepared: PreparedN8n): WorkflowNode => ({
	...libraryNode(prepared, 'Delete for good', {
		resource: 'file',
		operation: 'delete',
		file: byPath(PATH),
		options: { destroy: true },
	}),
	type: 'n8n-nodes-file-library.fileLibraryTool',
});

/** Stores a copy of the sample with the credential of the model, one more tool and, without review, no approval. */
async function saveAgent(prepared: PreparedN8n, model: string, hasReview: boolean): Promise<string> {
	const { nodes, connections, ...others } = await storedSample(prepared, 'agent.json');
	const changes: Readonly<Record<string, object>> = {
		[`${LANGCHAIN}.lmChatOpenAi`]: { credentials: { openAiApi: { id: model, name: 'Scripted chat model' } } },
	};
	const changed = nodes
		.filter(({ type }) => hasReview || type !== REVIEW)
		.map((node) => ({ ...node, ...changes[node.type] }));
	const tool = deleteTool(prepared);
	const [stored] = (workflowInARow('', [tool]) as { nodes: object[] }).nodes;
	const toAgent = { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] };
	const direct = hasReview ? {} : { 'Write a text file': toAgent, 'Share a file': toAgent };
	const names = new Set(changed.map(({ name }) => name));
	const kept = Object.entries(connections).filter(([name]) => names.has(name));
	return await prepared.rest.saveWorkflow({
		...others,
		name: 'An agent that may not delete',
		nodes: [...changed, stored],
		connections: { ...Object.fromEntries(kept), ...direct, [tool.name]: toAgent },
	});
}
