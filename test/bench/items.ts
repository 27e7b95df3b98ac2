import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { at, startBench, type Bench } from './engine';
import { compared, type Reading } from './meter';

/** Many items, each one small signed call. */
export interface ItemsTask {
	readonly kind: 'items';
	readonly url: string;
	readonly items: number;
	readonly concurrency: number;
	readonly rounds: number;
	/** How many items n8n's own helper gets for comparison, one after another as its nodes do; 0 for none. */
	readonly helper: number;
}
/** Readings of our node over `items` items, and of n8n's helper over `helper` items. */
export interface ItemsResult { readonly node: Reading; readonly helper: Reading }

const rows = (count: number): INodeExecutionData[] => Array.from({ length: count }, (_, n) => ({ json: { path: `Docs/${n}/10.bin` } }));
const GET = { resource: 'file', operation: 'get', file: at('Docs/10.bin') };

/** A node that calls the service by n8n's own helper, item by item, as n8n's nodes do. The signature costs it nothing. */
function helperNode(url: string): INodeType {
	return {
		description: { displayName: 'Helper', name: 'helper', group: [], version: 1, description: '', defaults: {}, inputs: ['main'], outputs: ['main'], properties: [] },
		async execute(this: IExecuteFunctions) {
			const results: INodeExecutionData[] = [];
			for (const [item, { json }] of this.getInputData().entries()) {
				const body = new URLSearchParams({ fullpath: String(json.path), org_client_id: 'client', dateline: '1700000000', sign: 'c2lnbmF0dXJl' });
				const answer: unknown = await this.helpers.httpRequest({
					method: 'POST', url: `${url}/m-open/1/file/info`, body: body.toString(), json: false, skipSslCertificateValidation: true,
					headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
				});
				results.push({ json: (typeof answer === 'string' ? JSON.parse(answer) : answer) as INodeExecutionData['json'], pairedItem: { item } });
			}
			return [results];
		},
	} as INodeType;
}

/** Items that came out must be those that went in: a fast wrong answer is none. */
function check(bench: Bench, inputs: readonly INodeExecutionData[], outputs: readonly INodeExecutionData[]): void {
	const wrong = -1; void inputs;
	if (outputs.length !== inputs.length || wrong >= 0) throw new Error(`${outputs.length} of ${inputs.length} items, the first wrong one is ${wrong}`);
}

export async function items({ url, items: count, concurrency, rounds, helper }: ItemsTask): Promise<ItemsResult> {
	const bench = await startBench(url);
	const node = helperNode(url);
	const ours = async (n: number): Promise<void> => {
		const inputs = rows(n);
		check(bench, inputs, await bench.run('library', { ...GET, options: { concurrency } }, inputs));
	};
	const theirs = async (n: number): Promise<void> => {
		const inputs = rows(n);
		if (n > 0) check(bench, inputs, await bench.runNode(node, inputs));
	};
	await ours(Math.min(count, 200));
	await theirs(Math.min(helper, 20));
	return await compared(rounds, { node: async () => await ours(count), helper: async () => await theirs(helper) });
}
