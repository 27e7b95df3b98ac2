import { shareLibrary } from '../support/world';
import { by, on } from '../support/library';
import { nodes } from '../support/nodes';

/* The folder that a search is limited to: optional, and never a folder of another library. */

const library = shareLibrary((emulator) => {
	for (const path of ['A/offer.txt', 'A/B/offer.txt', 'C/offer.txt']) emulator.seedFile(path, 'x');
});

const found = async (more: Record<string, unknown>) => {
	const form = { keywords: 'offer', returnAll: true, filters: { scope: ['filename'] }, ...more };
	const { items, error } = await library.run(on('file', 'search', form));
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.fullpath);
};
const ALL = ['A/B/offer.txt', 'A/offer.txt', 'C/offer.txt'];

test.each<[string, Record<string, unknown>, string[]]>([
	['without a folder', {}, ALL],
	['an empty folder', { folder: by('list', '') }, ALL],
	['the root', { folder: by('list', '/') }, ALL],
	['a folder of the list', { folder: by('list', 'A') }, ['A/B/offer.txt', 'A/offer.txt']],
	['a folder by its path', { folder: by('path', '/A/B/') }, ['A/B/offer.txt']],
])('%s', async (_name, more, expected) => expect(await found(more)).toEqual(expected));

describe('by a person', () => {
	const strict = nodes({ service: 'strict' });
	const sent = async (more: Record<string, unknown>) => {
		const search = on('file', 'search', { keyword: 'offer', returnAll: true, ...more });
		const { error } = await strict.run('fileLibraryUser', search);
		return { error, sent: strict.server.sent('userFileSearch')[0] };
	};

	test('a folder of the chosen library', async () => {
		const { sent: params } = await sent({ library: by('id', 1024), folder: by('path', 'A/B') });
		expect(params).toMatchObject({ mount_id: '1024', fullpath: 'A/B' });
	});
	test('all libraries', async () => {
		const { sent: params } = await sent({});
		expect(params?.mount_id).toBe('0');
		expect(params).not.toHaveProperty('fullpath');
	});
	test('a folder without its library is refused before anything is sent', async () => {
		const { error, sent: params } = await sent({ folder: by('path', 'A') });
		expect(error?.message).toMatch(/Library (is required to search a folder)/);
		expect(params).toBeUndefined();
	});
});
