import {
	type ReadingStatement,
	sealReading,
	readingItemsIn,
	readReadingPost,
	waitingInWords,
	type ReadingRequest,
	merged,
	newReadingItem,
	withAnswer,
	withProgress,
} from '#reading/plan';

const STATED: ReadingStatement = {
	id: 'A1b2C3d4E5f6G7h8',
	viewer: '张伟 "Z"',
	file: '2b0d1a6d',
	ask: 'approve',
	comment: true,
	sameContent: true,
	allPages: false,
	reason: false,
	issued: 1_790_000_000,
};
const sealed = sealReading(STATED, '12', 'secret');

test('the same link is never sealed the same way, and shows nothing', () => {
	expect(sealReading(STATED, '12', 'secret')).not.toBe(sealed);
	expect(sealed).toMatch(/^[\w-]+$/);
	const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
	for (const word of ['approve', STATED.id, STATED.file]) expect(bytes).not.toContain(word);
});

const token = 't';
const read = { pages: [1, 3], total: 3, content: 'ab' };
const progress = { kind: 'progress', token, ...read, current: 3, time: 1_800_000_000_000 };
const finished = { kind: 'finished', token, ...read, pages: [1, 2, 3] };
const decision = { kind: 'decision', token, ...read, decision: 'approve', comment: 'Fine' };

test.each<[string, object]>([
	['progress', progress],
	['progress of media', { ...progress, pages: [], total: 0, current: 12.5 }],
	['finished', finished],
	['a decision', decision],
	['a decision before the file was seen', { ...decision, pages: [], total: 0, decision: 'decline', comment: '' }],
	['a request for a new link', { kind: 'renew', token }],
])('%s, as an object and as text', (_name, post) => {
	expect(readReadingPost(post)).toEqual(post);
	expect(readReadingPost(JSON.stringify(post))).toEqual(post);
});

test('pages are in ascending order, each once, and what else was posted is left out', () =>
	expect(readReadingPost({ ...finished, pages: [3, 1, 2], viewer: 'other' })).toEqual(finished));

test.each<[string, unknown]>([
	['nothing', undefined],
	['no JSON', '{'],
	['a list', '[]'],
	['an unknown kind', { ...finished, kind: 'approved' }],
	['a kind of every object', { ...finished, kind: 'constructor' }],
	['a content that is no text', { ...decision, content: 7 }],
	['a long mark of a content', { ...decision, content: 'x'.repeat(65) }],
	['no pages', { ...finished, pages: undefined }],
	['page 0', { ...decision, pages: [0] }],
	['a page after the last one', { ...decision, pages: [4] }],
	['a page as text', { ...decision, pages: ['1'] }],
	['more pages than there are', { ...decision, pages: [1, 1, 1, 1] }],
	['too many pages', { ...decision, total: 100_001 }],
	['a negative total', { ...decision, pages: [], total: -1 }],
	['finished without page 2', { ...finished, pages: [1, 3] }],
	['finished by naming a page three times', { ...finished, pages: [3, 3, 3] }],
	['another decision', { ...decision, decision: 'Approve' }],
	['a comment that is no text', { ...decision, comment: 7 }],
	['a long comment', { ...decision, comment: 'x'.repeat(2001) }],
	['progress to page 0', { ...progress, current: 0 }],
	['progress to a page after the last one', { ...progress, current: 4 }],
	['progress at no time', { ...progress, time: undefined }],
	['progress after the end of time', { ...progress, time: 8.65e15 }],
])('refused: %s', (_name, post) => {
	expect(readReadingPost(post)).toBeUndefined();
});

test.each([
	['  fine \n', 'fine'],
	['a\r\nb\rc', 'a\nb\nc'],
	['a\u0000\u0007b\tc\u007f', 'ab\tc'],
	['half \ud83d of it', 'half \ufffd of it'],
	[undefined, ''],
	['x'.repeat(2000), 'x'.repeat(2000)],
])('comment %j becomes %j', (comment, expected) =>
	expect(readReadingPost({ ...decision, comment })).toMatchObject({ comment: expected }),
);

const REQUEST: ReadingRequest = {
	id: 'r1',
	viewer: 'zhang.wei',
	file: 'f1',
	ask: 'approve',
	comment: true,
	sameContent: false,
	allPages: false,
	reason: false,
	content: { filehash: 'aa', version_number: 2 },
	issued: 1,
	execution: '12',
	fullpath: 'Contracts/offer.pdf',
	filename: 'offer.pdf',
	check: 'c',
	run: 'n1',
	item: 0,
	taken: true,
};
const NEW = newReadingItem(REQUEST, new Date('2026-12-01T00:00:00Z'));
const AT = Date.parse('2026-11-22T10:00:00Z');
const { content } = REQUEST;
const approved = { outcome: 'approved', comment: 'Fine', pages: [2, 3], total: 3, content } as const;

test('what was read adds up', () => {
	const answered = withAnswer(withProgress(NEW, { pages: [1], total: 3 }, 'aa', AT), approved, AT + 60_000);
	expect(answered).toEqual({
		...NEW,
		outcome: 'approved',
		comment: 'Fine',
		pages_read: [1, 2, 3],
		pages: 3,
		opened_at: '2026-11-22T10:00:00.000Z',
		answered_at: '2026-11-22T10:01:00.000Z',
		seen_filehash: 'aa',
		answered_filehash: 'aa',
		answered_version_number: 2,
	});
	// Of an answer that n8n did not save nothing stays.
	const declined = withAnswer(answered, { ...approved, outcome: 'declined', comment: '' }, AT + 60_000);
	expect(declined).toEqual({ ...answered, outcome: 'declined', comment: undefined });
	expect(declined).not.toHaveProperty('comment');
	expect(waitingInWords([answered, NEW, NEW], 'UTC')).toBe('Waiting for 2 of 3 until 1 Dec 2026, 00:00');
});

test('two views of an item know together what each knows', () => {
	const [early, late] = [
		withProgress(NEW, { pages: [1], total: 3 }, 'aa', AT),
		withProgress(NEW, { pages: [3], total: 3 }, 'aa', AT + 5000),
	];
	for (const both of [merged(early, late), merged(late, early)])
		expect(both).toMatchObject({ pages_read: [1, 3], pages: 3, opened_at: early.opened_at });
	for (const both of [merged(early, NEW), merged(NEW, early)])
		expect(both).toMatchObject({ pages_read: [1], pages: 3, opened_at: early.opened_at });
	expect(merged(NEW, NEW)).toMatchObject({ pages: null, opened_at: null });
	for (const both of [merged({ ...early, changed: true }, late), merged(late, { ...early, changed: true })])
		expect(both.changed).toBe(true);
	// Of another file, the answer counts.
	const answered = withAnswer(NEW, { ...approved, pages: [2], total: 2 }, AT);
	for (const both of [merged(answered, early), merged(early, answered)])
		expect(both).toMatchObject({ outcome: 'approved', pages_read: [2], pages: 2 });
});

test('views that overlap lose neither an answer nor pages, in both orders', () => {
	const answered = withAnswer(NEW, approved, AT + 1000);
	const read = withProgress(NEW, { pages: [1], total: 3 }, 'aa', AT);
	for (const both of [merged(answered, read), merged(read, answered)])
		expect(both).toEqual({ ...answered, pages_read: [1, 2, 3], opened_at: '2026-11-22T10:00:00.000Z' });
});

test.each([{ reading_id: 7 }, { outcome: 'done' }, { pages_read: '1' }])(
	'%j makes an item one of something else',
	(wrong) => {
		const item = { reading_id: 'r', outcome: 'pending', pages_read: [] };
		expect(readingItemsIn([item])).toEqual([item]);
		expect(readingItemsIn([item, { ...item, ...wrong }])).toBeUndefined();
	},
);
