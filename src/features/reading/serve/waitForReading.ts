import { DAY_MS } from '../../../protocol/wire/json';
import { WAIT_INDEFINITELY, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Caller } from '../../../client/service/call';
import { waitForReading as operation } from '../entries';
import { type ReadingRequest, secretCheck } from '../plan/readingLink';
import {
	newReadingItem,
	itemsOfResumedWait,
	unlessAnswered,
	waitingInWords,
	type ReadingItem,
} from '../plan/readingState';
import { inputError, valueError, LibraryError } from '../../../protocol/wire/libraryError';
import { readingRequests, takeReadingRequests, keepItems, keptItems } from './waitingEntry';
import { showHint } from '../../../n8n/execute/hints';
import { isToolCall } from '../../../n8n/context/toolCall';
import { type Item, outputItem, type Job, type HandlerFor } from '../../../n8n/execute/job';

/** Milliseconds. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: DAY_MS } as const;

async function wait(context: IExecuteFunctions, items: readonly ReadingItem[]): Promise<Array<Item<ReadingItem>>> {
	const over = items.map((item) => outputItem<ReadingItem>(unlessAnswered(item, 'timed_out')));
	if (!keepItems(context, over))
		throw new LibraryError('protocol', 'This version of n8n does not let a node wait for several answers', {
			hint: 'Tell the developers of this package which version of n8n you use.',
		});
	const due = items[0]?.due_at ?? null;
	showHint(context, waitingInWords(items, context.getTimezone()));
	await context.putExecutionToWait(due === null ? WAIT_INDEFINITELY : new Date(due));
	return items.map((item, at) => ({
		...outputItem<ReadingItem>(unlessAnswered(item, 'pending')),
		pairedItem: { item: at },
	}));
}

const FOREIGN =
	'No reading link to wait for: those of these items were made in another execution, or waited for before';

/** The links of the input items or, where a node in between lost them, all of this execution. Throws LibraryError. */
function requestsFor({ context }: Pick<Job, 'context'>): ReadingRequest[] {
	const execution = context.getExecutionId();
	const open = readingRequests(context).filter((request) => request.execution === execution && !request.taken);
	const input = context.getInputData();
	const ids = input.map(({ json }) => json.reading_id).filter((id) => typeof id === 'string');
	// Where some items name none, they say nothing.
	const named = ids.length === input.length;
	const requests = named ? [...new Set(ids)].flatMap((name) => open.filter(({ id }) => id === name)) : open;
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
	const items = itemsOfResumedWait(keptItems(context));
	if (!items) return undefined;
	// Whoever can put items into the workflow must not be able to put in answers.
	const known = new Set(readingRequests(context).map(({ id }) => id));
	return items.every(({ reading_id: id }) => known.has(id)) ? await wait(context, items) : undefined;
}

/**
 * Pauses the execution until people have answered or the time is over. Throws LibraryError where no link was made, for
 * links of another execution, credential or library, and in a tool call.
 */
export const handler: HandlerFor<typeof operation> = {
	resume: waitForTheRest,
	async run(job, caller) {
		const { context, checked } = job;
		if (isToolCall(context))
			throw valueError(
				'Operation',
				'Wait for Reading cannot be used as a tool',
				'Use it as a node after the agent.',
			);
		const requests = requestsFor(job);
		requireSameLibrary(requests, caller);
		const { waitUntil, timeLimit = 0, timeLimitUnit = 'days' } = checked;
		const limit = new Date(caller.clock.now() + timeLimit * UNITS[timeLimitUnit]);
		const due = waitUntil ?? (timeLimit > 0 ? limit : undefined);
		takeReadingRequests(context, new Set(requests.map(({ id }) => id)));
		const items = requests.map((request) => newReadingItem(request, due));
		return await wait(context, items);
	},
};
