import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { makeOrderedTasks, type OrderedTasks, inParallel } from '../../client/async/tasks';
import { mapInTurns } from '../../client/async/inTurns';
import { simpleEntry } from '../../protocol/catalogue/simplify';
import { simpleUserEntry } from '../../protocol/catalogue/sharedUser';
import { shown } from '../../protocol/operation/check/text';
import { type AnyOperation, isListing } from '../../protocol/operation/define';
import { isJsonObject, isNothing } from '../../protocol/wire/json';
import { gaveNothing, valueError } from '../../protocol/wire/libraryError';
import { toNodeError } from '../context/errors';
import { cancelSignalOf, trace } from '../context/hostFeatures';
import { endsTheAgent, isToolCall, itemsForModel, toToolError } from '../context/toolCall';
import { itemsWithoutSecrets } from '../context/runSecrets';
import { namesFirst, withSameColumns } from '../context/tableItems';
import { progressOf, type Progress } from '../context/progress';
import { hasOwnExpression } from '../form/expressions';
import { concurrencyIn, selectedFieldsIn, settingIn } from '../form/nodeSettings';
import { formOf, type Form } from '../form/readForm';
import { chosenLibrary, isByEnterprise, LIBRARY, placeOfLibrary, tallyOf } from '../credentials/caller';
import { callerFor, failedItem, type Handler, type HandlerOf } from './job';
import { hintsOf, hintIfEmpty, showResultHints } from './hints';
import { explainFailure } from './inFormWords';
import { readJob, requireAllowed } from './readJob';
import { claimOf } from './resourceClaims';

interface Run {
	readonly context: IExecuteFunctions;
	readonly ops: readonly AnyOperation[];
	readonly handlerOf: HandlerOf;
	readonly form: Form;
	readonly tasks: OrderedTasks;
	readonly progress: Progress;
}

/**
 * The only item loop of the package: each item by its own parameters, several at a time (Concurrency), results in the
 * order of the items. Without Continue On Fail the first item that fails ends the run: items under way are waited
 * for, no other is started. An operation over the whole input (`wholeInput`) runs once, with the parameters of the
 * first item.
 */
export async function run(
	context: IExecuteFunctions,
	ops: readonly AnyOperation[],
	handlerOf: HandlerOf,
): Promise<INodeExecutionData[]> {
	try {
		return await runItems(context, ops, handlerOf);
	} finally {
		const { requests, retries, sent, received } = tallyOf(context);
		if (requests > 0) trace(context, { requests, retries, bytes_sent: sent, bytes_received: received });
	}
}

async function runItems(context: IExecuteFunctions, ops: readonly AnyOperation[], handlerOf: HandlerOf) {
	const form = formOf(context);
	const items = context.getInputData().length;
	if (items === 0) return [];
	const shared: Run = {
		context,
		ops,
		handlerOf,
		form,
		tasks: makeOrderedTasks(),
		progress: progressOf(context, systemClock),
	};
	const first = readOr(() => chosenOperation(shared, 0), undefined);
	const resumed = first && (await orFailure(context, 0, async () => await handlerOf(first).resume?.(context)));
	if (resumed) return resumed;
	const resultsOf = async (item: number): Promise<INodeExecutionData[]> =>
		await orFailure(context, item, async () => await runItem(shared, item));
	const all = Array.from({ length: items }, (_, item) => item);
	const results = first?.wholeInput ? await resultsOf(0) : (await inParallel(all, widthOf(shared), resultsOf)).flat();
	if (isToolCall(context))
		return itemsForModel(results, [...hintsOf(context)], {
			// Files and folders.
			areHits: isTable(shared, first) && [simpleEntry, simpleUserEntry].some((one) => one === first?.simplify),
			fields: selectedFieldsIn(form),
		});
	return hintIfEmpty(context, isTable(shared, first) ? await withSameColumns(results) : results);
}

/** Whether the results are a list that people read as a table; what was wanted as it came stays as it came. */
const isTable = ({ form }: Run, op: AnyOperation | undefined): boolean =>
	op !== undefined &&
	isListing(op) &&
	(op.simplify === undefined || readOr(() => settingIn(form, 0, 'simplify'), true));

/** What the first item says; `otherwise` where it cannot be read, which is the failure of that item alone. */
function readOr<T>(read: () => T, otherwise: T): T {
	try {
		return read();
	} catch {
		return otherwise;
	}
}

function widthOf({ context, form }: Run): number {
	try {
		return concurrencyIn(form);
	} catch (failure) {
		throw toNodeError(context, failure, 0);
	}
}

function chosenOperation({ form, ops }: Run, item: number): AnyOperation | undefined {
	const [resource, operation] = [form.get('resource', item), form.get('operation', item)];
	return ops.find((candidate) => candidate.resource === resource && candidate.operation === operation);
}

/** The results of an item; with Continue On Fail its failure is one too. Otherwise throws it as n8n shows it. */
async function orFailure<R>(context: IExecuteFunctions, item: number, work: () => Promise<R>) {
	try {
		return await work();
	} catch (failure) {
		const isTool = isToolCall(context);
		const error = isTool ? toToolError(context, failure) : toNodeError(context, failure, item);
		const goesOn = context.continueOnFail() || (isTool && endsTheAgent(context));
		// A cancelled execution ends, whatever is to happen after failures.
		if (!goesOn || cancelSignalOf(context)?.aborted) throw error;
		const pairedItem = { item: Number(error.context.itemIndex ?? item) };
		return [failedItem(context, { json: {}, pairedItem }, error)];
	}
}

async function runItem(shared: Run, item: number): Promise<INodeExecutionData[]> {
	const op = chosenOperation(shared, item);
	if (!op) {
		const [operation, resource] = ['operation', 'resource'].map((name) => shown(shared.form.get(name, item)));
		throw valueError('Operation', `${operation} of ${resource} does not exist`);
	}
	const handler = shared.handlerOf(op);
	requireLibrary(shared.form, op, handler, item);
	// Up to here nothing is awaited, so items that change the same thing queue up in their order.
	const job = readJob(shared, op, item);
	requireAllowed(job);
	handler.check?.(job);
	const claim = claimOf(job, handler);
	const task = async (): Promise<INodeExecutionData[]> => {
		try {
			return await handler.run(job, await callerFor(job, handler.library));
		} catch (failure) {
			throw explainFailure(job, failure);
		}
	};
	const done = await (claim ? shared.tasks.run(claim, task) : task());
	const results = await itemsWithoutSecrets(shared.context, done, op.secrets);
	showResultHints(job, results);
	// A list that was wanted as it came stays so.
	const isRaw = op.simplify !== undefined && !job.simplify;
	return await mapInTurns(results, (result) => ({
		...result,
		json: isRaw ? result.json : namesFirst(result.json),
		pairedItem: result.pairedItem ?? { item },
	}));
}

/** Asks for the library before all that is in it: whoever fills in a form begins with it. Throws inputError. */
function requireLibrary(form: Form, op: AnyOperation, { library = LIBRARY }: Handler, item: number): void {
	if (op.credential !== 'org' || !isByEnterprise(form.get('authentication', item))) return;
	const place = placeOfLibrary((name) => form.raw(name, item), library);
	const [chosen, entered] = [form.get(place, item), form.raw(place, item)];
	const isMissing = isNothing(isJsonObject(chosen) ? chosen.value : chosen);
	if (isMissing && hasOwnExpression(entered)) throw gaveNothing(library.label);
	chosenLibrary(chosen, library);
}
