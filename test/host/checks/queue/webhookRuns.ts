import { randomUUID } from 'node:crypto';
import { type StoredExecution, type Execution, isFinished } from '../../../../dev/n8n/executions';
import type { RestClient } from '../../../../dev/n8n/restClient';
import { workflowInARow, type WorkflowNode } from '../../n8n/workflow';
import { waitFor } from '../../../../dev/process/waiting';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { listExecutions } from './executionList';

const REGISTERED_MS = 60_000;

/** Lets requests pass, except those that only find out whether the address is registered. */
const NO_TRIAL: WorkflowNode = {
	name: 'Trial',
	type: 'n8n-nodes-base.filter',
	typeVersion: 2,
	parameters: {
		conditions: {
			options: { version: 2, caseSensitive: true, leftValue: '', typeValidation: 'strict' },
			combinator: 'and',
			conditions: [
				{
					id: 'trial',
					leftValue: '={{ $json.body.trial === true }}',
					rightValue: '',
					operator: { type: 'boolean', operation: 'false', singleValue: true },
				},
			],
		},
	},
};

/** A published workflow that a request to the webhook process starts, as in production. */
export class WebhookRuns {
	private constructor(
		private readonly rest: RestClient,
		readonly workflowId: string,
		private readonly url: string,
		/** Executions that were started to see whether the address is registered. */
		private readonly trials: ReadonlySet<string>,
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
		const workflowId = await rest.saveWorkflow(workflowInARow(name, [webhook, NO_TRIAL, ...nodes]));
		await rest.publish(workflowId);
		const url = `${base}/webhook/${path}`;
		await waitFor(REGISTERED_MS, `the webhook of "${name}"`, async () => (await post(url, { trial: true })).ok);
		const trials = await waitFor(REGISTERED_MS, `the trial of "${name}"`, async () => {
			const found = await listExecutions(rest, workflowId);
			return found.length > 0 && found.every(isFinished) && new Set(found.map(({ id }) => id));
		});
		return new WebhookRuns(rest, workflowId, url, trials);
	}

	/** Starts `count` executions at once. Throws when n8n does not take one. */
	async start(count = 1): Promise<void> {
		const answers = await Promise.all(Array.from({ length: count }, async () => await post(this.url, {})));
		const refused = answers.find(({ ok }) => !ok);
		if (refused) throw new Error(`n8n answered ${refused.status}: ${await refused.text()}`);
	}

	/** All executions that were started here, finished or not, oldest first; without their items. */
	async all(): Promise<StoredExecution[]> {
		return (await listExecutions(this.rest, this.workflowId)).filter(({ id }) => !this.trials.has(id));
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

const post = async (url: string, body: object): Promise<Response> =>
	await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
