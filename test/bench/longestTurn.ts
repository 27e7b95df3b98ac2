import { PerformanceObserver } from 'node:perf_hooks';
import { threadMs } from './cpu';

/** How often the event loop is looked at, in ms: by so much a turn may seem longer than it was. */
const LOOK_MS = 2;
/** Between two looks that have used less CPU, in ms, no turn was long. */
const LEAST_MS = 5;

/** The longest turn of the event loop in ms of CPU; `ownMs` is that of the longest one without garbage collection. */
export interface LongestTurn {
	readonly ms: number;
	readonly ownMs: number;
}

/** What happened in a span of time, which counts as `performance.now()`. */
interface Span {
	readonly from: number;
	readonly to: number;
}

/** How many ms of `spans` are within one span. */
const within = ({ from, to }: Span, spans: readonly Span[]): number =>
	spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);

/** The garbage collections of this thread from now on; what it answers ends it. */
function startCollections(): () => Span[] {
	const found: Span[] = [];
	const add = (entries: ReadonlyArray<{ startTime: number; duration: number }>): void => {
		for (const { startTime, duration } of entries) found.push({ from: startTime, to: startTime + duration });
	};
	const observer = new PerformanceObserver((list) => add(list.getEntries()));
	observer.observe({ entryTypes: ['gc'] });
	return () => {
		add(observer.takeRecords());
		observer.disconnect();
		return found;
	};
}

/**
 * Watches the turns of the event loop from now on; what it answers ends that, and answers the longest one. It costs a
 * look of about 10 µs every 2 ms, so the event loop rests where it would rest.
 */
export function startTurns(): () => LongestTurn {
	const collections = startCollections();
	const turns: Array<Span & { readonly ms: number }> = [];
	let [from, before] = [performance.now(), threadMs()];
	const look = (): void => {
		const [to, now] = [performance.now(), threadMs()];
		if (now - before >= LEAST_MS) turns.push({ from, to, ms: now - before });
		[from, before] = [to, threadMs()];
	};
	const timer = setInterval(look, LOOK_MS);
	return () => {
		look();
		clearInterval(timer);
		const collected = collections();
		return {
			ms: Math.max(0, ...turns.map(({ ms }) => ms)),
			ownMs: Math.max(0, ...turns.map((turn) => turn.ms - within(turn, collected))),
		};
	};
}
