import { getQueueTask } from '../../protocol/catalogue/libraryState';
import { pause } from '../async/clock';
import { fieldsIn } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { call, type Caller } from './call';

/** A queued job (document, Queue item): 0 just added, 1 processing, 2 completed, 3 error. Times in seconds. */
export interface QueueItem {
	readonly status: number;
	readonly fullpath?: string;
	readonly add_dateline?: number;
	readonly start_dateline?: number;
	readonly finish_dateline?: number;
	readonly [field: string]: unknown;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;

/**
 * Waits until a queued job is done and answers its last state. Asks at once, then with pauses growing from `pollMs`
 * (default 500) to 5 s. Throws LibraryError conflict when the job failed, busy when `timeoutMs` is over (the job goes on),
 * and what `call` throws.
 */
export async function waitForQueue(
	caller: Caller,
	queueId: string,
	{ timeoutMs, pollMs = FIRST_PAUSE }: { timeoutMs: number; pollMs?: number },
): Promise<QueueItem> {
	const end = caller.clock.now() + timeoutMs;
	for (let wait = pollMs; ; wait = Math.min(wait * 1.5, Math.max(LONGEST_PAUSE, pollMs))) {
		const item = queueItem(await call(caller, getQueueTask, { queue_id: queueId }));
		if (item.status === 2) return item;
		if (item.status === 3) throw failed(queueId, item);
		const left = end - caller.clock.now();
		if (left <= 0) throw unfinished(queueId, timeoutMs);
		await pause(caller.clock, Math.min(wait, left), caller.signal);
	}
}

function queueItem(answer: unknown): QueueItem {
	const fields = fieldsIn(answer);
	const status = Number(fields['status'] ?? NaN);
	if (Number.isNaN(status))
		throw new LibraryError('protocol', 'The service answered without the state of the job', {
			operation: getQueueTask.id,
		});
	return { ...fields, status };
}

const failed = (queueId: string, item: QueueItem): LibraryError =>
	new LibraryError(
		'conflict',
		`The job ${queueId} failed in the service${item.fullpath ? ` at "${item.fullpath}"` : ''}`,
		{
			operation: getQueueTask.id,
			retryable: false,
			hint: 'Check that source and target exist and that nothing of that name is in the way',
		},
	);

const unfinished = (queueId: string, timeoutMs: number): LibraryError =>
	new LibraryError(
		'busy',
		`The job ${queueId} was not done after ${Math.round(timeoutMs / 1000)} seconds; it goes on in the service`,
		{
			operation: getQueueTask.id,
			retryable: false,
			hint: 'Ask for its state later with Get Queue Status, or wait longer',
		},
	);
