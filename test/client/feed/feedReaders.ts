import fc from 'fast-check';
import { cursorAt, listChanges, startFeed, type FeedState, isFeedState, type FeedPort } from '#changes/work';
import type { FeedEntry } from '#changes/plan';
import { cursorText, parseCursor } from '../../../src/protocol/wire/feedCursor';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { runs } from '../../support/runs';
import type { History } from './history';
import { HistoryPlayer, type Reader } from './historyPlayer';
import { readChanges } from './readAll';

/** The trigger's reader, with its state as it is saved between polls. */
export const feedReader: Reader<FeedState> = {
	start: async (port, start) => await startFeed(port, start),
	read: async (port, state, options) => {
		if (!isFeedState(state)) throw new Error('the saved state is not one');
		return await readChanges(port, state, options);
	},
};

/** The same, of a service that counts at every other request only. */
export const countingSometimes: Reader<FeedState> = {
	start: feedReader.start,
	read: async (port, state, options) => {
		let asked = state.cursor;
		const count: FeedPort['count'] = async (begin, end) => {
			if (asked++ % 2 === 0) return await port.count(begin, end);
			throw new LibraryError('protocol', 'The service did not answer how many changes there are');
		};
		return await feedReader.read({ ...port, count }, state, options);
	},
};

/** The same, of a service that does not count changes. */
export const uncountedReader: Reader<FeedState> = {
	start: feedReader.start,
	read: async (port, state, options) => {
		const count = async (): Promise<number> =>
			await Promise.reject(new LibraryError('notFound', 'There is no such address', { status: 404 }));
		return await feedReader.read({ ...port, count }, state, options);
	},
};

/** Change: Get Many, continued from the cursor of the last item as a workflow has it: the text alone. */
export const listReader: Reader<{ cursor: string }> = {
	start: async (_port, start) => ({
		cursor: cursorText(cursorAt('oldest', start.from === 'date' ? start.ms - 1 : 0)),
	}),
	read: async (port, { cursor }, { limit, onHiddenChanges }) => {
		const from = parseCursor(cursor);
		if (!from) throw new Error(`not a cursor: ${cursor}`);
		const changes: Array<{ entry: FeedEntry }> = [];
		let last = from;
		for await (const change of listChanges(port, from, { onHiddenChanges })) {
			last = change.cursor;
			if ('entry' in change) changes.push({ entry: change.entry });
			if (changes.length === limit) break;
		}
		return { state: { cursor: cursorText(last) }, changes, more: changes.length === limit };
	},
};

/** The obvious reader: the answered time is the cursor. It must not pass. */
export const naiveReader: Reader<{ cursor: number }> = {
	start: async (port, start) => {
		if (start.from === 'now') return { cursor: (await port.newest()).until };
		return { cursor: start.from === 'date' ? start.ms : 0 };
	},
	read: async (port, { cursor }, { overlapMs, limit }) => {
		const { entries, until } = await port.later(overlapMs > 1 ? cursor - overlapMs : cursor);
		const changes = entries.slice(0, limit).map((entry) => ({ entry }));
		return { state: { cursor: until }, changes, more: until > cursor };
	},
};

/**
 * Plays random histories, FEED_RUNS times as many as asked for (see test/support/runs.ts). A millisecond has at most a
 * page of files and a page of folders, less `fewer`. Rejects with the shortest history that fails. Answers how many
 * changes were reported: a test that saw none proves nothing.
 */
export async function playRandom<S>(
	reader: Reader<S>,
	histories: fc.Arbitrary<History>,
	numRuns: number,
	fewer = 0,
): Promise<number> {
	let reported = 0;
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const player = new HistoryPlayer(reader, history, history.pageSize - fewer);
			await player.play();
			reported += player.oracle.changesReported;
		}),
		{ numRuns: runs(numRuns) },
	);
	return reported;
}
