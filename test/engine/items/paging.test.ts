import { shareLibrary } from '../support/world';
import { by } from '../support/library';

/* Return All and Limit over 250 entries. */

const library = shareLibrary((emulator) => emulator.seed({ count: 250, folder: 'Bulk' }));

const list = { resource: 'folder', operation: 'getMany', folder: by('path', 'Bulk') };
const calls = () =>
	library.emulator.requests
		.filter(({ path, params }) => path.endsWith('/file/ls') && params.fullpath === 'Bulk')
		.map(({ params }) => [params.start, params.size]);

test.each<[string, Record<string, unknown>, number, number]>([
	['Return All', { returnAll: true }, 250, 3],
	['Limit 120', { limit: 120 }, 120, 2],
	['Limit 1', { limit: 1 }, 1, 1],
	['Limit 250', { limit: 250 }, 250, 3],
	['Limit 1000', { limit: 1000 }, 250, 3],
	['the default limit', {}, 50, 1],
])('%s', async (_name, parameters, entries, requests) => {
	const before = calls().length;
	const { items, error } = await library.run({ ...list, ...parameters });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(entries);
	expect(new Set(items.map(({ json }) => json.hash)).size).toBe(entries);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
	expect(calls().length - before).toBe(requests);
});

test.each([[0], [-1], [1.5], ['many']])('Limit %p is refused before anything is sent', async (limit) => {
	const before = library.emulator.requests.length;
	const { error } = await library.run({ ...list, limit });
	expect(error?.message).toMatch(/Limit/);
	expect(library.emulator.requests).toHaveLength(before);
});
