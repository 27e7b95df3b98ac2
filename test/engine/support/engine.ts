import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import {
	createRunExecutionData,
	NodeHelpers,
	UnexpectedError,
	Workflow,
	type ICredentialType,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IVersionedNodeType,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { databaseManager, OddStore } from './binaryManagers';
import { type CredentialData, TestCredentialsHelper } from './credentialsHelper';

export type BinaryMode = 'default' | 'filesystem' | 's3' | 'database';
export interface NodeSetup {
	node: string;
	parameters?: Record<string, unknown>;
	credentials?: CredentialData;
	settings?: IDataObject;
	/** Fields of the node itself: onError, retryOnFail, … */
	nodeProps?: Partial<INode>;
}
export interface RunSetup extends NodeSetup {
	items?: INodeExecutionData[];
	mode?: WorkflowExecuteMode;
	/** Gets the running execution; `cancel()` cancels it. */
	onStart?: (running: { cancel(): void }) => void;
	/** Gets what n8n would send to the browser of the person who runs the workflow. */
	onPush?: (type: string, data: unknown) => void;
}
export interface NodeFailure extends Error {
	description?: string | null;
	context?: IDataObject;
	httpCode?: string | null;
	level?: string;
	node?: INode;
}
export interface RunResult {
	items: INodeExecutionData[];
	outputs: Array<INodeExecutionData[] | null>;
	error?: NodeFailure;
	run?: IRun;
}

export interface WebhookRequest {
	webhook: string;
	query?: IDataObject;
	body?: unknown;
	mode?: WorkflowExecuteMode;
}
/** `status` is 0 when n8n answers instead of the node. */
export interface WebhookResult {
	status: number;
	headers: Record<string, string>;
	body: string;
	items: INodeExecutionData[] | null;
	log: string[];
}

/** The real n8n-core engine in this process: its WorkflowExecute, contexts, credentials encryption and binary data service. */
export interface Engine {
	register(node: INodeType, ...credentials: ICredentialType[]): string;
	run(setup: RunSetup): Promise<RunResult>;
	/** A polling workflow as n8n keeps it in memory: every poll has the same workflow, node and static data. `id` stays over restarts. */
	activate(setup: NodeSetup & { id?: string; staticData?: IDataObject }): Activation;
	/** One request to a webhook of the node: what was answered by the node itself, and the items that start the workflow. */
	webhook(setup: NodeSetup & WebhookRequest): Promise<WebhookResult>;
	/** Calls a list search of the node the way the editor does. */
	search(setup: NodeSetup & { method: string; filter?: string; token?: string }): Promise<INodeListSearchResult>;
	/** An item whose binary field was stored by the real binary data service. */
	binaryItem(
		content: Buffer | Readable,
		options?: { field?: string; fileName?: string; mimeType?: string; json?: IDataObject },
	): Promise<INodeExecutionData>;
	/** The content of a binary field of an item. */
	contentOf(item: INodeExecutionData, field?: string): Promise<Buffer>;
	credentialTypes: ReadonlyMap<string, ICredentialType>;
}

export interface PollSetup {
	mode?: WorkflowExecuteMode;
	budgetMs?: number;
	emit?: (data: INodeExecutionData[][]) => void;
}
export interface Activation {
	/** One poll; several may run at the same time, as n8n lets them. Rejects with what the node throws. */
	poll(setup?: PollSetup): Promise<INodeExecutionData[] | null>;
	/** What n8n would save now. */
	staticData(): IDataObject;
}

const URL = 'http://127.0.0.1/x'; // getNodeParameter builds $execution.resumeUrl from it
const refuse = async (): Promise<never> => {
	throw new UnexpectedError('not part of this engine');
};

/** Starts the engine. One for each test file: n8n-core keeps its configuration in a process-wide container. */
export async function createEngine({ binaryMode = 'default' }: { binaryMode?: BinaryMode } = {}): Promise<Engine> {
	// The configuration classes read the environment once, when they are first asked for.
	Object.assign(process.env, {
		N8N_USER_FOLDER: mkdtempSync(join(tmpdir(), 'n8n-engine-')),
		N8N_ENCRYPTION_KEY: 'engine-key',
		N8N_DEFAULT_BINARY_DATA_MODE: binaryMode,
		N8N_LOG_LEVEL: 'silent',
		N8N_SSRF_PROTECTION_ENABLED: 'false',
		N8N_RUNNERS_ENABLED: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
	});
	const core = await import('n8n-core');
	Container.get(core.InstanceSettings);
	const config = Container.get(core.BinaryDataConfig);
	config.mode = binaryMode;
	const binaryData = Container.get(core.BinaryDataService);
	await binaryData.init();
	binaryData.setManager('s3', new core.BinaryDataBlobManager(new OddStore(), Container.get(core.ErrorReporter)));
	binaryData.setManager('database', databaseManager());

	const types = new Map<string, INodeType>();
	const credentialTypes = new Map<string, ICredentialType>();
	const nodeTypes: INodeTypes = {
		getByName: (name) => types.get(name) as INodeType | IVersionedNodeType,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(types.get(name) as INodeType, version),
		getKnownTypes: () => ({}),
	};
	let count = 0;

	function build(
		{ node: type, parameters = {}, credentials = {}, settings = {}, nodeProps = {} }: NodeSetup,
		mode: WorkflowExecuteMode,
		{ id = `${++count}`, onPush }: { id?: string | undefined; onPush?: RunSetup['onPush'] | undefined } = {},
	) {
		const refs = Object.fromEntries(Object.keys(credentials).map((name) => [name, { id: name, name }]));
		const given: INode = {
			id: 'n1',
			name: 'N',
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters: structuredClone(parameters) as INodeParameters,
			credentials: refs,
			...nodeProps,
		};
		const data = {
			id,
			name: id,
			active: false,
			nodes: [given],
			connections: {},
			settings: { executionOrder: 'v1' as const, ...settings },
		};
		const workflow = new Workflow({ ...data, nodeTypes });
		const additional = {
			credentialsHelper: new TestCredentialsHelper(credentialTypes, credentials),
			executionId: id,
			workflowId: id,
			currentNodeExecutionIndex: 0,
			variables: {},
			userId: 'u',
			restApiUrl: URL,
			instanceBaseUrl: URL,
			webhookBaseUrl: URL,
			webhookWaitingBaseUrl: URL,
			webhookTestBaseUrl: URL,
			formWaitingBaseUrl: URL,
			executeWorkflow: refuse,
			getRunExecutionData: async () => undefined,
			startRunnerTask: refuse,
			getRuntimeCredential: async () => undefined,
			logAiEvent: () => undefined,
			setExecutionStatus: () => undefined,
			sendDataToUI: onPush ?? (() => undefined),
			currentNodeParameters: parameters,
			hooks: new core.ExecutionLifecycleHooks(mode, id, data as never),
		} as unknown as IWorkflowExecuteAdditionalData;
		return { workflow, additional, node: workflow.getNode('N') as INode };
	}

	return {
		credentialTypes,
		register(node, ...credentials) {
			const name = `test.${node.description.name}`;
			types.set(name, node);
			for (const type of credentials) credentialTypes.set(type.name, type);
			return name;
		},

		async run({ items = [{ json: {} }], mode = 'trigger', onStart, onPush, ...setup }) {
			const { workflow, additional, node } = build(setup, mode, { onPush });
			const state = createRunExecutionData({
				executionData: {
					contextData: {},
					metadata: {},
					waitingExecution: {},
					waitingExecutionSource: {},
					nodeExecutionStack: [{ node, data: { main: [items] }, source: null }],
				},
			});
			let running: ReturnType<InstanceType<typeof core.WorkflowExecute>['processRunExecutionData']>;
			try {
				running = new core.WorkflowExecute(additional, mode, state).processRunExecutionData(workflow);
			} catch (issues) {
				// n8n refuses to start a workflow whose required parameters are empty.
				return { items: [], outputs: [], error: issues as NodeFailure };
			}
			onStart?.(running);
			const run = await running;
			const task = run.data.resultData.runData['N']?.at(-1);
			const error = run.data.resultData.error ?? task?.error;
			const outputs = task?.data?.['main'] ?? [];
			return { items: outputs[0] ?? [], outputs, run, ...(error ? { error: error as NodeFailure } : {}) };
		},

		activate({ id, staticData, ...setup }) {
			const { workflow, additional, node } = build(setup, 'trigger', { id });
			Object.assign(workflow.getStaticData('node', node), structuredClone(staticData));
			return {
				staticData: () => JSON.parse(JSON.stringify(workflow.getStaticData('node', node))) as IDataObject,
				async poll({ mode = 'trigger', budgetMs, emit } = {}) {
					const budget = budgetMs === undefined ? undefined : () => budgetMs;
					const context = new core.PollContext(
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
						const found = await (types.get(setup.node) as INodeType).poll?.call(context as never);
						return found?.[0] ?? null;
					} finally {
						await workflow.expression.releaseIsolate();
					}
				},
			};
		},

		async webhook({ webhook, query = {}, body, mode = 'webhook', ...setup }) {
			const { workflow, additional, node } = build(setup, mode);
			const result: WebhookResult = { status: 0, headers: {}, body: '', items: null, log: [] };
			const response = {
				writeHead: (status: number, headers: Record<string, string>) =>
					Object.assign(result, { status, headers }),
				end: (text: string) => {
					result.body = text;
				},
			};
			Object.assign(additional, {
				httpRequest: { query, body, headers: {}, params: {} },
				httpResponse: response,
			});
			const type = types.get(setup.node) as INodeType;
			const description = type.description.webhooks?.find(({ name }) => name === webhook);
			const context = new core.WebhookContext(
				workflow,
				node,
				additional,
				mode,
				{ webhookDescription: description } as never,
				[],
				null,
			);
			for (const level of ['error', 'warn'] as const)
				jest.spyOn(context.logger, level).mockImplementation((...said: unknown[]) => {
					result.log.push(JSON.stringify(said));
				});
			await workflow.expression.acquireIsolate();
			try {
				const { workflowData } = (await type.webhook?.call(context as never)) ?? {};
				return { ...result, items: workflowData?.[0] ?? null };
			} finally {
				await workflow.expression.releaseIsolate();
			}
		},

		async search({ method, filter, token, ...setup }) {
			const { workflow, additional, node } = build(setup, 'internal');
			const found = types.get(setup.node)?.methods?.listSearch?.[method];
			if (!found) throw new Error(`the node has no list search ${method}`);
			return await found.call(
				new core.LoadOptionsContext(workflow, node, additional, '') as never,
				filter,
				token,
			);
		},

		async binaryItem(
			content,
			{ field = 'data', fileName = 'file.bin', mimeType = 'application/octet-stream', json = {} } = {},
		) {
			const place = core.FileLocation.ofExecution('source', String(++count));
			return {
				json,
				binary: { [field]: await binaryData.store(place, content, { mimeType, fileName, data: '' }) },
				pairedItem: { item: 0 },
			};
		},

		async contentOf(item, field = 'data') {
			const data = item.binary?.[field];
			if (!data) throw new Error(`no binary field ${field}`);
			return await binaryData.getAsBuffer(data);
		},
	};
}
