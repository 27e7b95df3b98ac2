import { walkEntries } from '../../../src/n8n/lists/browseEntries';
import { listFolder } from '../../../src/protocol/catalogue/libraryFiles';
import { callerWith, fakeClock, fieldsOf, scriptedHttp, type Reply } from '../../support/ports';

/* The walk through the folders of a library that a picker makes: what it finds, and what it may cost. */

const AMPLE = { requests: 1000, ms: 60_000 };
const list = (fullpath: string) => ({ request: listFolder, params: { fullpath } });
const isFolder = ({ dir }: Record<string, unknown>): boolean => dir === 1;

/** What a service answers about the folders around these paths; a path with a slash at its end is a folder. */
interface Service {
	readonly paths: readonly string[];
	readonly countOf?: (all: number, page: number) => number | undefined;
	readonly most?: number;
	readonly refused?: string;
}

function entriesIn(paths: readonly string[], folder: string): Array<Record<string, unknown>> {
	const inside = paths.filter((path) => folder === '' || path.startsWith(`${folder}/`));
	const names = inside.map((path) => path.slice(folder === '' ? 0 : folder.length + 1));
	const kinds = new Map(names.filter(Boolean).map((name) => [name.split('/')[0] ?? '', name.includes('/') ? 1 : 0]));
	return [...kinds].map(([filename, dir]) => ({
		filename,
		dir,
		// As some services write folders (client facts 5.7).
		fullpath: `${folder}${folder && '/'}${filename}${dir ? '/' : ''}`,
	}));
}

const service = ({ paths, countOf = (all) => all, most = Infinity, refused }: Service) =>
	scriptedHttp((request): Reply => {
		const { fullpath = '', start, size } = fieldsOf(request);
		if (refused !== undefined && fullpath === refused) return { status: 403, body: { error_code: 40302 } };
		const all = entriesIn(paths, fullpath);
		const page = all.slice(Number(start), Number(start) + Math.min(most, Number(size)));
		return { body: { list: page, count: countOf(all.length, page.length) } };
	});

const namesOf = (entries: ReadonlyArray<Record<string, unknown>>): unknown[] =>
	entries.map(({ filename }) => filename).sort();
const many = (count: number, folder = ''): string[] =>
	Array.from({ length: count }, (_, at) => `${folder}f${String(at).padStart(3, '0')}/`);

test.each<[string, Omit<Service, 'paths'>]>([
	['the number of all entries', {}],
	['the number of entries of the page', { countOf: (_, page) => page }],
	['nothing', { countOf: () => undefined }],
	['the number of all entries, with short pages', { most: 30 }],
])('folders behind a page, where the service counts %s', async (_name, counting) => {
	const http = service({ paths: many(200), ...counting });
	const wanted = ({ filename }: Record<string, unknown>) => filename === 'f199';
	expect(namesOf(await walkEntries(callerWith(http), list, wanted, AMPLE))).toEqual(['f199']);
});

test('a folder that cannot be listed is passed over, and files are not opened', async () => {
	const http = service({ paths: ['a/b/', 'closed/x/', 'z/y/', 'top.txt'], refused: 'closed' });
	const found = await walkEntries(callerWith(http), list, isFolder, AMPLE);
	expect(namesOf(found)).toEqual(['a', 'b', 'closed', 'y', 'z']);
	expect(http.sent.map((request) => fieldsOf(request).fullpath)).toEqual(['', 'a', 'closed', 'z', 'a/b', 'z/y']);
});

test('no request after the time is up', async () => {
	const clock = fakeClock();
	const http = service({ paths: many(60) });
	const slow = {
		...http,
		request: async (request: Parameters<typeof http.request>[0]) => {
			clock.time += 100;
			return await http.request(request);
		},
	};
	await walkEntries(callerWith(slow, { clock }), list, isFolder, { requests: 1000, ms: 1000 });
	expect(http.sent.length).toBe(10);
});

test('a service that answers the same page for ever costs the budget and no more', async () => {
	const page = many(100).map((path) => ({ filename: path, fullpath: path, dir: 0 }));
	const http = scriptedHttp({ body: { list: page, count: 100_000 } });
	await walkEntries(callerWith(http), list, isFolder, { ...AMPLE, requests: 12 });
	expect(http.sent).toHaveLength(12);
});
