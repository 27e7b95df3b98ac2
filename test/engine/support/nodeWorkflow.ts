import {
	NodeHelpers,
	UnexpectedError,
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { TestCredentialsHelper } from './credentialsHelper';
import type { NodeSetup, RunSetup } from './engineTypes';
import type { N8nCore } from './n8nCore';

/** A workflow with one node, and what n8n passes to the node beside its parameters. */
export interface NodeWorkflow {
	readonly workflow: Workflow;
	readonly node: INode;
	readonly additional: IWorkflowExecuteAdditionalData;
}
interface Circumstances {
	readonly mode: WorkflowExecuteMode;
	readonly id?: string | undefined;
	readonly onPush?: RunSetup['onPush'] | undefined;
}

const URL = 'http://127.0.0.1/x'; // getNodeParameter builds $execution.resumeUrl from it
const BASE_URLS = {
	restApiUrl: URL,
	instanceBaseUrl: URL,
	formBaseUrl: URL,
	formTestBaseUrl: URL,
	formWaitingBaseUrl: URL,
	mcpBaseUrl: URL,
	mcpTestBaseUrl: URL,
	webhookBaseUrl: URL,
	webhookTestBaseUrl: URL,
	webhookWaitingBaseUrl: URL,
};
const refuse = async (): Promise<never> => {
	throw new UnexpectedError('not part of this engine');
};

/** Builds the workflow that a test describes; `id` is a new one unless given. */
export function buildWorkflow(n8n: N8nCore, setup: NodeSetup, circumstances: Circumstances): NodeWorkflow {
	const { id = n8n.nextId() } = circumstances;
	const data = {
		id,
		name: id,
		active: false,
		nodes: [nodeOf(setup)],
		connections: {},
		settings: { executionOrder: 'v1' as const, ...setup.settings },
	};
	const workflow = new Workflow({ ...data, nodeTypes: nodeTypesOf(n8n) });
	const hooks = new n8n.core.ExecutionLifecycleHooks(circumstances.mode, id, data as never);
	const additional = { ...additionalData(n8n, setup, id, circumstances.onPush), hooks };
	return { workflow, node: workflow.getNode('N') as INode, additional };
}

const nodeOf = ({ node: type, parameters = {}, credentials = {}, nodeProps = {} }: NodeSetup): INode => ({
	id: 'n1',
	name: 'N',
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: structuredClone(parameters) as INodeParameters,
	credentials: Object.fromEntries(Object.keys(credentials).map((name) => [name, { id: name, name }])),
	...nodeProps,
});

/** The nodes that are registered in the engine. */
export const nodeTypesOf = ({ nodes }: N8nCore): INodeTypes => ({
	getByName: (name) => nodes.get(name) as INodeType,
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(nodes.get(name) as INodeType, version),
	getKnownTypes: () => ({}),
});

/** What packages/cli passes in a real n8n. */
export function additionalData(
	{ core, credentialTypes }: N8nCore,
	{ parameters = {}, credentials = {} }: NodeSetup,
	id: string,
	onPush: RunSetup['onPush'],
): IWorkflowExecuteAdditionalData {
	return {
		...BASE_URLS,
		externalSecretsProxy: new core.ExternalSecretsProxy(),
		credentialsHelper: new TestCredentialsHelper(credentialTypes, credentials),
		executionId: id,
		workflowId: id,
		currentNodeExecutionIndex: 0,
		variables: {},
		userId: 'u',
		executeWorkflow: refuse,
		getRunExecutionData: async () => undefined,
		startRunnerTask: refuse,
		getRuntimeCredential: async () => undefined,
		logAiEvent: () => undefined,
		setExecutionStatus: () => undefined,
		sendDataToUI: onPush ?? (() => undefined),
		currentNodeParameters: parameters as INodeParameters,
	};
}
