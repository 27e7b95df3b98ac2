import type { QueueOutcome } from '../faults/faults';
import type { Schedule } from '../time/clock';

/** A queued copy; ms, 0: not yet. assumed: decimal ids. doc, status: 0 waiting, 1 processing, 2 completed, 3 error. */
interface QueuedTask {
	readonly id: string;
	readonly mountId: number;
	readonly fullpath: string;
	readonly addMs: number;
	startMs: number;
	finishMs: number;
	status: 0 | 1 | 2 | 3;
}

/** What to queue; `run` throws when the copy is impossible. */
interface QueueOrder {
	readonly mountId: number;
	readonly fullpath: string;
	readonly delayMs: number;
	readonly outcome: QueueOutcome;
	readonly run: () => void;
}

/** The asynchronous queue. assumed: the first half of the delay is waiting (0), the second half is processing (1). */
export class CopyQueue {
	private readonly tasks = new Map<string, QueuedTask>();

	constructor(private readonly schedule: Schedule) {}

	add(order: QueueOrder, nowMs: number): QueuedTask {
		const task: QueuedTask = {
			id: String(700_000 + this.tasks.size + 1),
			mountId: order.mountId,
			fullpath: order.fullpath,
			addMs: nowMs,
			startMs: 0,
			finishMs: 0,
			status: 0,
		};
		this.tasks.set(task.id, task);
		const startMs = nowMs + Math.ceil(order.delayMs / 2);
		if (order.outcome === 'stuck') return task;
		this.schedule.add(startMs, () => {
			task.startMs = startMs;
			task.status = 1;
		});
		this.schedule.add(nowMs + order.delayMs, () => {
			task.finishMs = nowMs + order.delayMs;
			task.status = order.outcome === 'fail' ? 3 : statusAfter(order.run);
		});
		return task;
	}

	/** Ends every task that is not over with an error, for a restart: what would have run them is gone. */
	endAll(nowMs: number): void {
		for (const task of this.tasks.values())
			if (task.status < 2) Object.assign(task, { status: 3, finishMs: nowMs });
	}

	/** The task with this id, when it belongs to the library. */
	get(id: string, mountId: number): QueuedTask | undefined {
		const task = this.tasks.get(id);
		return task?.mountId === mountId ? task : undefined;
	}
}

/** doc: a queued task ends as completed or error; the answer does not contain the reason. */
function statusAfter(run: () => void): 2 | 3 {
	try {
		run();
		return 2;
	} catch {
		return 3;
	}
}
