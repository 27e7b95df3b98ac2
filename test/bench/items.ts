import type { INodeExecutionData } from 'n8n-workflow';
import { at, startBench } from './engine';
import { helperNode } from './helper';
import { compared, type Reading } from './meter';

/** Many items, each one small signed call. */
export interface ItemsTask {
	readonly kind: 'items';
	readonly items: number;
	readonly concurrency: number;
	readonly rounds: number;
	/** How many items n8n's own helper gets for comparison, one after another as its nodes do; 0 for none. */
	readonly helper: number;
	/** Items before it is measured: code that is compiled already costs the first items no more than the others. */
	readonly warm: number;
	/** Whether each item has its own path, by an expression. */
	readonly each: boolean;
}
/** Readings of our node over `items` items, and of n8n's helper over `helper` items. */
export interface ItemsResult {
	readonly node: Reading;
	readonly helper: Reading;
}

const pathOf = (n: number, each: boolean): string => (each ? `Docs/${n}/10.bin` : 'Docs/10.bin');

/** Calls the service by n8n's own helper, item by item, as n8n's nodes do. A signature would cost it more. */
const byHelper = (url: string) =>
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

/** Items that came out must be those that went in: a fast wrong answer is none. */
function check(inputs: readonly INodeExecutionData[], outputs: readonly INodeExecutionData[]): void {
	const wrong = inputs.findIndex(({ json }, n) => outputs[n]?.json['fullpath'] !== json['path']);
	if (outputs.length !== inputs.length || wrong >= 0)
		throw new Error(`${outputs.length} of ${inputs.length} items, the first wrong one is ${wrong}`);
}

/** Gets the information of `items` files, one for each item. */
export async function items(
	{ items: count, concurrency, rounds, helper, warm, each }: ItemsTask,
	url: string,
): Promise<ItemsResult> {
	const bench = await startBench(url);
	const node = byHelper(url);
	const rows = (n: number): INodeExecutionData[] =>
		Array.from({ length: n }, (_, item) => ({ json: { path: pathOf(item, each) } }));
	const parameters = {
		resource: 'file',
		operation: 'get',
		file: at(each ? '={{ $json.path }}' : pathOf(0, each)),
		options: { concurrency },
	};
	const ours = async (n: number): Promise<void> => {
		const inputs = rows(n);
		check(inputs, await bench.run('library', parameters, inputs));
	};
	const theirs = async (n: number): Promise<void> => {
		const inputs = rows(n);
		if (n > 0) check(inputs, await bench.runNode(node, inputs));
	};
	await ours(warm);
	await theirs(Math.min(helper, 20));
	return await compared(
		{ rounds },
		{ node: async () => await ours(count), helper: async () => await theirs(helper) },
	);
}

/** A folder whose entries are listed. */
export interface EntriesTask {
	readonly kind: 'entries';
	readonly entries: number;
	readonly rounds: number;
}

/** Lists a whole folder, 100 entries a request. */
export async function entries({ entries: count, rounds }: EntriesTask, url: string): Promise<{ node: Reading }> {
	const bench = await startBench(url);
	const list = async (n: number): Promise<void> => {
		const found = await bench.run(
			'library',
			{ resource: 'folder', operation: 'getMany', folder: at(String(n)), returnAll: true },
			[{ json: {} }],
		);
		if (found.length !== n) throw new Error(`${found.length} of ${n} entries`);
	};
	for (let i = 0; i < 5; i++) await list(2000);
	return await compared({ rounds }, { node: async () => await list(count) });
}
