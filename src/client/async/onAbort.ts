import { abortedError, isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';

/* What happens when a signal is aborted, and promises that end with it. */

/** What a signal stops, and its place in the list of all; no place once that is over. */
interface Stop {
	readonly stop: () => void;
	at: number | undefined;
}

/*
 * Not a Set: where entries come and go, it gets a new table again and again, and the one before refers to it. Once one
 * of them is old, all that follow become old with what is in them, which is all that a request has.
 */
const stops = new WeakMap<AbortSignal, Stop[]>();

/**
 * Calls `stop` when a signal is aborted, unless what this returns is called before. All of them share one listener of
 * the signal: Node.js warns of more than ten, as of a leak. A signal that is aborted already calls nothing.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
	const all = stops.get(signal) ?? startListening(signal);
	const own: Stop = { stop, at: all.length };
	all.push(own);
	return () => void remove(all, own);
}

/** Removes an entry, whose place the last one takes. False for one that was not there. */
function remove(all: Stop[], own: Stop): boolean {
	const { at } = own;
	if (at === undefined) return false;
	own.at = undefined;
	const last = all.pop();
	if (last && last !== own) {
		all[at] = last;
		last.at = at;
	}
	return true;
}

/** The error of what an aborted signal stopped: its reason where that is a LibraryError, else kind `aborted`. */
export const stoppedBy = ({ reason }: AbortSignal): LibraryError =>
	isLibraryError(reason) ? reason : abortedError(reason);

function startListening(signal: AbortSignal): Stop[] {
	const all: Stop[] = [];
	stops.set(signal, all);
	const stopAll = (): void => {
		for (const each of [...all]) if (remove(all, each)) each.stop();
	};
	signal.addEventListener('abort', stopAll, { once: true });
	return all;
}

/**
 * A controller that is aborted with each of `signals`, too. It is to be aborted in the end: until then they know it.
 * Not by `AbortSignal.any`: Node.js keeps its signals, and all that hangs on them, until it collects its old memory.
 */
export function stopWith(...signals: ReadonlyArray<AbortSignal | undefined>): AbortController {
	const stop = new AbortController();
	for (const signal of signals)
		if (signal?.aborted) stop.abort(signal.reason);
		else if (signal)
			onAbort(
				stop.signal,
				onAbort(signal, () => stop.abort(signal.reason)),
			);
	return stop;
}

/** Settles as `promise` does, or throws what `stoppedBy` says as soon as `signal` is aborted, whoever listens to it. */
export async function cancellable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return await promise;
	// After a cancellation nothing waits for the promise any more: its rejection must not count as unhandled.
	promise.catch(() => undefined);
	if (signal.aborted) throw stoppedBy(signal);
	let forget = (): void => undefined;
	const cancelled = new Promise<never>((_, reject) => {
		forget = onAbort(signal, () => reject(stoppedBy(signal)));
	});
	try {
		return await Promise.race([promise, cancelled]);
	} finally {
		forget();
	}
}
