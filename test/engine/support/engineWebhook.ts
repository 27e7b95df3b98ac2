import type { INodeType } from 'n8n-workflow';
import { FakeResponse, fakeRequest } from './engineResponse';
import type { NodeSetup, WebhookRequest, WebhookResult } from './engineTypes';
import type { N8nCore } from './n8nCore';
import { buildWorkflow, type NodeWorkflow } from './nodeWorkflow';

/** Sends one request to a webhook of the node. */
export async function callWebhook(
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
