import { randomUUID } from 'node:crypto';
import { type Execution, isFinished, type StoredExecution } from '../../../../dev/n8n/executions';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import type { RestClient } from '../../../../dev/n8n/restClient';
import { waitFor } from '../../../../dev/process/waiting';
import { workflowInARow, type WorkflowNode } from '../../n8n/workflow';

const REGISTERED_MS = 60_000;

/** A published workflow that a request to the webhook process starts, as in production. */
export class WebhookRuns {
	private constructor(
		private readonly rest: RestClient,
		readonly workflowId: string,
		private readonly url: string,
	) {}

	/** Publishes a workflow with these nodes after its webhook. */
	static async publish(
		{ rest, base }: PreparedN8n,
		name: string,
		nodes: readonly WorkflowNode[],
	): Promise<WebhookRuns> {
		const path = randomUUID();
		const webhook: WorkflowNode = {
			name: 'Request',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
		};
		const workflowId = await rest.saveWorkflow(workflowInARow(name, [webhook, ...nodes]));
		await rest.publish(workflowId);
		const url = `${base}/webhook/${path}`;
		// A request with another method starts nothing; n8n's answer says whether the address is registered.
		await waitFor(REGISTERED_MS, `the webhook of "${name}"`, async () =>
			(await (await fetch(url)).text()).includes('make a POST request'),
		);
		return new WebhookRuns(rest, workflowId, url);
	}

	/** Starts `count` executions at once. Throws when n8n does not take one. */
	async start(count = 1): Promise<void> {
		const answers = await Promise.all(
			Array.from({ length: count }, async () => await fetch(this.url, { method: 'POST' })),
		);
		const refused = answers.find(({ ok }) => !ok);
		if (refused) throw new Error(`n8n answered ${refused.status}: ${await refused.text()}`);
	}

	/** All executions that were started here, finished or not, oldest first; without their items. */
	async all(): Promise<StoredExecution[]> {
		return await listExecutions(this.rest, this.workflowId);
	}

	/** Waits until there are `count` executions and all have ended. */
	async ended(count: number, ms: number): Promise<StoredExecution[]> {
		return await waitFor(ms, `${count} executions to end`, async () => {
			const all = await this.all();
			return all.length >= count && all.every(isFinished) && all;
		});
	}

	/** An execution with its items. */
	async read(id: string): Promise<Execution> {
		return await this.rest.finished(id, 30_000);
	}
}

/** The most that n8n lists at once. */
const PAGE = 100;

/** All executions, or one workflow's, oldest first, without items. Throws when there are more than n8n lists. */
export async function listExecutions(rest: RestClient, workflowId?: string): Promise<StoredExecution[]> {
	const filter = encodeURIComponent(JSON.stringify(workflowId === undefined ? {} : { workflowId }));
	const path = `/rest/executions?limit=${PAGE}&filter=${filter}`;
	const { results } = await rest.call<{ results: StoredExecution[] }>('GET', path);
	if (results.length === PAGE) throw new Error(`there may be more than ${PAGE} executions`);
	return results.sort((a, b) => Number(a.id) - Number(b.id));
}
