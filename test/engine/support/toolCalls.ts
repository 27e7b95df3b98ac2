import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import * as invocation from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createEmptyRunExecutionData,
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteData,
	type INodeType,
	type ITaskDataConnections,
} from 'n8n-workflow';
import type { NodeSetup, ToolRequest } from './engineTypes';
import type { N8nCore } from './n8nCore';
import { buildWorkflow } from './nodeWorkflow';

/**
 * Calls the node as the MCP Server Trigger of n8n does: the tool is made for one request, `input` is what the trigger
 * says about that request, and `args` are those of the model. Resolves with the items, rejects with the node's error.
 */
export async function callToolOf(n8n: N8nCore, { input, args, ...setup }: NodeSetup & ToolRequest): Promise<unknown> {
	const { core, nodes } = n8n;
	const { workflow, node, additional } = buildWorkflow(n8n, setup, { mode: 'webhook' });
	const nodeType = nodes.get(setup.node) as INodeType;
	const run = createEmptyRunExecutionData();
	const items = [{ json: input as IDataObject }];
	const executeData: IExecuteData = { data: { main: [items] }, node, source: null };
	const contextOf = (at: number, data: ITaskDataConnections) =>
		new core.SupplyDataContext(
			...([workflow, node, additional, 'webhook', run, at, items, data] as const),
			...([NodeConnectionTypes.AiTool, executeData, [] as never[]] as const),
		);
	const handleToolInvocation = invocation.makeHandleToolInvocation(
		(at) => contextOf(at, {}) as never,
		node,
		nodeType,
		run,
	);
	const { response } = createNodeAsTool({ node, nodeType, handleToolInvocation });
	await workflow.expression.acquireIsolate();
	try {
		return JSON.parse(String(await response.invoke(args as never)));
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
