import { distinctVersions, storedContents, versionsOf } from '#versions/plan';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const entry = (hid: string, filehash: unknown, dateline: unknown, more: object = {}) => ({
	hid,
	filehash,
	dateline,
	filesize: 7,
	member_name: 'Anna',
	...more,
});
const shown = (history: object[]) =>
	versionsOf(history as never).map(({ number, hid, isCurrent }) => [number, hid, isCurrent]);

const HISTORY = [entry('4', A, 400), entry('3', B, 300), entry('2', A, 200), entry('1', A, 100)];

test.each([
	['newest first', HISTORY],
	['oldest first', [...HISTORY].reverse()],
])('a version is made by the entry that changed the content: %s', (_order, history) =>
	expect(shown(history)).toEqual([
		[3, '4', true],
		[2, '3', false],
		[1, '1', false],
	]),
);

test.each([
	['as they usually come, newest first', [entry('2', B, 100), entry('1', A, 100)]],
	['by the creation, which is the first act', [entry('1', A, 100, { act: 1 }), entry('2', B, 100, { act: 3 })]],
	['by those entries that have a time', [entry('1', A, 100), entry('2', B, 101), entry('3', undefined, null)]],
])('which of two entries is the older one: %s', (_, history) =>
	expect(shown(history)).toEqual([
		[2, '2', true],
		[1, '1', false],
	]),
);

test.each([[undefined], [''], [null], ['d41d8cd98f00b204e9800998ecf8427e'], [7]])(
	'an entry without a SHA1 is no version: %j',
	(filehash) => expect(shown([entry('2', filehash, 200), entry('1', A, 100)])).toEqual([[1, '1', true]]),
);

test('numbers may be text, a checksum may be in capitals, and what is missing is left out', () => {
	const [version] = versionsOf([{ filehash: A.toUpperCase(), filesize: '12', dateline: '100', member_name: null }]);
	expect(version).toEqual({ number: 1, filehash: A, filesize: 12, seconds: 100, isCurrent: true });
	expect(versionsOf([])).toEqual([]);
});

test('equal contents once, of them the newest', () =>
	expect(distinctVersions(versionsOf(HISTORY)).map(({ number }) => number)).toEqual([3, 2]));

const stored = (hid: string, act: unknown, filehash = B) => entry(hid, filehash, 100, { act });
test.each<[string, object[], string]>([
	['twice', [stored('3', 3), stored('2', 3), stored('1', 1, A)], 'BBA'],
	['twice, another content since', [stored('4', 3, A), stored('3', 3), stored('2', 3), stored('1', 1, A)], 'ABBA'],
	['once, and renamed since', [stored('3', 2), stored('2', 3), stored('1', 1, A)], 'BA'],
	['once, renamed, and stored again', [stored('4', 3), stored('3', 2), stored('2', 3), stored('1', 1, A)], 'BBA'],
	['once more, after another content', [stored('3', 3), stored('2', 3, A), stored('1', 3)], 'BAB'],
	['once, and listed twice', [stored('2', 3), stored('2', 3), stored('1', 1, A)], 'BA'],
	['as entries do not say', [stored('3', undefined), stored('2', undefined), stored('1', 1, A)], 'BA'],
	['never', [stored('1', 1, A)], 'A'],
])('a content that was stored %s', (_, history, expected) => {
	expect(
		storedContents(history as never)
			.map((filehash) => (filehash === A ? 'A' : 'B'))
			.join(''),
	).toBe(expected);
});
