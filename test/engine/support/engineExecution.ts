import { createRunExecutionData, type INode, type INodeExecutionData, type IRun } from 'n8n-workflow';
import type { NodeFailure, RunResult, RunSetup } from './engineTypes';
import type { N8nCore } from './n8nCore';
import { buildWorkflow } from './nodeWorkflow';

/** Executes one node as part of a workflow. */
export async function execute(
	n8n: N8nCore,
	{ items = [{ json: {} }], mode = 'trigger', onStart, onPush, ...setup }: RunSetup,
): Promise<RunResult> {
	const { workflow, additional, node } = buildWorkflow(n8n, setup, { mode, onPush });
	const execution = new n8n.core.WorkflowExecute(additional, mode, startingAt(node, items));
	let running: ReturnType<typeof execution.processRunExecutionData>;
	try {
		running = execution.processRunExecutionData(workflow);
	} catch (issues) {
		// n8n refuses to start a workflow whose required parameters are empty.
		return { items: [], outputs: [], error: issues as NodeFailure };
	}
	onStart?.(running);
	return resultOf(await running);
}

const startingAt = (node: INode, items: INodeExecutionData[]) =>
	createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: [{ node, data: { main: [items] }, source: null }],
		},
	});

function resultOf(run: IRun): RunResult {
	const task = run.data.resultData.runData.N?.at(-1);
	const error = run.data.resultData.error ?? task?.error;
	const outputs = task?.data?.main ?? [];
	return { items: outputs[0] ?? [], outputs, run, ...(error ? { error: error as NodeFailure } : {}) };
}
