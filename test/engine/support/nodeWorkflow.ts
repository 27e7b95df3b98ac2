import {
	createRunExecutionData,
	NodeHelpers,
	UnexpectedError,
	Workflow,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { TestCredentialsHelper } from './credentialsHelper';
import type { ChainSetup, NodeSetup, RunSetup } from './engineTypes';
import type { N8nCore } from './n8nCore';
import { withShownForm } from './shownForm';

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
	const built = buildChain(n8n, [{ ...setup, title: 'N' }], { ...setup, ...circumstances });
	return { ...built, node: built.workflow.getNode('N') as INode };
}

/** Builds a workflow of nodes in a row. */
export function buildChain(
	n8n: N8nCore,
	chain: ChainSetup['nodes'],
	setup: Pick<NodeSetup, 'credentials' | 'settings' | 'parameters' | 'waitingAt'> & Circumstances,
): Omit<NodeWorkflow, 'node'> {
	const { id = n8n.nextId(), mode, onPush, settings } = setup;
	const nodes = chain.map((each, at) => nodeOf({ ...each, credentials: setup.credentials ?? {} }, each.title, at));
	const links = nodes.slice(1).map(({ name }, at) => [nodes[at]?.name ?? '', name] as const);
	const connections = Object.fromEntries(
		links.map(([from, to]) => [from, { main: [[{ node: to, type: 'main' as const, index: 0 }]] }]),
	);
	const data = { id, name: id, active: false, nodes, connections };
	const [only] = nodes.length === 1 ? nodes : [];
	const nodeTypes = nodeTypesOf(n8n, only);
	const workflow = new Workflow({ ...data, settings: { executionOrder: 'v1' as const, ...settings }, nodeTypes });
	const hooks = new n8n.core.ExecutionLifecycleHooks(mode, id, data as never);
	const additional = { ...additionalData(n8n, setup, id, onPush), hooks };
	// As the editor sends them with a question about a node: with their defaults, which Workflow has filled in.
	const asked = setup.parameters && nodes[0] ? { currentNodeParameters: nodes[0].parameters } : {};
	return { workflow, additional: { ...additional, ...asked } };
}

const nodeOf = (
	{ node: type, parameters = {}, credentials = {}, nodeProps = {} }: NodeSetup,
	name: string,
	at: number,
): INode => ({
	id: `n${at}`,
	name,
	type,
	typeVersion: 1,
	position: [at * 200, 0],
	parameters: structuredClone(parameters) as INodeParameters,
	credentials: Object.fromEntries(Object.keys(credentials).map((type) => [type, { id: type, name: type }])),
	...nodeProps,
});

/** An execution that has not begun: its first node is to get these items. */
export const startingAt = (node: INode, items: INodeExecutionData[]) =>
	createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: [{ node, data: { main: [items] }, source: null }],
		},
	});

/** The nodes that are registered in the engine; of the only one of a workflow, what its operation may show. */
function nodeTypesOf({ nodes }: N8nCore, only?: INode): INodeTypes {
	const typeOf = (name: string): INodeType => {
		const type = nodes.get(name) as INodeType;
		return only ? withShownForm(type, only.parameters) : type;
	};
	return {
		getByName: typeOf,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
		getKnownTypes: () => ({}),
	};
}

/** What packages/cli passes in a real n8n. */
function additionalData(
	{ core, credentialTypes }: N8nCore,
	{ credentials = {}, waitingAt = URL }: Pick<NodeSetup, 'credentials' | 'waitingAt'>,
	id: string,
	onPush: RunSetup['onPush'],
): IWorkflowExecuteAdditionalData {
	return {
		...BASE_URLS,
		webhookWaitingBaseUrl: waitingAt,
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
	};
}
