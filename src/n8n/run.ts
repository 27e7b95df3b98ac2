import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { call, type Caller } from '../client/call';
import { pages } from '../client/page';
import { waitForQueue } from '../client/queue';
import type { AnyOperation } from '../protocol/define';
import { encode } from '../protocol/encode';
import { inputError, LibraryError } from '../protocol/errors';
import { toNodeError } from './errors';
import { callerFor } from './library';
import { readInput } from './read';
import { specials } from './special';

type Json = Record<string, unknown>;
/** One operation for one item. */
export interface Job { context: IExecuteFunctions; op: AnyOperation; item: number; input: Json }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of an answer, each for an item of its own; an answer without content becomes the operation's `done`. */
function entriesOf(op: AnyOperation, answer: unknown, sent: Record<string, string>): Json[] {
	const value = op.wrap ? op.wrap(answer, sent) : answer;
	if (Array.isArray(value)) return value.map((entry) => (isObject(entry) ? entry : { value: entry as unknown }));
	if (op.done) return [isObject(value) && Object.keys(value).some((key) => key !== 'error_code' && key !== 'error_msg') ? { ...op.done, ...value } : { ...op.done }];
	if (!isObject(value)) throw new LibraryError('protocol', `The service answered ${JSON.stringify(value)} where an object was expected`, { operation: op.id });
	return [value];
}

/** Waits for what the service does in the background and says in the item how it ended. */
async function settled(job: Job, caller: Caller, entry: Json): Promise<Json> {
	const { context, item } = job;
	const queueId = entry.queue_id;
	if (queueId === undefined || queueId === null || queueId === '' || context.getNodeParameter('waitForCompletion', item, true) !== true) return entry;
	const options = context.getNodeParameter('options', item, {}) as { waitLimit?: number };
	const task = await waitForQueue(caller, String(queueId), { timeoutMs: (options.waitLimit ?? 600) * 1000 });
	return { ...entry, fullpath: entry.fullpath ?? task.fullpath, completed: true };
}

/** Sends one plain operation and returns its entries. Nothing is sent when the input is wrong. */
async function perform(job: Job, caller: Caller): Promise<Json[]> {
	const { context, op, item, input } = job;
	const params = encode(op, input);
	const entries: Json[] = [];
	if (op.paging) {
		const limit = context.getNodeParameter('returnAll', item, false) === true ? undefined : Number(context.getNodeParameter('limit', item, 50));
		if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) throw inputError('Limit', 'must be a whole number of at least 1');
		const most = op.paging.kind === 'whole' ? op.paging.maxSize ?? Infinity : Infinity;
		if (limit !== undefined && limit > most) throw inputError('Limit', `must be at most ${most}, more than that the service does not give`);
		for await (const entry of pages(caller, op, params, limit === undefined ? {} : { limit })) entries.push(entry);
		if (limit === undefined && entries.length >= most) context.addExecutionHints?.({ message: `The service gives at most ${most} results, so there may be more`, location: 'outputPane' });
	} else {
		entries.push(...entriesOf(op, await call(caller, op, params), params));
	}
	if (op.queue) return await Promise.all(entries.map(async (entry) => await settled(job, caller, entry)));
	const simplify = op.simplify && context.getNodeParameter('simplify', item, true) === true ? op.simplify : undefined;
	return simplify ? entries.map(simplify) : entries;
}

async function runItem(context: IExecuteFunctions, ops: readonly AnyOperation[], item: number): Promise<INodeExecutionData[]> {
	const [resource, operation] = [context.getNodeParameter('resource', item), context.getNodeParameter('operation', item)];
	const op = ops.find((candidate) => candidate.resource === resource && candidate.operation === operation);
	if (!op) throw inputError('Operation', `"${String(operation)}" of "${String(resource)}" is not known`);
	const job: Job = { context, op, item, input: readInput(context, op, item) };
	const caller = await callerFor(job);
	const results = op.special
		? await specials[op.special](job, caller)
		: (await perform(job, caller)).map((json) => ({ json }) as INodeExecutionData);
	return results.map((result) => ({ ...result, pairedItem: { item } }));
}

/** The only item loop of the package: each item by its own parameters, results in the order of the items. */
export async function run(context: IExecuteFunctions, ops: readonly AnyOperation[]): Promise<INodeExecutionData[]> {
	const results: INodeExecutionData[] = [];
	for (let item = 0; item < context.getInputData().length; item++) {
		try {
			results.push(...await runItem(context, ops, item));
		} catch (failure) {
			const error = toNodeError(context.getNode(), failure, item);
			if (!context.continueOnFail()) throw error;
			results.push({ json: { error: error.message }, error, pairedItem: { item } });
		}
	}
	return results;
}
