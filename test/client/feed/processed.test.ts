import { createHash } from 'node:crypto';
import { entryMark, hiddenMark, withMark } from '../../../src/client/feed/entryMark';
import { entriesNotOn, entryIdIn, fingerprintOf, fingerprintsOf } from '../../../src/client/feed/fingerprint';
import {
	addProcessed,
	indexProcessed,
	processedAfter,
	pruneProcessed,
	wasProcessed,
} from '../../../src/client/feed/processed';
import { stateAfter, type ProcessedGroup } from '../../../src/client/feed/state';
import { entryOf, printOf, timed } from './listedPort';

/* How entries are recognized, and which of them are remembered how long. */

const digest = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 8);
const group = (until: number, ...fingerprints: string[]): ProcessedGroup => ({ until, fingerprints });
const stateOf = (...processed: ProcessedGroup[]) => ({ ...stateAfter(10_000), knownAfter: 0, processed });

describe('a fingerprint', () => {
	const entry = { hash: 'h', fullpath: 'A/b', filename: 'b', filehash: 'f', last_dateline: 5, cmd: 1 };

	test('is a digest of the ID and one of the look', () => {
		expect(fingerprintOf(entry)).toBe(`${digest('h')}.${digest('[1,"b","f",5]')}`);
		expect(entryIdIn(fingerprintOf(entry))).toBe(digest('h'));
	});

	test('changes with the name, the content, the time and the deletion only', () => {
		const same = [
			{ fullpath: 'C/b' },
			{ last_member_name: 'bob' },
			{ cmd: undefined },
			{ cmd: '1' },
			{ last_dateline: '5' },
		];
		for (const more of same) expect(fingerprintOf({ ...entry, ...more } as never)).toBe(fingerprintOf(entry));
		const others = [{ cmd: 0 }, { filename: 'c' }, { filehash: 'g' }, { last_dateline: 6 }];
		const looks = others.map((more) => fingerprintOf({ ...entry, ...more }));
		expect(new Set([fingerprintOf(entry), ...looks]).size).toBe(5);
		expect(new Set(looks.map(entryIdIn))).toEqual(new Set([digest('h')]));
	});

	test('without an ID, the path is it; without a path, the empty text', () => {
		expect(entryIdIn(fingerprintOf({ fullpath: 'A/b' }))).toBe(digest('A/b'));
		expect(entryIdIn(fingerprintOf({}))).toBe(digest(''));
	});

	test('of each entry of a page, in order; and what is not on another page', () => {
		const page = { entries: ['a', 'b', 'c'].map((hash) => entryOf(hash)) };
		expect(fingerprintsOf(page)).toEqual(['a', 'b', 'c'].map((hash) => printOf(hash)));
		const rest = entriesNotOn({ entries: [entryOf('b'), entryOf('c', { cmd: 0 })] }, page);
		expect(rest.map(({ hash }) => hash)).toEqual(['a', 'c']);
		expect(fingerprintsOf({ entries: rest })).toEqual([printOf('a'), printOf('c')]);
	});
});

describe('a mark of a cursor', () => {
	test('is the first half of both digests', () => {
		expect(entryMark({ hash: 'h', filename: 'b', filehash: 'f', last_dateline: 5 })).toBe(
			digest('h').slice(0, 4) + digest('[1,"b","f",5]').slice(0, 4),
		);
		expect(hiddenMark(1234)).toBe(digest('hidden 1234'));
	});

	test('takes the place of the one of an earlier look', () => {
		expect(withMark(['aaaa1111', 'bbbb1111', 'cccc1111'], 'bbbb2222')).toEqual([
			'aaaa1111',
			'cccc1111',
			'bbbb2222',
		]);
		expect(withMark(['aaaa1111'], 'aaaa1111')).toEqual(['aaaa1111']);
		expect(withMark([], 'aaaa1111')).toEqual(['aaaa1111']);
	});
});

describe('what was processed', () => {
	const state = stateOf(group(5, printOf('a'), printOf('b')), group(9, printOf('a')));

	test('is indexed by its last time, and by ID', () => {
		const { fingerprints, ids } = indexProcessed(state);
		expect([...fingerprints]).toEqual([
			[printOf('a'), 9],
			[printOf('b'), 5],
		]);
		expect(ids).toEqual(new Set([digest('a'), digest('b')]));
	});

	test.each([
		['b', 4, true],
		['b', 5, false],
		['a', 8, true],
		['a', 9, false],
		['c', 0, false],
		['c', -1, false],
	])('%s, read as later than %i: %p', (hash, after, expected) => {
		expect(wasProcessed(indexProcessed(state))(timed(hash, [after, 99]))).toBe(expected);
	});

	test.each([
		[4, ['a', 'b']],
		[5, ['a']],
		[9, []],
	])('later than %i', (ms, hashes) => {
		expect(processedAfter(state, ms)).toEqual(new Set(hashes.map((hash) => printOf(hash))));
	});

	test('only the last look of an entry is kept', () => {
		const deleted = printOf('b', { cmd: 0 });
		const added = addProcessed(state, [group(12, deleted, printOf('c'))]);
		expect(added.processed).toEqual([
			group(5, printOf('a')),
			group(9, printOf('a')),
			group(12, deleted, printOf('c')),
		]);
		expect(addProcessed(state, [])).toBe(state);
		expect(addProcessed(state, [group(7)])).toBe(state);
	});
});

describe('what is forgotten', () => {
	test.each([
		[2000, [7999, 8000], [8001, 9999, 10_000]],
		[5, [8999, 9000], [9001, 10_000]],
		[1000, [9000], [9001]],
	])('what lies before an overlap of %i ms, of at least a second', (overlapMs, before, after) => {
		const groups = [...before, ...after].map((until) => group(until, `${until}`));
		const pruned = pruneProcessed(stateOf(...groups), overlapMs);
		expect(pruned.processed.map(({ until }) => until)).toEqual(after);
		expect(pruned.knownAfter).toBe(before.at(-1));
		expect(pruned.cursor).toBe(10_000);
	});

	const many = (count: number, until: number): ProcessedGroup =>
		group(until, ...Array.from({ length: count }, (_, at) => `${until} ${at}`));

	test.each([
		[600, 399, [9500, 9600, 10_000], 0],
		[600, 400, [9600, 10_000], 9500],
		[1, 1500, [10_000], 9600],
	])('the oldest of more than 1,000: %i and %i and 1', (first, second, kept, knownAfter) => {
		const pruned = pruneProcessed(stateOf(many(second, 9600), many(1, 10_000), many(first, 9500)), 60_000);
		expect(pruned.processed.map(({ until }) => until)).toEqual(kept);
		expect(pruned.knownAfter).toBe(knownAfter);
	});

	test('never what lies at the cursor, however much; groups that became empty always', () => {
		const pruned = pruneProcessed(stateOf(many(1500, 10_000), group(9999), group(9000)), 60_000);
		expect(pruned.processed.map(({ until }) => until)).toEqual([10_000]);
		expect(pruned.knownAfter).toBe(0);
	});

	test('the known time never goes back', () => {
		const state = { ...stateOf(group(100, 'x')), knownAfter: 500 };
		expect(pruneProcessed(state, 1)).toMatchObject({ knownAfter: 500, processed: [] });
	});
});
