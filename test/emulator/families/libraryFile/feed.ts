import type { Kind } from '../../http/parameters';
import { defaulted, flag, int, optional, required, word } from '../../http/parameters';
import { operation } from '../operation';
import { fileEntry } from './shared';

/** doc: fetch_dateline may be missing, empty or 0. */
const cursor: Kind<number> = (raw, name) => (raw === '' ? 0 : int(0)(raw, name));

export const updates = operation({
	params: { fetch_dateline: defaulted(cursor, 0), mode: defaulted(word('', 'compare'), ''), dir: optional(flag) },
	handle: ({ world, library, p }) => {
		if (p.mode === 'compare') {
			const found = library.feed.later(p.fetch_dateline, { folders: p.dir, deleted: true });
			// doc: the largest operation time; with nothing new the cursor stays (fact 5.14).
			return {
				fetch_dateline: found.at(-1)?.opMs ?? p.fetch_dateline,
				list: found.map((entry) => ({ ...fileEntry(entry), cmd: entry.deleted ? 0 : 1 })),
			};
		}
		// doc: from now, without deleted entries. assumed (ambiguity G03): later pages hold deleted ones too, as literally written.
		// "From now" takes in what has just happened in this millisecond.
		const fromNow = p.fetch_dateline === 0;
		const before = fromNow ? world.now() + 1 : p.fetch_dateline;
		const found = library.feed.earlier(before, { folders: p.dir, deleted: !fromNow });
		return { fetch_dateline: found.at(-1)?.opMs ?? p.fetch_dateline, list: found.map((entry) => fileEntry(entry)) };
	},
});

export const updatesCount = operation({
	params: { begin_dateline: required(int(0)), end_dateline: required(int(0)), showdel: defaulted(flag, false) },
	handle: ({ library, p }) => ({
		count: library.feed.count(p.begin_dateline, p.end_dateline, { deleted: p.showdel }),
	}),
});
