import { getQueueTask } from '../../protocol/catalogue/libraryHistory';
import { fieldsIn, numberOf } from '../../protocol/wire/json';
import { counted, LibraryError } from '../../protocol/wire/libraryError';
import { pause, stopwatch } from '../async/clock';
import { call, type Caller } from './call';

/** A queued task (document, Queue item). `status`: 0 just added, 1 processing, 2 completed, 3 failed. */
export interface TaskState {
	readonly status: number;
	readonly fullpath?: string;
	readonly [field: string]: unknown;
}

const COMPLETED = 2;
const FAILED = 3;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Waits until a queued task is completed and returns its last state. Asks at once, then after pauses that grow from
 * 500 ms to 5 s. Throws LibraryError conflict when the task failed, busy when it is not completed after
 * `timeoutMs` (it continues in the service), and what `call` throws.
 */
export async function waitForQueue(
	caller: Caller,
	queueId: string,
	{ timeoutMs }: { readonly timeoutMs: number },
): Promise<TaskState> {
	const elapsedMs = stopwatch(caller.clock);
	for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
		const task = taskIn(await call(caller, getQueueTask, { queue_id: queueId }));
		if (task.status === COMPLETED) return task;
		if (task.status === FAILED) throw failed(queueId, task);
		const left = timeoutMs - elapsedMs();
		if (left <= 0) throw unfinished(queueId, timeoutMs);
		await pause(caller.clock, Math.min(wait, left), caller.signal);
	}
}

function taskIn(answer: unknown): TaskState {
	const fields = fieldsIn(answer);
	const status = numberOf(fields.status);
	if (status !== undefined) return { ...fields, status };
	throw new LibraryError('protocol', 'The service answered without the state of the queued task', {
		operation: getQueueTask.id,
	});
}

function failed(queueId: string, { fullpath }: TaskState): LibraryError {
	const where = fullpath ? ` at "${fullpath}"` : '';
	return new LibraryError('conflict', `The queued task ${queueId} failed in the service${where}`, {
		operation: getQueueTask.id,
		retryable: false,
		hint: 'Check that the source and the target folder exist and that nothing at the target has the same name',
	});
}

function unfinished(queueId: string, timeoutMs: number): LibraryError {
	const seconds = Math.round(timeoutMs / 1000);
	return new LibraryError(
		'busy',
		`The queued task ${queueId} was not completed after ${counted(seconds, 'second')}; it continues in the service`,
		{
			operation: getQueueTask.id,
			retryable: false,
			hint: 'Check its state later with Copy Task: Get, or wait longer',
		},
	);
}
