import assert from 'node:assert/strict';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { SCRIPT } from './agentScript';
import { AGENT, agentWorkflow } from './agentWorkflow';
import { startChatModel } from './chatModel';

/**
 * n8n's AI Agent with the File Library as its tools and a model that plays a script: it finds, reads, writes and shares
 * a file, recovers from a wrong path by the message alone, and is not allowed to delete for good.
 */
export async function checkAgent(checks: Checks, { rest, emulator, credentials }: PreparedN8n): Promise<void> {
	const model = await startChatModel(SCRIPT);
	try {
		const key = { apiKey: 'none', url: model.url, header: false };
		const modelId = await rest.saveCredential('Scripted chat model', 'openAiApi', key);
		const version = Math.max(...((await rest.typeVersions()).get(AGENT) ?? []));
		const workflow = agentWorkflow({ library: credentials.fileLibraryOrgApi ?? '', model: modelId, version });
		const id = await rest.saveWorkflow(workflow);
		const run = await checks.check(
			'the agent runs to its end',
			async () => await rest.execute(id, 'Start', 100_000),
		);
		await checks.check('each tool said to the model what it must', async () => {
			assert.deepEqual(model.problems, [], run?.error);
			assert.equal(model.steps(), SCRIPT.length);
			assert.deepEqual(
				run?.items('AI Agent').map(({ json }) => json.output),
				['The summary is shared.'],
			);
		});
		await checks.check('nothing was sent for the deletion that is not allowed', async () => {
			const deletions = emulator.requests.filter(({ path }) => path.startsWith('/m-open/1/file/del'));
			assert.deepEqual(deletions, []);
		});
	} finally {
		await model.close();
	}
}
