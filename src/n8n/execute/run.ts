import { defined, type JsonObject } from '../../protocol/wire/json';
import type { Job } from './job';
import { callerFor } from './callerFor';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { systemClock } from '../../client/async/clock';
import { pages } from '../../client/service/paging';
import { inParallel } from '../../client/async/parallel';
import { waitForQueue } from '../../client/service/queue';
import { makeOrderedTasks, type OrderedTasks } from '../../client/async/orderedTasks';
import { isListing, type AnyOperation } from '../../protocol/operation/define';
import { encode } from '../../protocol/operation/encode';
import { inputError, LibraryError } from '../../protocol/wire/libraryError';
import { claimOf } from './resourceClaims';
import { toNodeError } from '../context/errors';
import { formOf, type Form } from '../form/parameters';
import { progressOf, type Progress } from '../context/progress';
import { CONCURRENCY } from '../form/properties';
import { readInput } from '../form/readForm';
import { specials } from './specialOperations';

const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of an answer, each for an item of its own; an answer without content becomes the operation's `done`. */
function entriesOf(op: AnyOperation, answer: unknown, sent: Record<string, string>): JsonObject[] {
	const value = op.wrap ? op.wrap(answer as never, sent) : answer;
	if (Array.isArray(value)) return value.map((entry) => (isObject(entry) ? entry : { value: entry as unknown }));
	if (op.done)
		return [
			isObject(value) && Object.keys(value).some((key) => key !== 'error_code' && key !== 'error_msg')
				? { ...op.done, ...value }
				: { ...op.done },
		];
	if (!isObject(value))
		throw new LibraryError(
			'protocol',
			`The service answered ${JSON.stringify(value)} where an object was expected`,
			{ operation: op.id },
		);
	return [value];
}

/** Waits for what the service does in the background and says in the item how it ended. */
async function settled(job: Job, caller: Caller, entry: JsonObject): Promise<JsonObject> {
	const { form, item } = job;
	const queueId = entry.queue_id;
	if (
		queueId === undefined ||
		queueId === null ||
		queueId === '' ||
		form.get('waitForCompletion', item, true) !== true
	)
		return entry;
	const options = form.get('options', item, {}) as { waitLimit?: number };
	const task = await waitForQueue(caller, String(queueId), { timeoutMs: (options.waitLimit ?? 600) * 1000 });
	return { ...entry, fullpath: entry.fullpath ?? task.fullpath, completed: true };
}

/** Sends one plain operation and returns its entries. Nothing is sent when the input is wrong. */
async function perform(job: Job, caller: Caller): Promise<JsonObject[]> {
	const { context, form, op, item, input } = job;
	const params = encode(op, input);
	const entries: JsonObject[] = [];
	if (isListing(op)) {
		const limit = form.get('returnAll', item, false) === true ? undefined : Number(form.get('limit', item, 50));
		if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
			throw inputError('Limit', 'must be a whole number of at least 1');
		const most = op.paging?.kind === 'whole' ? (op.paging.maxSize ?? Infinity) : Infinity;
		if (limit !== undefined && limit > most)
			throw inputError('Limit', `must be at most ${most}, more than that the service does not give`);
		for await (const entry of pages(caller, op, params, defined({ limit }))) entries.push(entry as JsonObject);
		if (limit === undefined && entries.length >= most)
			context.addExecutionHints?.({
				message: `The service gives at most ${most} results, so there may be more`,
				location: 'outputPane',
			});
	} else {
		entries.push(...entriesOf(op, await call(caller, op, params), params));
	}
	if (op.queue) return await Promise.all(entries.map(async (entry) => await settled(job, caller, entry)));
	const simplify = op.simplify && form.get('simplify', item, true) === true ? op.simplify : undefined;
	return simplify ? entries.map(simplify) : entries;
}

/** The operation chosen for an item; undefined when there is none of that name. */
function chosen(form: Form, ops: readonly AnyOperation[], item: number): AnyOperation | undefined {
	const [resource, operation] = [form.get('resource', item), form.get('operation', item)];
	return ops.find((candidate) => candidate.resource === resource && candidate.operation === operation);
}

/** What all items of one run share. */
interface Run {
	readonly context: IExecuteFunctions;
	readonly ops: readonly AnyOperation[];
	readonly form: Form;
	readonly tasks: OrderedTasks;
	readonly progress: Progress;
}

async function runItem({ context, ops, form, tasks, progress }: Run, item: number): Promise<INodeExecutionData[]> {
	const op = chosen(form, ops, item);
	if (!op)
		throw inputError(
			'Operation',
			`"${String(form.get('operation', item))}" of "${String(form.get('resource', item))}" is not known`,
		);
	const job: Job = { context, form, progress, op, item, input: readInput(form, op, item) };
	const work = async (): Promise<INodeExecutionData[]> => {
		const caller = await callerFor(job);
		return op.special
			? await specials[op.special](job, caller)
			: (await perform(job, caller)).map((json) => ({ json }) as INodeExecutionData);
	};
	// Until here nothing was waited for, so items come in their order.
	const claim = claimOf(job);
	const results = await (claim ? tasks.run(claim, work) : work());
	return results.map((result) => ({ ...result, pairedItem: result.pairedItem ?? { item } }));
}

/** How many items to work on at the same time: one setting for the run, that of the first item. Throws the error that n8n shows. */
function widthOf(context: IExecuteFunctions, form: Form): number {
	const { concurrency = CONCURRENCY.default } = form.get('options', 0, {}) as { concurrency?: unknown };
	const width = Number(concurrency === '' || concurrency === null ? CONCURRENCY.default : concurrency);
	if (!Number.isInteger(width) || width < 1)
		throw toNodeError(context.getNode(), inputError('Concurrency', 'must be a whole number of at least 1'), 0);
	return width;
}

/** One item's results; its failure where the workflow goes on after failures. Throws the error that n8n shows. */
async function outcome(run: Run, item: number): Promise<INodeExecutionData[]> {
	const { context } = run;
	try {
		return await runItem(run, item);
	} catch (failure) {
		const error = toNodeError(context.getNode(), failure, item);
		// After a cancellation there is nothing to go on with.
		if (!context.continueOnFail() || context.getExecutionCancelSignal?.()?.aborted) throw error;
		return [
			{ json: { error: error.message }, error, pairedItem: { item: Number(error.context.itemIndex ?? item) } },
		];
	}
}

/**
 * The only item loop of the package: each item by its own parameters, some at a time (Concurrency), results in the order of the items.
 * Without Continue On Fail the first item that failed ends it: what is under way is waited for, nothing new is begun.
 * An operation over the whole input (`oncePerRun`) takes one turn, that of the first item.
 */
export async function run(context: IExecuteFunctions, ops: readonly AnyOperation[]): Promise<INodeExecutionData[]> {
	const form = formOf(context);
	const items = context.getInputData().length;
	if (items === 0) return [];
	const shared: Run = { context, ops, form, tasks: makeOrderedTasks(), progress: progressOf(context, systemClock) };
	if (chosen(form, ops, 0)?.oncePerRun) return await outcome(shared, 0);
	const results = await inParallel(
		Array.from({ length: items }, (_, item) => item),
		widthOf(context, form),
		async (item) => await outcome(shared, item),
	);
	return results.flat();
}
