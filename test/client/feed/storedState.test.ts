import { readChanges } from '../../../src/client/feed/readChanges';
import { fromStored, toStored } from '../../../src/client/feed/storedState';
import type { FeedEntry } from '../../../src/protocol/feed/entry';
import { FeedWorld } from './feedWorld';
import { worldPort } from './worldPort';

/* States as version 0.1.0 saved them: an upgraded workflow continues from them, and saves the same keys. */

const MS = 1_800_000_000_000;
const entry = (n: number): FeedEntry => ({
	hash: `h${n}`,
	dir: 0,
	fullpath: `e${n}`,
	filename: `e${n}`,
	filehash: `ch${n}-1`,
	filesize: 1,
	create_member_name: 'ann',
	create_dateline: MS / 1000,
	last_member_name: 'ann',
	last_dateline: MS / 1000,
	cmd: 1,
});

/** Files h0 and h1 in one millisecond, h2 and h3 in the next one; pages of 3. */
function world(): FeedWorld {
	const made = new FeedWorld({ pageSize: 3, startMs: MS });
	made.fill(4, 2);
	return made;
}

/** From the beginning, after one page of which h0 was returned: h1 and h2 wait, and h3 was cut off. */
const AFTER_ONE_PAGE = {
	cursor: MS + 2,
	floor: 0,
	seen: [{ until: MS + 2, keys: ['3cV0R8w3.J8IQ9Z96', 'rErpcoXB.T8jT-8eP', 'vxw2V0Gk.r6YKROso'] }],
	pending: [
		{ entry: entry(1), after: 0, isNew: true },
		{ entry: entry(2), after: 0, isNew: true },
	],
	cut: true,
};
/** From now, before the first read. */
const BEFORE_FIRST_READ = { cursor: MS, floor: MS, seen: [], pending: [], starting: true };

const options = { overlapMs: 30_000, limit: 10, expired: () => false, onHiddenChanges: 'stop' } as const;

test('continues after a page: what waits and what was cut off is returned, nothing twice', async () => {
	const state = fromStored(AFTER_ONE_PAGE);
	const read = state && (await readChanges(worldPort(world()), state, options));
	expect(read?.changes.map((change) => change.entry.hash)).toEqual(['h1', 'h2', 'h3']);
	expect(read && toStored(read.state)).toEqual({
		cursor: MS + 2,
		floor: 0,
		seen: [...AFTER_ONE_PAGE.seen, { until: MS + 2, keys: ['jbxgWOAz.gLsT0jR9'] }],
		pending: [],
	});
});

test('continues before the first read from now: existing entries are not returned', async () => {
	const state = fromStored(BEFORE_FIRST_READ);
	const read = state && (await readChanges(worldPort(world()), state, options));
	expect(read?.changes).toEqual([]);
	expect(read && toStored(read.state)).toMatchObject({ cursor: MS + 2, pending: [] });
	expect(read && toStored(read.state)).not.toHaveProperty('starting');
});

test.each([AFTER_ONE_PAGE, BEFORE_FIRST_READ])('is saved with the same keys, in the same order: %#', (stored) => {
	const state = fromStored(JSON.parse(JSON.stringify(stored)));
	expect(JSON.stringify(state && toStored(state))).toBe(JSON.stringify(stored));
});

test.each([undefined, null, {}, [], 'state', { cursor: MS, floor: MS }, { ...BEFORE_FIRST_READ, seen: undefined }])(
	'anything else is no state: %p',
	(stored) => {
		expect(fromStored(stored)).toBeUndefined();
	},
);
