import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions, IDataObject } from 'n8n-workflow';
import { isReadingRequest, type ReadingRequest } from '../plan/readingLink';
import { fieldsIn, isJsonObject, type JsonObject } from '../../../protocol/wire/json';

/*
 * The one place that uses what n8n's contexts contain beside their interface. n8n keeps, with an execution that waits,
 * the entry of the node it waits at: the items that the node started with, which are passed through when the time ends,
 * and the node itself, which n8n turns off before it resumes. Its own Wait node can do with that, because it waits for
 * one answer; a wait for several has to begin again after each of them.
 */

interface WaitingEntry {
	readonly node: { disabled?: boolean };
	readonly data: { main: Array<INodeExecutionData[] | null> };
}

const isEntry = (value: unknown): value is WaitingEntry =>
	isJsonObject(value) && isJsonObject(value.node) && isJsonObject(value.data) && Array.isArray(value.data.main);

/** The entry of the running node; undefined where n8n has none of this form. */
function entryOf(context: IExecuteFunctions | IWebhookFunctions): WaitingEntry | undefined {
	const entry: unknown = Reflect.get(context, 'executeData');
	return isEntry(entry) ? entry : undefined;
}

/** The fields of the items that are passed through when the time ends; none where n8n does not show them. */
export const keptItems = (context: IExecuteFunctions | IWebhookFunctions): IDataObject[] =>
	entryOf(context)?.data.main[0]?.map(({ json }) => json) ?? [];

/** Replaces the items that are passed through when the time ends. Returns false where this n8n does not let us. */
export function keepItems(context: IExecuteFunctions, items: INodeExecutionData[]): boolean {
	const entry = entryOf(context);
	if (entry) entry.data.main = [items];
	return entry !== undefined;
}

/** Lets the node run again when the execution resumes, in place of passing the items through. */
export function keepWaiting(context: IWebhookFunctions): boolean {
	const entry = entryOf(context);
	if (entry) entry.node.disabled = false;
	return entry !== undefined;
}

/** What the nodes of an execution share, as n8n saved it; empty where n8n does not show it to a webhook. */
export function savedFlow(context: IWebhookFunctions): JsonObject {
	const data = fieldsIn(Reflect.get(context, 'runExecutionData'));
	return fieldsIn(fieldsIn(fieldsIn(data.executionData).contextData).flow);
}

/** The address at which n8n resumes this execution; undefined where the execution has none. */
export function resumeAddress(context: IExecuteFunctions, item: number): URL | undefined {
	const address: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', item);
	return typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
}

/*
 * The reading links of an execution, in n8n's flow context: all nodes of the execution share it, n8n saves it when the
 * execution waits, and no node in between can lose it, as a node that sends mail loses the fields of items.
 */

type Context = Pick<IExecuteFunctions, 'getContext'>;

const KEY = 'fileLibraryReading';

/** The links among what the nodes of an execution share, in the order in which they were made. */
export function readingRequestsIn({ [KEY]: kept }: Readonly<Record<string, unknown>>): ReadingRequest[] {
	return Array.isArray(kept) ? kept.filter(isReadingRequest) : [];
}

/** The links of an execution, in the order in which they were made. */
export const readingRequests = (context: Context): ReadingRequest[] => readingRequestsIn(context.getContext('flow'));

const keep = (context: Context, requests: readonly ReadingRequest[]): void => {
	context.getContext('flow')[KEY] = requests.map((request) => ({ ...request }));
};

/** Adds a link: those of one run are in the order of its items, several of which are made at the same time. */
export function addReadingRequest(context: Context, request: ReadingRequest): void {
	const list = (context.getContext('flow')[KEY] ??= []) as IDataObject[];
	const before = list.findLastIndex(({ run, item }) => run !== request.run || Number(item) < request.item);
	list.splice(before + 1, 0, { ...request });
}

/** Removes the links of a run that begins again after a failure: nobody has those of its first attempt. */
export const forgetReadingRequests = (context: Context, run: string): void =>
	keep(
		context,
		readingRequests(context).filter((request) => request.run !== run),
	);

/** Notes that a wait has begun for these links. */
export const takeReadingRequests = (context: Context, ids: ReadonlySet<string>): void =>
	keep(
		context,
		readingRequests(context).map((request) => (ids.has(request.id) ? { ...request, taken: true } : request)),
	);
