import { FakeServer } from '../../support/fakeServer';
import { watchTurns } from '../../support/longestTurn';
import { type Library, by, on, startLibrary } from '../support/library';
import { sized } from '../../support/runs';

/* Lists that are long: n8n does something else in between. */

let service: FakeServer;
let library: Library;
/** How many entries the folder has, and whether the service says so page by page. */
let entries = 0;
beforeAll(async () => {
	service = await FakeServer.start(({ form, path }) => {
		const [start, size] = [Number(form.get('start') ?? 0), Number(form.get('size') ?? entries)];
		const length = Math.min(size, entries - start);
		const list = Array.from({ length }, (_, at) => entry(start + at, path.includes('link')));
		return { status: 200, body: JSON.stringify({ count: entries, list }) };
	});
	library = await startLibrary({ url: service.url, orgClientId: 'client', orgClientSecret: 'secret of the library' });
});
afterAll(async () => await service.close());

/** An entry with a text that is long enough to be searched for secrets. */
const entry = (at: number, isLink: boolean): object => ({
	...{ hash: `h${at}`, dir: 0, filename: `file ${at}.txt`, fullpath: `Folder/file ${at}.txt`, filesize: at },
	...(isLink ? { code: `c${at}`, link: `https://files.example.com/l/c${at}` } : {}),
	...Object.fromEntries(
		Array.from({ length: 12 }, (_, n) => [`note_${n}`, `QUJDREVG ${'&amp; text %41 of a note'.repeat(4)}`]),
	),
});

const COUNT = sized(20_000);

test('20,000 entries of a folder', async () => {
	entries = 100;
	const list = on('folder', 'getMany', { folder: by('path', 'Folder'), returnAll: true, simplify: false });
	await library.run(list);
	entries = COUNT;
	const { result, longestMs } = await watchTurns(async () => await library.run(list));
	expect(result.items.length).toBe(COUNT);
	expect(longestMs).toBeLessThan(100);
});
