import { activate } from './enginePolling';
import { callWebhook } from './engineWebhook';
import { execute } from './engineExecution';
import { WaitingExecution } from './engineWaiting';
import type { BinaryMode, Engine } from './engineTypes';
import { startCore, type N8nCore } from './n8nCore';
import { buildWorkflow } from './nodeWorkflow';

export type { Activation, BinaryMode, Engine, RunResult, RunSetup, WebhookResult } from './engineTypes';

/** Starts the engine; one for each test file. */
export async function createEngine({ binaryMode = 'default' }: { binaryMode?: BinaryMode } = {}): Promise<Engine> {
	const n8n = await startCore(binaryMode);
	return {
		credentialTypes: n8n.credentialTypes,
		register(node, ...credentials) {
			const name = `test.${node.description.name}`;
			n8n.nodes.set(name, node);
			for (const type of credentials) n8n.credentialTypes.set(type.name, type);
			return name;
		},
		run: async (setup) => await execute(n8n, setup),
		activate: (setup) => activate(n8n, setup),
		webhook: async (setup) => await callWebhook(n8n, setup),
		execution: (setup) => new WaitingExecution(n8n, setup),
		...editorOf(n8n),
		...binaryDataOf(n8n),
	};
}

const editorOf = (n8n: N8nCore): Pick<Engine, 'search'> => ({
	async search({ method, filter, token, ...setup }) {
		const { workflow, additional, node } = buildWorkflow(n8n, setup, { mode: 'internal' });
		const search = n8n.nodes.get(setup.node)?.methods?.listSearch?.[method];
		if (!search) throw new Error(`the node has no list search ${method}`);
		return await search.call(
			new n8n.core.LoadOptionsContext(workflow, node, additional, '') as never,
			filter,
			token,
		);
	},
});

const binaryDataOf = ({ core, binaryData, nextId }: N8nCore): Pick<Engine, 'binaryItem' | 'contentOf'> => ({
	async binaryItem(content, { field = 'data', json = {}, ...described } = {}) {
		const place = core.FileLocation.ofExecution('source', nextId());
		const data = { fileName: 'file.bin', mimeType: 'application/octet-stream', ...described, data: '' };
		return {
			json,
			binary: { [field]: await binaryData.store(place, content, data) },
			pairedItem: { item: 0 },
		};
	},
	async contentOf(item, field = 'data') {
		const data = item.binary?.[field];
		if (!data) throw new Error(`no binary field ${field}`);
		return await binaryData.getAsBuffer(data);
	},
});
