import type { INodeExecutionData } from 'n8n-workflow';
import { byPath, helperNode, startBench } from '../engine';
import type { Address, Contestants, Cost, Task } from '../types';

/** Items with one small signed call each, 8 at a time. */
export interface BeyondEmpty {
	readonly items: number;
}

/** Items that run before the measurement, so that the code is compiled. */
const WARM = 5000;

const inputsOf = (items: number): INodeExecutionData[] =>
	Array.from({ length: items }, (_, n) => ({ json: { path: `Docs/${n}/10.bin` } }));

/** What a task costs in this process. */
async function costOf(task: () => Promise<unknown>): Promise<Required<Pick<Cost, 'seconds' | 'cpu'>>> {
	globalThis.gc?.();
	const [cpu, from] = [process.cpuUsage(), performance.now()];
	await task();
	const { user, system } = process.cpuUsage(cpu);
	return { seconds: (performance.now() - from) / 1000, cpu: (user + system) / 1e6 };
}

/** The cost of the details of one file for each item, its path from an expression, less that of an empty node. */
async function ours({ items }: BeyondEmpty, { url }: Address): Promise<Task> {
	const bench = await startBench(url);
	const parameters = { resource: 'file', operation: 'get', file: byPath('={{ $json.path }}') };
	const empty = helperNode(async (context) => context.getInputData());
	const info = async (inputs: INodeExecutionData[]): Promise<void> => {
		const outputs = await bench.run('library', parameters, inputs);
		const isRight = ({ json }: INodeExecutionData, n: number): boolean => outputs[n]?.json.fullpath === json.path;
		if (!inputs.every(isRight)) throw new Error('an item is missing or wrong');
	};
	await info(inputsOf(WARM));
	return {
		run: async () => {
			const inputs = inputsOf(items);
			const nothing = await costOf(async () => await bench.runNode(empty, inputs));
			const all = await costOf(async () => await info(inputs));
			return { seconds: all.seconds - nothing.seconds, cpu: all.cpu - nothing.cpu };
		},
	};
}

/** What our node adds to n8n's own cost of many items. */
export const contestants: Contestants<BeyondEmpty> = { node: ours };
