import { defaulted, flag, int, optional, required, word, type Kind } from '../../http/parameters';
import { libraryOperation } from '../operationsByCaller';
import { fileEntry } from './entries';

/** doc: fetch_dateline may be missing, empty or 0. */
const cursor: Kind<number> = (raw, name) => (raw === '' ? 0 : int(0)(raw, name));

export const updates = libraryOperation('/m-open/1/file/updates', {
	params: { fetch_dateline: defaulted(cursor, 0), mode: defaulted(word('', 'compare'), ''), dir: optional(flag) },
	handle: ({ world, library, p }) => {
		if (p.mode === 'compare') {
			const found = library.feed.later(p.fetch_dateline, { folders: p.dir, deleted: true });
			// doc: the largest operation time. fact 5.14: with nothing new the cursor stays.
			return {
				fetch_dateline: found.at(-1)?.opMs ?? p.fetch_dateline,
				list: found.map((entry) => ({ ...fileEntry(entry), cmd: entry.deleted ? 0 : 1 })),
			};
		}
		// doc: from now, without deleted entries. assumed (G03): later pages contain deleted entries.
		const fromNow = p.fetch_dateline === 0;
		// "From now" includes what happened in the current millisecond.
		const before = fromNow ? world.now() + 1 : p.fetch_dateline;
		const found = library.feed.earlier(before, { folders: p.dir, deleted: !fromNow });
		return { fetch_dateline: found.at(-1)?.opMs ?? p.fetch_dateline, list: found.map((entry) => fileEntry(entry)) };
	},
});

export const updatesCount = libraryOperation('/m-open/1/file/updates_count', {
	params: { begin_dateline: required(int(0)), end_dateline: required(int(0)), showdel: defaulted(flag, false) },
	handle: ({ library, p }) => ({
		count: library.feed.count(p.begin_dateline, p.end_dateline, { deleted: p.showdel }),
	}),
});
