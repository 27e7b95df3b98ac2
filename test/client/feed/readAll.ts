import type { FeedPort } from '../../../src/client/feed/port';
import { readChangesByPage } from '../../../src/client/feed/readChanges';
import type { FeedState, ReadOptions, ReadResult } from '../../../src/client/feed/state';
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
