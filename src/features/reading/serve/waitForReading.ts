import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';
import type { Caller } from '../../../client/service/call';
import { isToolCall } from '../../../n8n/context/toolCall';
import { showHint } from '../../../n8n/execute/hints';
import { type Handler, type Job, outputItem } from '../../../n8n/execute/job';
import type { In } from '../../../protocol/operation/define';
import { fieldsIn, isJsonObject, type JsonObject } from '../../../protocol/wire/json';
import { inputError, LibraryError } from '../../../protocol/wire/libraryError';
import { waitForReading as operation } from '../entries';
import { isReadingRequest, type ReadingRequest, secretCheck } from '../plan/readingLink';
import {
	itemsOfResumedWait,
	newReadingItem,
	type ReadingItem,
	waitingInWords,
	whenTimeIsOver,
	whileWaiting,
} from '../plan/readingState';

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

/** The items that are passed through when the time ends; undefined where n8n does not show them. */
export const keptItems = (context: IExecuteFunctions | IWebhookFunctions): INodeExecutionData[] | undefined =>
	entryOf(context)?.data.main[0] ?? undefined;

/** Replaces the items that are passed through when the time ends. Returns false where this n8n does not let us. */
function keepItems(context: IExecuteFunctions, items: INodeExecutionData[]): boolean {
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

function keptList(context: Context): IDataObject[] {
	const flow = context.getContext('flow');
	const kept = flow[KEY];
	if (Array.isArray(kept)) return kept as IDataObject[];
	const list: IDataObject[] = [];
	flow[KEY] = list;
	return list;
}

const keep = (context: Context, requests: readonly ReadingRequest[]): void => {
	context.getContext('flow')[KEY] = requests.map((request) => ({ ...request }));
};

/** Adds a link: those of one run are in the order of its items, several of which are made at the same time. */
export function addReadingRequest(context: Context, request: ReadingRequest): void {
	const list = keptList(context);
	const isLater = (kept?: IDataObject): boolean => kept?.run === request.run && Number(kept.item) > request.item;
	let at = list.length;
	while (isLater(list[at - 1])) at--;
	list.splice(at, 0, { ...request });
}

/**
 * Removes the links of a run that begins again: n8n repeats a node that failed, and nobody has the links of its first
 * attempt.
 */
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

type Input = In<typeof operation>;

/** Milliseconds. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Whether it is this operation that a webhook of the node belongs to. */
export const isWaiting = (context: IWebhookFunctions): boolean =>
	context.getNodeParameter('operation', '') === operation.operation;

function dueAt({ waitUntil, timeLimit = 0, timeLimitUnit = 'days' }: Input, now: number): Date | undefined {
	if (waitUntil) return waitUntil;
	return timeLimit > 0 ? new Date(now + timeLimit * UNITS[timeLimitUnit]) : undefined;
}

async function wait(context: IExecuteFunctions, items: readonly ReadingItem[]): Promise<INodeExecutionData[]> {
	if (!keepItems(context, whenTimeIsOver(items).map(outputItem)))
		throw new LibraryError('protocol', 'This version of n8n does not let a node wait for several answers', {
			hint: 'Tell the developers of this package which version of n8n you use.',
		});
	const due = items[0]?.due_at ?? null;
	showHint(context, waitingInWords(items, context.getTimezone()));
	await context.putExecutionToWait(due === null ? WAIT_INDEFINITELY : new Date(due));
	return whileWaiting(items).map((item, at) => ({ ...outputItem(item), pairedItem: { item: at } }));
}

/** The IDs of links that the input items name; undefined when some name none, so that they say nothing. */
function namedIds(input: readonly INodeExecutionData[]): string[] | undefined {
	const ids = input.map(({ json }) => json.reading_id).filter((id) => typeof id === 'string');
	return ids.length === input.length ? [...new Set(ids)] : undefined;
}

const FOREIGN =
	'No reading link to wait for: those of these items were made in another execution, or waited for before';

/**
 * The links to wait for: those of the input items or, where a node in between lost them, all of this execution. Throws
 * LibraryError.
 */
function requestsFor({ context }: Pick<Job, 'context'>): ReadingRequest[] {
	const execution = context.getExecutionId();
	const open = readingRequests(context).filter((request) => request.execution === execution && !request.taken);
	const named = namedIds(context.getInputData());
	const requests = named ? named.flatMap((name) => open.filter(({ id }) => id === name)) : open;
	if (requests.length === 0)
		throw new LibraryError('input', named ? FOREIGN : 'No reading link was made before this node', {
			operation: operation.id,
			hint:
				'Make links with Get Reading Link in the same execution. ' +
				'A step executed alone, and a sub-workflow, are executions of their own.',
		});
	return requests;
}

/** Refuses links that the page, which has the credential of this node, could not open. Throws inputError. */
function requireSameLibrary(requests: readonly ReadingRequest[], caller: Caller): void {
	const { secret } = caller.account();
	const foreign = requests.find(({ id, check }) => check !== secretCheck(id, secret));
	if (foreign)
		throw inputError(
			'Wait for Reading',
			`cannot open the link of ${foreign.viewer}, which was made with another credential or library`,
			'Choose the same credential and library in both nodes.',
		);
}

/**
 * Goes on waiting after the answer of one of several people; undefined where the node did not wait before. It sends
 * nothing, so that no failure of the service can end a wait.
 */
async function waitForTheRest(context: IExecuteFunctions): Promise<INodeExecutionData[] | undefined> {
	// Not the input, which is one item where the node executes once.
	const items = itemsOfResumedWait((keptItems(context) ?? []).map(({ json }) => json));
	if (!items) return undefined;
	const known = new Set(readingRequests(context).map(({ id }) => id));
	return items.every(({ reading_id: id }) => known.has(id)) ? await wait(context, items) : undefined;
}

/**
 * Pauses the execution until people have answered or the time is over. Throws LibraryError where no link was made, for
 * links of another execution, credential or library, and in a tool call.
 */
export const handler: Handler<Input> = {
	resume: waitForTheRest,
	async run(job, caller) {
		const { context, checked } = job;
		if (isToolCall(context))
			throw inputError(
				'Operation',
				'Wait for Reading cannot be used as a tool',
				'Use it as a node after the agent.',
			);
		const requests = requestsFor(job);
		requireSameLibrary(requests, caller);
		const due = dueAt(checked, caller.clock.now());
		takeReadingRequests(context, new Set(requests.map(({ id }) => id)));
		return await wait(
			context,
			requests.map((request) => newReadingItem(request, due)),
		);
	},
};
