import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import {
	createRunExecutionData, NodeHelpers, UnexpectedError, Workflow, type ICredentialType, type IDataObject, type INode, type INodeExecutionData,
	type INodeListSearchResult, type INodeParameters, type INodeType, type INodeTypes, type IRun, type IVersionedNodeType, type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { type CredentialData, TestCredentialsHelper } from './credentialsHelper';

export type BinaryMode = 'default' | 'filesystem';
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
export interface NodeFailure extends Error { description?: string | null; context?: IDataObject; httpCode?: string | null; level?: string; node?: INode }
export interface RunResult { items: INodeExecutionData[]; outputs: Array<INodeExecutionData[] | null>; error?: NodeFailure; run?: IRun }

/** The real n8n-core engine in this process: its WorkflowExecute, contexts, credentials encryption and binary data service. */
export interface Engine {
	register(node: INodeType, ...credentials: ICredentialType[]): string;
	run(setup: RunSetup): Promise<RunResult>;
	poll(setup: NodeSetup & { mode?: WorkflowExecuteMode; staticData?: IDataObject }): Promise<{ items: INodeExecutionData[] | null; staticData: IDataObject }>;
	/** Calls a list search of the node the way the editor does. */
	search(setup: NodeSetup & { method: string; filter?: string; token?: string }): Promise<INodeListSearchResult>;
	/** An item whose binary field was stored by the real binary data service. */
	binaryItem(content: Buffer | Readable, options?: { field?: string; fileName?: string; mimeType?: string; json?: IDataObject }): Promise<INodeExecutionData>;
	/** The content of a binary field of an item. */
	contentOf(item: INodeExecutionData, field?: string): Promise<Buffer>;
	credentialTypes: ReadonlyMap<string, ICredentialType>;
}

const URL = 'http://127.0.0.1/x'; // getNodeParameter builds $execution.resumeUrl from it
const refuse = async (): Promise<never> => { throw new UnexpectedError('not part of this engine'); };

/** Starts the engine. One for each test file: n8n-core keeps its configuration in a process-wide container. */
export async function createEngine({ binaryMode = 'default' }: { binaryMode?: BinaryMode } = {}): Promise<Engine> {
	// The configuration classes read the environment once, when they are first asked for.
	Object.assign(process.env, {
		N8N_USER_FOLDER: mkdtempSync(join(tmpdir(), 'n8n-engine-')), N8N_ENCRYPTION_KEY: 'engine-key', N8N_DEFAULT_BINARY_DATA_MODE: binaryMode,
		N8N_LOG_LEVEL: 'silent', N8N_SSRF_PROTECTION_ENABLED: 'false', N8N_RUNNERS_ENABLED: 'false', N8N_DIAGNOSTICS_ENABLED: 'false',
	});
	const core = await import('n8n-core');
	Container.get(core.InstanceSettings);
	const config = Container.get(core.BinaryDataConfig);
	config.mode = binaryMode;
	const binaryData = Container.get(core.BinaryDataService);
	await binaryData.init();

	const types = new Map<string, INodeType>();
	const credentialTypes = new Map<string, ICredentialType>();
	const nodeTypes: INodeTypes = {
		getByName: (name) => types.get(name) as INodeType | IVersionedNodeType,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(types.get(name) as INodeType, version),
		getKnownTypes: () => ({}),
	};
	let count = 0;

	function build({ node: type, parameters = {}, credentials = {}, settings = {}, nodeProps = {} }: NodeSetup, mode: WorkflowExecuteMode, onPush?: RunSetup['onPush']) {
		const id = `${++count}`;
		const refs = Object.fromEntries(Object.keys(credentials).map((name) => [name, { id: name, name }]));
		const given: INode = { id: 'n1', name: 'N', type, typeVersion: 1, position: [0, 0], parameters: structuredClone(parameters) as INodeParameters, credentials: refs, ...nodeProps };
		const data = { id, name: id, active: false, nodes: [given], connections: {}, settings: { executionOrder: 'v1' as const, ...settings } };
		const workflow = new Workflow({ ...data, nodeTypes });
		const additional = {
			credentialsHelper: new TestCredentialsHelper(credentialTypes, credentials), executionId: id, workflowId: id, currentNodeExecutionIndex: 0, variables: {}, userId: 'u',
			restApiUrl: URL, instanceBaseUrl: URL, webhookBaseUrl: URL, webhookWaitingBaseUrl: URL, webhookTestBaseUrl: URL, formWaitingBaseUrl: URL,
			executeWorkflow: refuse, getRunExecutionData: async () => undefined, startRunnerTask: refuse, getRuntimeCredential: async () => undefined, logAiEvent: () => undefined,
			setExecutionStatus: () => undefined, sendDataToUI: onPush ?? (() => undefined), currentNodeParameters: parameters,
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
			const { workflow, additional, node } = build(setup, mode, onPush);
			const state = createRunExecutionData({
				executionData: { contextData: {}, metadata: {}, waitingExecution: {}, waitingExecutionSource: {}, nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
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

		async poll({ mode = 'trigger', staticData, ...setup }) {
			const { workflow, additional, node } = build(setup, mode);
			Object.assign(workflow.getStaticData('node', node), staticData);
			const context = new core.PollContext(workflow, node, additional, mode, 'activate');
			await workflow.expression.acquireIsolate();
			try {
				const found = await (types.get(setup.node) as INodeType).poll?.call(context as never);
				return { items: found?.[0] ?? null, staticData: { ...workflow.getStaticData('node', node) } };
			} finally {
				await workflow.expression.releaseIsolate();
			}
		},

		async search({ method, filter, token, ...setup }) {
			const { workflow, additional, node } = build(setup, 'internal');
			const found = types.get(setup.node)?.methods?.listSearch?.[method];
			if (!found) throw new Error(`the node has no list search ${method}`);
			return await found.call(new core.LoadOptionsContext(workflow, node, additional, '') as never, filter, token);
		},

		async binaryItem(content, { field = 'data', fileName = 'file.bin', mimeType = 'application/octet-stream', json = {} } = {}) {
			const place = core.FileLocation.ofExecution('source', String(++count));
			return { json, binary: { [field]: await binaryData.store(place, content, { mimeType, fileName, data: '' }) }, pairedItem: { item: 0 } };
		},

		async contentOf(item, field = 'data') {
			const data = item.binary?.[field];
			if (!data) throw new Error(`no binary field ${field}`);
			return await binaryData.getAsBuffer(data);
		},
	};
}
