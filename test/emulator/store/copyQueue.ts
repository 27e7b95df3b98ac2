import type { Agenda } from '../time/schedule';

/** A queued copy. Times are milliseconds; 0 is "not yet". `status` as in the document: 0, 1, 2, 3. */
export interface QueueJob {
	readonly id: string;
	readonly mountId: number;
	readonly fullpath: string;
	readonly addMs: number;
	startMs: number;
	finishMs: number;
	status: 0 | 1 | 2 | 3;
}

/** How queued work goes: as it should, to an error, or never on. */
export type QueueMood = 'run' | 'fail' | 'stuck';

/** What is to be queued; `work` throws when it cannot be done. */
export interface QueueOrder {
	readonly mountId: number;
	readonly fullpath: string;
	readonly delayMs: number;
	readonly mood: QueueMood;
	readonly work: () => void;
}

/** The asynchronous queue. assumed: the first half of the delay is waiting (0), the second is processing (1). */
export class CopyQueue {
	private readonly jobs = new Map<string, QueueJob>();

	constructor(private readonly agenda: Agenda) {}

	add(order: QueueOrder, nowMs: number): QueueJob {
		const job: QueueJob = {
			id: String(700_000 + this.jobs.size + 1),
			mountId: order.mountId,
			fullpath: order.fullpath,
			addMs: nowMs,
			startMs: 0,
			finishMs: 0,
			status: 0,
		};
		this.jobs.set(job.id, job);
		const startMs = nowMs + Math.ceil(order.delayMs / 2);
		if (order.mood === 'stuck') return job;
		this.agenda.add(startMs, () => {
			job.startMs = startMs;
			job.status = 1;
		});
		this.agenda.add(nowMs + order.delayMs, () => {
			job.finishMs = nowMs + order.delayMs;
			job.status = order.mood === 'fail' ? 3 : outcome(order.work);
		});
		return job;
	}

	get(id: string, mountId: number): QueueJob | undefined {
		const job = this.jobs.get(id);
		return job?.mountId === mountId ? job : undefined;
	}
}

/** doc: a queue item ends as completed or error; what went wrong is not told. */
function outcome(work: () => void): 2 | 3 {
	try {
		work();
		return 2;
	} catch {
		return 3;
	}
}
