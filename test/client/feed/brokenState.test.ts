import { fromStored } from '../../../src/client/feed/storedState';

/* Found by random cases: a damaged state was taken for a state, and crashed every later poll. */

const GOOD = { cursor: 1, floor: 0, seen: [{ until: 1, keys: ['k'] }], pending: [{ entry: {}, after: 0 }] };

test('a whole state is one', () => expect(fromStored(GOOD)).toMatchObject({ cursor: 1, knownAfter: 0 }));

test.each<[string, object]>([
	['nothing among what was processed', { seen: [null] }],
	['no keys', { seen: [{ until: 1 }] }],
	['keys that are no texts', { seen: [{ until: 1, keys: [7] }] }],
	['nothing among what waits', { pending: [null] }],
	['a change without an entry', { pending: [{ after: 0 }] }],
	['hidden changes without a time', { pending: [{ entry: {}, after: 0, hidden: {} }] }],
	['hidden changes without a number', { pending: [{ entry: {}, after: 0, hidden: { ms: 1, shown: {} } }] }],
	['a cursor that JSON could not say', { cursor: null }],
	['a cursor beyond all time', { cursor: 1e300 }],
])('%s is no state', (_, part) => expect(fromStored({ ...GOOD, ...part })).toBeUndefined());
