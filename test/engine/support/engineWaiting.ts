import type {
	IDataObject,
	IExecuteData,
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { FakeResponse, fakeRequest } from './engineResponse';
import type { ChainSetup, Execution, WaitingAnswer } from './engineTypes';
import type { N8nCore } from './n8nCore';
import { buildChain, startingAt } from './nodeWorkflow';

/*
 * An execution that waits. How n8n serves a waiting webhook and resumes an execution is in packages/cli, which needs a
 * database: this does the same with a text in memory (waiting-webhooks.js, webhook-helpers.js, wait-tracker.js and
 * active-executions.js of n8n 2.41).
 */
export class WaitingExecution implements Execution {
	readonly id: string;
	/** What n8n has in its database. */
	private saved = '';
	/** Counts the resumes: n8n takes one only if the execution is waiting. */
	private version = 0;
	status: 'waiting' | 'finished' = 'finished';

	constructor(
		private readonly n8n: N8nCore,
		private readonly setup: ChainSetup,
	) {
		this.id = `${n8n.nextId()}0`;
	}

	async start(): Promise<void> {
		const { workflow } = this.built();
		const first = workflow.getNode(this.setup.nodes[0]?.title ?? '') as INode;
		const data = startingAt(first, this.setup.items ?? [{ json: {} }]);
		await this.proceed({ ...data, resumeToken: 'resume-token' } as IRunExecutionData);
	}

	get waitTill(): Date | undefined {
		const { waitTill } = this.load();
		return waitTill ? new Date(waitTill) : undefined;
	}

	outputOf(title: string): INodeExecutionData[] {
		return this.load().resultData.runData[title]?.at(-1)?.data?.main?.[0] ?? [];
	}

	itemsOf(title: string): IDataObject[] {
		return this.outputOf(title).map(({ json }) => json);
	}

	async request(
		method: 'GET' | 'POST',
		address: string,
		body?: string,
		between?: () => Promise<unknown>,
	): Promise<WaitingAnswer> {
		const url = new URL(address);
		if (url.searchParams.get('signature') !== 'resume-token') return answered(401, 'Invalid token');
		if (this.status !== 'waiting') return answered(409, `The execution "${this.id} has finished already."`);
		const data = this.load();
		await between?.();
		const entry = data.executionData?.nodeExecutionStack[0] as IExecuteData;
		entry.node.disabled = true;
		delete data.waitTill;
		data.resultData.runData[data.resultData.lastNodeExecuted ?? '']?.pop();
		const { answer, response, items } = await this.callWebhook(data, method, url, body);
		if (!items) return answer;
		entry.data.main = items;
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true } as NonNullable<IExecuteData['metadata']>;
		// n8n answers after it has taken the execution, which it does only while that waits.
		if (this.status !== 'waiting') return answered(500, 'There was a problem executing the workflow');
		await this.proceed(data);
		return { ...answer, status: 200, body: JSON.stringify(response) };
	}

	async timeOut(): Promise<void> {
		await this.proceed(this.load());
	}

	private async callWebhook(data: IRunExecutionData, method: string, url: URL, body: string | undefined) {
		const { workflow, additional } = this.built();
		const node = workflow.getNode(data.resultData.lastNodeExecuted ?? '') as INode;
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, 1);
		const suffix = url.pathname.split('/').at(-1);
		const webhookDescription = type.description.webhooks?.find(
			({ httpMethod, path, restartWebhook }) => httpMethod === method && path === suffix && restartWebhook,
		);
		if (!webhookDescription) throw new Error('no waiting webhook with a matching path and method');
		const answer = answered(0, '');
		const httpRequest = fakeRequest(Object.fromEntries(url.searchParams), body);
		Object.assign(additional, { httpRequest, httpResponse: new FakeResponse(answer) });
		const webhookData = { webhookDescription } as never;
		const { WebhookContext } = this.n8n.core;
		const context = new WebhookContext(workflow, node, additional, 'trigger', webhookData, [], data);
		const note = (...said: unknown[]): void => void answer.log.push(JSON.stringify(said));
		const { error, warn } = context.logger;
		Object.assign(context.logger, { error: note, warn: note });
		await workflow.expression.acquireIsolate();
		try {
			const result = await type.webhook?.call(context as never);
			return { answer, response: result?.webhookResponse as unknown, items: result?.workflowData };
		} finally {
			Object.assign(context.logger, { error, warn });
			await workflow.expression.releaseIsolate();
		}
	}

	private async proceed(data: IRunExecutionData): Promise<void> {
		const { workflow, additional } = this.built();
		const { WorkflowExecute } = this.n8n.core;
		const run = await new WorkflowExecute(additional, 'trigger', data).processRunExecutionData(workflow);
		this.saved = JSON.stringify(run.data);
		this.version += 1;
		this.status = run.waitTill ? 'waiting' : 'finished';
		const { error } = run.data.resultData;
		if (error) throw new Error(error.message);
	}

	private load(): IRunExecutionData {
		const data = JSON.parse(this.saved) as IRunExecutionData;
		if (data.waitTill) data.waitTill = new Date(data.waitTill);
		return data;
	}

	private built(): { workflow: Workflow; additional: IWorkflowExecuteAdditionalData } {
		const credentials = structuredClone(this.setup.credentials);
		const circumstances = { credentials, mode: 'trigger' as const, id: this.id };
		return buildChain(this.n8n, this.setup.nodes, circumstances);
	}
}

const answered = (status: number, body: string): WaitingAnswer => ({ status, headers: {}, body, log: [] });
