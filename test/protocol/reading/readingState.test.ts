import { type ReadingRequest, merged, newReadingItem, withAnswer, withProgress } from '#reading/plan';

/* The items of a wait. */

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
const approved = {
	outcome: 'approved',
	comment: 'Fine',
	pages: [2, 3],
	total: 3,
	content: { filehash: 'aa', version_number: 2 },
} as const;

test('the first answer counts, and what was read adds up', () => {
	const read = withProgress(NEW, { pages: [1], total: 3 }, 'aa', AT);
	const answered = withAnswer(read, approved, AT + 60_000);
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
	expect(withAnswer(answered, { ...approved, outcome: 'declined' }, AT + 120_000)).toBe(answered);
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
