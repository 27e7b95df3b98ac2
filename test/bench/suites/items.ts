import type { INodeExecutionData } from 'n8n-workflow';
import { byPath, helperNode, startBench } from '../engine';
import type { Address, Contestants, Task } from '../types';

/** Many items, with one small signed call each. */
export interface Items {
	readonly items: number;
	readonly concurrency: number;
	/** How many items n8n's own helper processes, one after another as n8n's nodes do. */
	readonly helper: number;
	/** How many items run before the measurement, so that the code is compiled and the first items cost no more. */
	readonly warm: number;
	/** Whether each item has a path of its own, from an expression. */
	readonly each: boolean;
}

const pathOf = (n: number, each: boolean): string => (each ? `Docs/${n}/10.bin` : 'Docs/10.bin');

/** Calls the service with n8n's own helper, item by item, as n8n's nodes do. A real signature would add to its cost. */
const infoByHelper = (url: string) =>
	helperNode(async (context) => {
		const results: INodeExecutionData[] = [];
		for (const [item, { json }] of context.getInputData().entries()) {
			const body = new URLSearchParams({
				fullpath: String(json.path),
				org_client_id: 'client',
				dateline: '1700000000',
				sign: 'c2lnbmF0dXJl',
			});
			const answer: unknown = await context.helpers.httpRequest({
				method: 'POST',
				url: `${url}/m-open/1/file/info`,
				body: body.toString(),
				headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
			});
			results.push({
				json: (typeof answer === 'string' ? JSON.parse(answer) : answer) as INodeExecutionData['json'],
				pairedItem: { item },
			});
		}
		return results;
	});

/** Throws unless each returned item is about the path of its input: a fast wrong answer does not count. */
function check(inputs: readonly INodeExecutionData[], outputs: readonly INodeExecutionData[]): void {
	const wrong = inputs.findIndex(({ json }, n) => outputs[n]?.json.fullpath !== json.path);
	if (outputs.length !== inputs.length || wrong >= 0)
		throw new Error(`${outputs.length} of ${inputs.length} items; the first wrong item is number ${wrong}`);
}

const inputsOf = (n: number, each: boolean): INodeExecutionData[] =>
	Array.from({ length: n }, (_, item) => ({ json: { path: pathOf(item, each) } }));

async function ours({ items, concurrency, warm, each }: Items, { url }: Address): Promise<Task> {
	const bench = await startBench(url);
	const parameters = {
		resource: 'file',
		operation: 'get',
		file: byPath(each ? '={{ $json.path }}' : pathOf(0, each)),
		options: { concurrency },
	};
	const run = async (n: number): Promise<undefined> => {
		const inputs = inputsOf(n, each);
		check(inputs, await bench.run('library', parameters, inputs));
		return undefined;
	};
	await run(warm);
	return { run: async () => await run(items) };
}

async function helper({ helper: items, each }: Items, { url }: Address): Promise<Task> {
	const bench = await startBench(url);
	const node = infoByHelper(url);
	const run = async (n: number): Promise<undefined> => {
		const inputs = inputsOf(n, each);
		check(inputs, await bench.runNode(node, inputs));
		return undefined;
	};
	await run(Math.min(items, 20));
	return { run: async () => await run(items) };
}

/** Gets the details of one file for each item. */
export const contestants: Contestants<Items> = { node: ours, helper };
