/** A node of a workflow that a check creates. */
export interface WorkflowNode {
	readonly name: string;
	readonly type: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	/** 1 when absent. */
	readonly typeVersion?: number;
	/** Ids of the node's credentials, by credential type. */
	readonly credentials?: Readonly<Record<string, string | undefined>>;
	readonly webhookId?: string;
	readonly executeOnce?: boolean;
}

/** The node that "Execute workflow" starts from. */
export const MANUAL_TRIGGER: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };

/** A workflow whose nodes follow each other in a row, as n8n's REST interface expects it. */
export function workflowInARow(name: string, nodes: readonly WorkflowNode[]): object {
	return {
		name,
		nodes: nodes.map(({ credentials = {}, ...node }, n) => ({
			id: `node-${n}`,
			typeVersion: 1,
			position: [220 * n, 0],
			...node,
			credentials: Object.fromEntries(
				Object.entries(credentials).map(([type, id]) => [type, { id: id ?? '', name: type }]),
			),
		})),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map((next, n) => [nodes[n]?.name, { main: [[{ node: next.name, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	};
}
