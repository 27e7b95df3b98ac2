import type { IDataObject } from 'n8n-workflow';
import type { Activation, NodeSetup } from './engineTypes';
import type { N8nCore } from './n8nCore';
import { buildWorkflow } from './nodeWorkflow';

/** Activates a polling workflow, with the static data that an earlier activation left. */
export function activate(
	n8n: N8nCore,
	{ id, staticData, ...setup }: NodeSetup & { id?: string; staticData?: IDataObject },
): Activation {
	const { workflow, additional, node } = buildWorkflow(n8n, setup, { mode: 'trigger', id });
	const stored = (): IDataObject => workflow.getStaticData('node', node);
	Object.assign(stored(), structuredClone(staticData));
	return {
		staticData: () => JSON.parse(JSON.stringify(stored())) as IDataObject,
		async poll({ mode = 'trigger', budgetMs, emit } = {}) {
			const budget = budgetMs === undefined ? undefined : () => budgetMs;
			const { PollContext } = n8n.core;
			const context = new PollContext(
				workflow,
				node,
				additional,
				mode,
				'activate',
				emit,
				undefined,
				undefined,
				undefined,
				undefined,
				budget,
			);
			await workflow.expression.acquireIsolate();
			try {
				const found = await n8n.nodes.get(setup.node)?.poll?.call(context as never);
				return found?.[0] ?? null;
			} finally {
				await workflow.expression.releaseIsolate();
			}
		},
	};
}
