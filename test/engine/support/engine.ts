import type { IDataObject, INodeType, IRun } from 'n8n-workflow';
import { fakeRequest, FakeResponse } from './engineResponse';
import {
	type Activation,
	type BinaryMode,
	type Engine,
	type NodeFailure,
	type NodeSetup,
	type RunResult,
	type RunSetup,
	type WebhookRequest,
	type WebhookResult,
} from './engineTypes';
import { WaitingExecution } from './engineWaiting';
import { type N8nCore, startCore } from './n8nCore';
import { buildWorkflow, type NodeWorkflow, startingAt } from './nodeWorkflow';
import { callToolOf } from './toolCalls';

/** Sends one request to a webhook of the node. */
async function callWebhook(
	n8n: N8nCore,
	{
		webhook,
		query = {},
		body,
		type: contentType,
		language,
		raw,
		n8nStatus = 200,
		mode = 'webhook',
		id,
		...setup
	}: NodeSetup & WebhookRequest,
): Promise<WebhookResult> {
	const built = buildWorkflow(n8n, setup, { mode, id });
	const result: WebhookResult = { status: 0, headers: {}, body: '', items: null, log: [] };
	const httpRequest = fakeRequest(query, body, { type: contentType, language, raw });
	const httpResponse = new FakeResponse(result);
	Object.assign(built.additional, { httpRequest, httpResponse });
	const type = n8n.nodes.get(setup.node) as INodeType;
	const context = webhookContext(n8n, built, type, { webhook, mode });
	for (const level of ['error', 'warn'] as const)
		jest.spyOn(context.logger, level).mockImplementation((...said: unknown[]) => {
			result.log.push(JSON.stringify(said));
		});
	const { expression } = built.workflow;
	await expression.acquireIsolate();
	try {
		const { workflowData } = (await type.webhook?.call(context as never)) ?? {};
		if (workflowData) httpResponse.endAs(n8nStatus);
		return { ...result, items: workflowData?.[0] ?? null };
	} finally {
		await expression.releaseIsolate();
	}
}

function webhookContext(
	{ core }: N8nCore,
	{ workflow, node, additional }: NodeWorkflow,
	type: INodeType,
	{ webhook, mode }: Required<Pick<WebhookRequest, 'webhook' | 'mode'>>,
) {
	const webhookDescription = type.description.webhooks?.find(({ name }) => name === webhook);
	const data = { webhookDescription } as ConstructorParameters<typeof core.WebhookContext>[4];
	return new core.WebhookContext(workflow, node, additional, mode, data, [], null);
}

/** Activates a polling workflow, with the static data that an earlier activation left. */
function activate(
	n8n: N8nCore,
	{ id, staticData, ...setup }: NodeSetup & { id?: string; staticData?: IDataObject },
): Activation {
	const { workflow, additional, node } = buildWorkflow(n8n, setup, { mode: 'trigger', id });
	const stored = (): IDataObject => workflow.getStaticData('node', node);
	Object.assign(stored(), structuredClone(staticData));
	return {
		staticData: () => JSON.parse(JSON.stringify(stored())) as IDataObject,
		async poll({ mode = 'trigger', budgetMs, emit } = {}) {
			const budget = budgetMs === undefined ? undefined : () => budgetMs;
			const { PollContext } = n8n.core;
			const context = new PollContext(
				workflow,
				node,
				additional,
				mode,
				'activate',
				emit,
				undefined,
				undefined,
				undefined,
				undefined,
				budget,
			);
			await workflow.expression.acquireIsolate();
			try {
				const found = await n8n.nodes.get(setup.node)?.poll?.call(context as never);
				return found?.[0] ?? null;
			} finally {
				await workflow.expression.releaseIsolate();
			}
		},
	};
}

/** Executes one node as part of a workflow. */
async function execute(
	n8n: N8nCore,
	{ items = [{ json: {} }], mode = 'trigger', onStart, onPush, ...setup }: RunSetup,
): Promise<RunResult> {
	const { workflow, additional, node } = buildWorkflow(n8n, setup, { mode, onPush });
	const execution = new n8n.core.WorkflowExecute(additional, mode, startingAt(node, items));
	let running: ReturnType<typeof execution.processRunExecutionData>;
	try {
		running = execution.processRunExecutionData(workflow);
	} catch (issues) {
		// n8n refuses to start a workflow whose required parameters are empty.
		return { items: [], outputs: [], error: issues as NodeFailure };
	}
	onStart?.(running);
	return resultOf(await running);
}

function resultOf(run: IRun): RunResult {
	const task = run.data.resultData.runData.N?.at(-1);
	const error = run.data.resultData.error ?? task?.error;
	const outputs = task?.data?.main ?? [];
	return { items: outputs[0] ?? [], outputs, run, ...(error ? { error: error as NodeFailure } : {}) };
}

/** The messages that n8n shows beside the items of a run. */
export const hintsOf = ({ run }: RunResult): string[] =>
	(run?.data.resultData.runData.N?.at(-1)?.hints ?? []).map(({ message }) => message);

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
		callTool: async (setup) => await callToolOf(n8n, setup),
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
		return { json, binary: { [field]: await binaryData.store(place, content, data) }, pairedItem: { item: 0 } };
	},
	async contentOf(item, field = 'data') {
		const data = item.binary?.[field];
		if (!data) throw new Error(`no binary field ${field}`);
		return await binaryData.getAsBuffer(data);
	},
});
