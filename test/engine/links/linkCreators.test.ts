import { hintsOf } from '../support/engine';
import { by as at, on } from '../support/library';
import { useWorld } from '../support/world';
import { LinkLibrary, namesOf, type Links } from './linkLibrary';

/* Who made a link and when, from the log of the library, which takes the credential of an enterprise. */

const library = useWorld(new LinkLibrary());

const by = (name: string) => ({ operatorId: '', operatorName: name });
const columns = (items: ReadonlyArray<{ json: Record<string, unknown> }>) =>
	items.map(({ json }) => [json.filename, json.created_by, typeof json.created === 'string']);

async function shared(): Promise<void> {
	const { emulator } = library;
	for (const path of ['Other/kept.txt', 'Old/same.txt', 'New/same.txt', 'Two.txt'])
		emulator.seedFile(path, path.slice(-8));
	await library.share('Offers/a.pdf', by('Ann'), { expires: 'never' });
	await library.share('Plan.xlsx', by('Ben'), { expires: 'never' });
	// Two files of one name and size, and two people for one file: what the log has may be about either.
	await library.share('Old/same.txt', by('Ann'), { expires: 'never' });
	await library.share('New/same.txt', by('Ben'), { expires: 'never' });
	await library.share('Two.txt', by('Ann'), { expires: 'never' });
	await library.share('Two.txt', by('Ann'), { expires: 'never' });
}

test('the log tells, also of a file that was moved; where it may mean several, it tells nothing', async () => {
	await shared();
	await library.move('Offers/a.pdf', 'Other/b.pdf');
	await library.share('Offers', by('Ben'), { expires: 'never' });
	// The log has the link of a file that is gone, too.
	await library.share('Other/kept.txt', by('Ann'), { expires: 'never' });
	await library.run(on('file', 'delete', { file: at('path', 'Other/kept.txt') }));
	const { items, error } = await library.getMany({}, { ...library.enterprise, options: { creator: true } });
	expect(error).toBeUndefined();
	expect(columns(items)).toEqual([
		['b.pdf', 'Ann', true],
		['Plan.xlsx', 'Ben', true],
		['same.txt', null, false],
		['same.txt', null, false],
		// Both are Ann's, whichever was made first.
		['Two.txt', 'Ann', false],
		['Two.txt', 'Ann', false],
		['Offers', 'Ben', true],
	]);
	const plain = await library.getMany({}, library.enterprise);
	expect(plain.items.every(({ json }) => !('created_by' in json))).toBe(true);
});

test('a link is closed by its creator only where that is known, and a note counts the others', async () => {
	await shared();
	const filters = { createdBy: 'ben', createdAfter: '1' };
	const { items, error } = await library.closeMany({ ...library.enterprise, dryRun: false, filters });
	expect(error).toBeUndefined();
	const [done, ...others] = items.map(({ json }) => [json.filename, json.created_by, json.status]);
	expect([done, others]).toEqual([['Plan.xlsx', 'Ben', 'done'], []]);
	expect((await library.openCodes()).length).toBe(5);
	const planned = await library.closeMany({ ...library.enterprise, filters: { createdBy: 'Ann' } });
	expect(planned.items.map(({ json }) => json.filename)).toEqual(['a.pdf', 'Two.txt', 'Two.txt']);
	expect(hintsOf(planned).join()).toMatch(/Created By/);
	const old = await library.getMany({ createdBefore: '1' }, library.enterprise);
	expect([old.items, hintsOf(old).length]).toEqual([[], 1]);
});

test('a log that does not reach back tells nothing', async () => {
	await shared();
	library.forgetFirstLink();
	const { items } = await library.getMany({}, { ...library.enterprise, options: { creator: true } });
	expect(columns(items)[0]).toEqual(['a.pdf', null, false]);
});

test('links to more files than can be looked up are refused', async () => {
	await library.share('Plan.xlsx', by('Ben'), { expires: 'never' });
	const { log } = library.libraryAt();
	const made = log.find(({ act }) => act === 1014)!;
	for (let n = 0; n < 5000; n++) log.push({ ...made, hash: `hash ${n}` });
	const { error } = await library.getMany({}, { ...library.enterprise, options: { creator: true } });
	expect(error?.message).toMatch(/^Links were made to more than 5000 files/);
});

test('with a library authorization it is refused before anything is sent', async () => {
	await shared();
	const before = library.emulator.requests.length;
	for (const [more, label] of [
		[{ filters: { createdBy: 'Ann' } }, 'Created By'],
		[{ options: { creator: true } }, 'Include Creator'],
	] as const) {
		const { error } = await library.getMany({}, more);
		expect(error?.message).toContain(label);
	}
	const soon = await library.getMany({ createdBefore: 'soon' }, library.enterprise);
	expect(soon.error?.message).toMatch(/Created Before/);
	expect(library.emulator.requests.length).toBe(before);
});

/* Link: Get Many with filters. */

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
	expect(hintsOf(limited)).toContainEqual(expect.stringMatching(/^The service does not say in which folders/));
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
