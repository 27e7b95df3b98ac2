import { hintsOf } from '../support/engine';
import { useWorld } from '../support/world';
import { LinkLibrary, namesOf, type Links } from './linkLibrary';

/* Link: Get Many with filters. */

const library = useWorld(new LinkLibrary());

test.each<[string, object, Array<keyof Links>]>([
	['no filter', {}, ['open', 'locked', 'week', 'month']],
	[
		'filters that are off',
		{ neverExpires: false, noPassword: false, permission: [], filePattern: ' ' },
		['open', 'locked', 'week', 'month'],
	],
	['both', { neverExpires: true, noPassword: true }, ['open']],
	['within 5 days and a little', { expiresWithin: 6 }, ['week']],
	['a pattern, in any case', { filePattern: '*.XLSX' }, ['locked', 'week']],
	['files only', { file: true, filePattern: '*' }, ['open', 'locked', 'week']],
	['one of two permissions', { permission: ['upload', 'preview'] }, ['locked', 'week', 'month']],
])('%s', async (_name, filters, expected) => {
	await library.restart({ linkTerms: true });
	const links = await library.shareAll();
	const before = library.emulator.requests.length;
	const { items, error } = await library.getMany(filters);
	expect(error).toBeUndefined();
	expect(namesOf(links, items)).toEqual(expected);
	expect(library.sentSince(before)).toEqual(['links']);
	for (const { json } of items) expect(json).toMatchObject({ allow: expect.any(String) as string });
});

test('Limit counts what passes, and raw entries are filtered too', async () => {
	const links = await library.shareAll();
	const limited = await library.getMany({ noPassword: true }, { returnAll: false, limit: 1 });
	expect(namesOf(links, limited.items)).toEqual(['open']);
	const raw = await library.getMany({ neverExpires: true }, { simplify: false });
	expect(raw.items.map(({ json }) => json.deadline)).toEqual([-1, -1]);
});

test('what the service does not say passes no filter that asks for it, and the hint says so', async () => {
	await library.shareAll();
	const result = await library.getMany({ permission: ['download'], neverExpires: true });
	expect(result.items).toEqual([]);
	expect(hintsOf(result)).toEqual(expect.arrayContaining([expect.stringMatching(/Permission asks about: 2 links/)]));
	expect((await library.getMany({ filePattern: 'Offers/**' })).items).toEqual([]);
});
