import { type ReadOptions, type FeedState, stateAfter } from '#changes/work';
import { FeedWorld, worldPort } from './feedWorld';
import { readChanges } from './historyPlayer';

/** Most entries of a page. */
export const PAGE = 100;
const OPTIONS: ReadOptions = {
	now: () => 0,
	overlapMs: 30_000,
	limit: 700,
	expired: () => false,
	onHiddenChanges: 'stop',
};

/** A trigger of a world that is filled with `files` files, `perMs` in each millisecond. */
export function triggerOf(
	files: number,
	perMs: number,
	{ limit = 700, requestsPerPoll = Infinity, clockBehind = 0 } = {},
) {
	const world = new FeedWorld({ pageSize: PAGE, clockBehind });
	world.fill(files, perMs);
	const port = worldPort(world);
	let state: FeedState = stateAfter(0);
	let largest = 0;
	let forgotten: number | undefined;
	return {
		world,
		saved: () => JSON.stringify(state),
		forgotten: () => forgotten,
		largest: () => largest,
		/** One poll: the names of what changed, and the requests that it took. */
		async poll(): Promise<{ names: unknown[]; requests: number }> {
			const before = port.requests.length;
			const expired = (part = 1): boolean => port.requests.length - before >= requestsPerPoll * part;
			const options = { ...OPTIONS, limit, expired };
			const read = await readChanges(port, state, options);
			const saved = JSON.stringify(read.state);
			largest = Math.max(largest, saved.length);
			state = JSON.parse(saved) as FeedState;
			forgotten ??= read.forgotten;
			return { names: read.changes.map(({ entry }) => entry.filename), requests: port.requests.length - before };
		},
		async pollUntilQuiet(): Promise<{ names: unknown[]; requests: number }> {
			const all = { names: [] as unknown[], requests: 0 };
			for (;;) {
				const { names, requests } = await this.poll();
				all.names.push(...names);
				all.requests += requests;
				if (names.length === 0) return all;
			}
		},
	};
}
