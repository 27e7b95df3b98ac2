import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import type { RestClient } from '../../../../dev/n8n/restClient';
import { waitFor } from '../../../../dev/process/waiting';
import { SAMPLES } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import { NEXT_POLL_MS } from '../trigger/watchedLibrary';
import { startEmbeddings, startQdrant } from './vectorServers';

const FILE = 'Knowledge/Leave.txt';

/** The sample that keeps a vector store in step with a folder, with n8n's own nodes for embeddings and Qdrant. */
export async function checkKnowledge(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check(
		'Library to vector store: the store has what the files say now, and nothing of one that has left',
		async () => await knowledge(prepared),
		NEXT_POLL_MS * 5,
	);
}

type Node = { name: string; credentials?: Record<string, unknown> };
type Workflow = { nodes: Node[]; name: string };

/** The sample as somebody sets it up: with credentials and the address of the store. */
function sample(credentials: Readonly<Record<string, string>>, url: string): Workflow {
	const text = readFileSync(join(SAMPLES, 'library-to-vector-store.json'), 'utf8');
	const workflow = JSON.parse(text.replaceAll('http://localhost:6333', url)) as Workflow;
	for (const node of workflow.nodes)
		for (const type of Object.keys(node.credentials ?? {}))
			node.credentials = { [type]: { id: credentials[type], name: type } };
	return { ...workflow, name: 'Knowledge of the library' };
}

/** Waits for an effect of the next poll. Throws the error of a failed execution, as soon as there is one. */
async function poll(rest: RestClient, workflow: string, what: string, isThere: () => boolean): Promise<void> {
	await waitFor(NEXT_POLL_MS, what, async () => {
		for (const { status, error } of await rest.executions(workflow)) assert.equal(status, 'success', error);
		return isThere();
	});
}

/** Credentials of n8n for the servers of the sample. */
async function credentialsFor({ rest, credentials }: PreparedN8n, model: string, store: string) {
	const key = { apiKey: 'none', url: model, header: false };
	return {
		...credentials,
		openAiApi: await rest.saveCredential('Scripted embeddings', 'openAiApi', key),
		qdrantApi: await rest.saveCredential('Scripted store', 'qdrantApi', { apiKey: '', qdrantUrl: store }),
	};
}

async function knowledge(prepared: PreparedN8n): Promise<void> {
	const { rest, emulator } = prepared;
	const [model, store] = [await startEmbeddings(), await startQdrant()];
	try {
		const credentials = await credentialsFor(prepared, model.url, store.url);
		const stored = (): string[] => store.points().map(({ payload }) => payload.content);
		const hash = emulator.seedFile(FILE, 'Parents have ten days of parental leave.');
		emulator.seedFile('Knowledge/Cafeteria.md', 'Lunch is at noon.');
		const id = await rest.saveWorkflow(sample(credentials, store.url));
		await rest.publish(id);
		const comes = async (what: string, isThere: () => boolean): Promise<void> =>
			await poll(rest, id, what, isThere);
		await comes('the files of the folder', () => stored().length === 2);
		const [first] = store.points().filter(({ payload }) => payload.metadata.hash === hash);
		assert.equal(first?.payload.metadata.fullpath, FILE);
		assert.match(String(first.payload.metadata.version), /^[0-9a-f]{40}$/);
		assert.match(first.payload.content, /ten days/);

		const text = 'Parents have twenty days of parental leave.';
		const into = { folder: byPath('Knowledge'), fileName: 'Leave.txt', conflict: 'overwrite' };
		await withFile(prepared, { operation: 'createFromText', ...into, text });
		await comes('the change', () => stored().some((text) => text.includes('twenty')));
		assert.equal(stored().length, 2);

		await withFile(prepared, { operation: 'delete', file: byPath(FILE) });
		await comes('the departure', () => stored().length === 1);
		assert.doesNotMatch(stored().join(), /parental/);
	} finally {
		await model.close();
		await store.close();
	}
}

/** Carries out an operation on files, as a workflow of somebody else. */
const withFile = async (prepared: PreparedN8n, parameters: object): Promise<unknown> =>
	await runNodes(prepared, libraryNode(prepared, 'Change it', { resource: 'file', ...parameters }));
