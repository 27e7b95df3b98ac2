import { type FeedPort, readChangesByPage, type FeedState, type ReadOptions, type ReadResult } from '#changes/work';
import { defined } from '../../../src/protocol/wire/json';

/** All that one reading of the feed finds, with the state after it. */
export async function readChanges(port: FeedPort, saved: FeedState, options: ReadOptions): Promise<ReadResult> {
	let all: ReadResult = { state: saved, changes: [], more: true };
	for await (const page of readChangesByPage(port, saved, options)) {
		const forgotten = page.forgotten ?? all.forgotten;
		all = { ...page, ...defined({ forgotten }), changes: all.changes.concat(page.changes) };
	}
	return all;
}
