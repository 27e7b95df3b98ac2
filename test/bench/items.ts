import type { INodeExecutionData } from 'n8n-workflow';
import { byPath, startBench } from './engine';
import { helperNode } from './helper';
import { compare, type Cost } from './meter';

/** Many items, with one small signed call each. */
export interface ItemsBenchmark {
	readonly kind: 'items';
	readonly items: number;
	readonly concurrency: number;
	readonly rounds: number;
	/** How many items n8n's own helper processes, one after another as n8n's nodes do; 0 for no comparison. */
	readonly helper: number;
	/** How many items run before the measurement, so that the code is compiled and the first items cost no more. */
	readonly warm: number;
	/** Whether each item has a path of its own, from an expression. */
	readonly each: boolean;
}

/** The cost of our node for `items` items, and of n8n's helper for `helper` items. */
interface ItemsCosts {
	readonly node: Cost;
	readonly helper: Cost;
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
				skipSslCertificateValidation: true,
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

/** Gets the details of one file for each item. */
export async function measureItems(
	{ items, concurrency, rounds, helper, warm, each }: ItemsBenchmark,
	url: string,
): Promise<ItemsCosts> {
	const bench = await startBench(url);
	const byHelper = infoByHelper(url);
	const inputsOf = (n: number): INodeExecutionData[] =>
		Array.from({ length: n }, (_, item) => ({ json: { path: pathOf(item, each) } }));
	const parameters = {
		resource: 'file',
		operation: 'get',
		file: byPath(each ? '={{ $json.path }}' : pathOf(0, each)),
		options: { concurrency },
	};
	const runNode = async (n: number): Promise<void> => {
		const inputs = inputsOf(n);
		check(inputs, await bench.run('library', parameters, inputs));
	};
	const runHelper = async (n: number): Promise<void> => {
		const inputs = inputsOf(n);
		if (n > 0) check(inputs, await bench.runNode(byHelper, inputs));
	};
	await runNode(warm);
	await runHelper(Math.min(helper, 20));
	return await compare(
		{ rounds },
		{ node: async () => await runNode(items), helper: async () => await runHelper(helper) },
	);
}
