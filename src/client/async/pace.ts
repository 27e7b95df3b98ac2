import { rethrown } from '../../protocol/wire/libraryError';
import { backoff, type Clock, pause, steadyMs } from './clock';
import { eitherOf } from './onAbort';

/** The pauses that concurrent tasks make together, because a server wants fewer requests. */
export type Pace = ReturnType<typeof makePace>;

/** No pause yet. */
export function makePace() {
	let [until, refusals] = [0, 0];
	return {
		/** Waits for the end of the pause, or for `over`; answers when that was. Throws LibraryError aborted. */
		wait: async (clock: Clock, signal?: AbortSignal, over?: AbortSignal): Promise<number> => {
			let awaited = 0;
			for (let now = steadyMs(clock); now < until && awaited < until && !over?.aborted; now = steadyMs(clock))
				try {
					awaited = until;
					await pause(clock, until - now, eitherOf(signal, over));
				} catch (cause) {
					if (!over?.aborted || signal?.aborted) throw rethrown(cause);
				}
			return Math.max(awaited, steadyMs(clock));
		},
		/**
		 * A request was refused that was sent at `sentAt`: all pause, for `askedMs`, and longer with each refusal in a
		 * row. What was sent before the pause began says nothing new.
		 */
		slowDown: (clock: Clock, { sentAt, askedMs, random }: { sentAt: number; askedMs: number; random: number }) => {
			if (sentAt < until) return;
			refusals++;
			until = steadyMs(clock) + Math.max(askedMs, backoff(refusals, random));
		},
		/** A request was not refused: the next pause is a short one. */
		goOn: () => {
			refusals = 0;
		},
	};
}
