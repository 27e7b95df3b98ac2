import type { Readable } from 'node:stream';
import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeType,
	IRun,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { CredentialData } from './credentialsHelper';

/** Where n8n keeps binary data. */
export type BinaryMode = 'default' | 'filesystem' | 's3' | 'database';
/** One node of a workflow, as a user sets it up. */
export interface NodeSetup {
	/** The name that `register` answered. */
	node: string;
	parameters?: Record<string, unknown>;
	credentials?: CredentialData;
	settings?: IDataObject;
	/** Fields of the node itself: onError, retryOnFail, … */
	nodeProps?: Partial<INode>;
	/** Where n8n serves waiting webhooks; nowhere unless given. */
	waitingAt?: string;
}
/** One execution of a node. */
export interface RunSetup extends NodeSetup {
	items?: INodeExecutionData[];
	mode?: WorkflowExecuteMode;
	/** Receives the running execution; `cancel()` cancels it. */
	onStart?: (running: { cancel(): void }) => void;
	/** Receives what n8n would send to the browser of the user who runs the workflow. */
	onPush?: (type: string, data: unknown) => void;
}
/** An error as n8n shows it. */
export interface NodeFailure extends Error {
	description?: string | null;
	context?: IDataObject;
	httpCode?: string | null;
	level?: string;
	node?: INode;
}
/** What an execution ended with. */
export interface RunResult {
	/** The first output. */
	items: INodeExecutionData[];
	outputs: Array<INodeExecutionData[] | null>;
	error?: NodeFailure;
	run?: IRun;
}

/** A request to a webhook of a node, which is named as in its description. */
export interface WebhookRequest {
	webhook: string;
	query?: IDataObject;
	body?: unknown;
	/** Content type. */
	type?: string;
	/** Accept-Language. */
	language?: string;
	/** The bytes of the body, where n8n has parsed it. */
	raw?: Buffer;
	/** The status of n8n's answer, where it answers instead of the node: 500 if it could not start the workflow. */
	n8nStatus?: number;
	mode?: WorkflowExecuteMode;
	/** ID of the workflow; a new one unless given. */
	id?: string;
}
/** What the node answered, and the items that start the workflow; `status` is 0 where n8n answers instead. */
export interface WebhookResult {
	status: number;
	headers: Record<string, string>;
	body: string;
	items: INodeExecutionData[] | null;
	log: string[];
}

/** One call of a tool by a client of the MCP Server Trigger. */
export interface ToolRequest {
	/** What the trigger says about the request, `$json` of expressions. */
	input: Readonly<Record<string, unknown>>;
	/** What the model passes to the tool. */
	args: Readonly<Record<string, unknown>>;
}

/** The real n8n-core engine in this process. */
export interface Engine {
	/** Adds a node and its credential types; returns the name to run it by. */
	register(node: INodeType, ...credentials: ICredentialType[]): string;
	/** Executes the node. A failed execution is a result too. */
	run(setup: RunSetup): Promise<RunResult>;
	/** A polling workflow: every poll has the same workflow, node and static data; `id` survives restarts. */
	activate(setup: NodeSetup & { id?: string; staticData?: IDataObject }): Activation;
	/** Sends one request to a webhook of the node. */
	webhook(setup: NodeSetup & WebhookRequest): Promise<WebhookResult>;
	/** Calls the node as a tool of an MCP server. Resolves with the items that the model reads. */
	callTool(setup: NodeSetup & ToolRequest): Promise<unknown>;
	/** An execution of several nodes in a row, which may wait. */
	execution(setup: ChainSetup): Execution;
	/** Calls a list search of the node as the editor does. */
	search(setup: NodeSetup & { method: string; filter?: string; token?: string }): Promise<INodeListSearchResult>;
	/** An item with a binary field that the real binary data service stored. */
	binaryItem(
		content: Buffer | Readable,
		options?: { field?: string; fileName?: string; mimeType?: string; json?: IDataObject },
	): Promise<INodeExecutionData>;
	/** The content of a binary field of an item. */
	contentOf(item: INodeExecutionData, field?: string): Promise<Buffer>;
	credentialTypes: ReadonlyMap<string, ICredentialType>;
}

/** Nodes in a row, each with the name, the parameters and the credentials of a `NodeSetup`. */
export interface ChainSetup {
	nodes: Array<NodeSetup & { title: string }>;
	credentials: CredentialData;
	items?: INodeExecutionData[];
}
/** What a request to a waiting execution was answered: by the node, or by n8n after it has resumed the execution. */
export interface WaitingAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
	log: string[];
}
/** An execution as n8n keeps it in its database: every step begins with a copy of what was saved. */
export interface Execution {
	readonly id: string;
	/** Starts it. Rejects with the error of a node. */
	start(): Promise<void>;
	readonly status: 'waiting' | 'finished';
	/** When n8n resumes it. */
	readonly waitTill: Date | undefined;
	/** The latest output of a node. */
	outputOf(title: string): INodeExecutionData[];
	/** The fields of its items. */
	itemsOf(title: string): IDataObject[];
	/** One request to the waiting webhook. `between` happens after n8n has read the execution, before the node acts. */
	request(
		method: 'GET' | 'POST',
		address: string,
		body?: string,
		between?: () => Promise<unknown>,
	): Promise<WaitingAnswer>;
	/** The time of the wait is over. */
	timeOut(): Promise<void>;
}

/** One poll; `budgetMs` is the time that n8n allows for it. */
interface PollSetup {
	mode?: WorkflowExecuteMode;
	budgetMs?: number;
	emit?: (data: INodeExecutionData[][]) => void;
}
/** A workflow that is active. */
export interface Activation {
	/** One poll; several may run at the same time, as n8n lets them. Rejects with what the node throws. */
	poll(setup?: PollSetup): Promise<INodeExecutionData[] | null>;
	/** What n8n would save now. */
	staticData(): IDataObject;
}
