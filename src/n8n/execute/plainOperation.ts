import { call, type Caller } from '../../client/service/call';
import type { ListNotice } from '../../client/service/offsetPages';
import { pages } from '../../client/service/paging';
import { waitForQueue } from '../../client/service/queue';
import { isListing, type AnyOperation, type ListRequest } from '../../protocol/operation/define';
import { defined, fieldsIn, isJsonObject, textOf, type JsonObject } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { outputItem, type Job, type JobHandler } from './job';
import { cutOffText, noticeText, showHint } from './listHints';
import { maxEntries } from './readJob';

/** Carries out an operation that is one signed call, or one list read by pages. Throws what the calls throw. */
export const plainOperation: JobHandler = async (job, caller) => {
	const { op, params } = job;
	const entries = isListing(op)
		? await listEntries(job, op, caller)
		: entriesIn(op, await call(caller, op, params), params);
	return (await finishEntries(job, caller, entries)).map(outputItem);
};

async function listEntries({ context, params, limit }: Job, op: AnyOperation & ListRequest, caller: Caller) {
	const entries: JsonObject[] = [];
	const onNotice = (notice: ListNotice): void => showHint(context, noticeText(notice));
	for await (const entry of pages(caller, op, params, { ...defined({ limit }), onNotice }))
		entries.push(fieldsIn(entry));
	const most = maxEntries(op);
	if (limit === undefined && entries.length >= most) showHint(context, cutOffText(most));
	return entries;
}

/** The entries of an answer, each for an item of its own; an answer without content becomes the operation's `done`. */
function entriesIn(op: AnyOperation, answer: unknown, params: Job['params']): JsonObject[] {
	const value = op.wrap ? op.wrap(answer as never, params) : answer;
	if (Array.isArray(value)) return value.map((entry: unknown) => (isJsonObject(entry) ? entry : { value: entry }));
	if (op.done) return [{ ...op.done, ...(hasContent(value) ? value : {}) }];
	if (!isJsonObject(value))
		throw new LibraryError(
			'protocol',
			`The service answered ${JSON.stringify(value)} where an object was expected`,
			{ operation: op.id },
		);
	return [value];
}

const hasContent = (value: unknown): value is JsonObject =>
	isJsonObject(value) && Object.keys(value).some((key) => key !== 'error_code' && key !== 'error_msg');

/** What Wait for Completion and Simplify make of the entries. */
async function finishEntries(job: Job, caller: Caller, entries: JsonObject[]): Promise<JsonObject[]> {
	const { op } = job;
	if (op.queue) return await Promise.all(entries.map(async (entry) => await afterCompletion(job, caller, entry)));
	return op.simplify && job.simplify ? entries.map(op.simplify) : entries;
}

/** Waits for the queued task that an answer names, and adds to the item where the task ended. */
async function afterCompletion({ waitMs }: Job, caller: Caller, entry: JsonObject): Promise<JsonObject> {
	const queueId = textOf(entry.queue_id);
	if (queueId === '' || waitMs === undefined) return entry;
	const task = await waitForQueue(caller, queueId, { timeoutMs: waitMs });
	return { ...entry, fullpath: entry.fullpath ?? task.fullpath, completed: true };
}
