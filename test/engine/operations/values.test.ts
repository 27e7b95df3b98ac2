import { by, DIFFICULT, on } from '../support/library';
import { nodes } from '../support/nodes';

/* One reader for values: dates, numbers, lists, locators and the root mean the same in every field. */

type Parameters = Record<string, unknown>;
type Sent = Record<string, string | undefined>;

const strict = nodes({ service: 'strict' });
const { server } = strict;

const LIBRARY = 'fileLibrary';
const ADMIN = 'fileLibraryAdmin';
const file = by('path', 'Docs/a.txt');

/** Runs an operation that sends one request of the given name. */
async function expectSent(node: string, operation: string, parameters: Parameters, expected: Sent): Promise<void> {
	const { error } = await strict.run(node, parameters);
	expect(error).toBeUndefined();
	expect(server.problems()).toEqual([]);
	const [sent = {}] = server.sent(operation);
	expect(Object.fromEntries(Object.keys(expected).map((name) => [name, sent[name]]))).toEqual(expected);
}

describe('metadata: dates as in every other field, lists as lists', () => {
	test.each<[type: string, value: unknown, expected: unknown]>([
		['date', '={{ $now.set({ year: 2026, month: 3, day: 4 }) }}', '2026-03-04'],
		[
			'time',
			'={{ $now.set({ year: 2026, month: 3, day: 4, hour: 5, minute: 6, second: 7 }) }}',
			'2026-03-04 05:06:07',
		],
		['multi', '={{ ["a", "b, c"] }}', ['a', 'b, c']],
		['number', '={{ 12.5 }}', 12.5],
		['string', 'line 1\nline 2', 'line 1\nline 2'],
		['string', DIFFICULT, DIFFICULT],
	])('%s %p', async (type, value, expected) => {
		const properties = { rows: [{ name: '名', type, value }] };
		const { error } = await strict.run(LIBRARY, on('metadata', 'set', { file, key: 'k', properties }));
		expect(error).toBeUndefined();
		expect(server.problems()).toEqual([]);
		expect(JSON.parse(server.sent('libraryFileSetMetadata')[0]?.metadata ?? '')).toEqual({ 名: expected });
	});
});

test('a department must be chosen, and may be the top level', async () => {
	const departmentMembers = (operation: string, department: unknown): Parameters =>
		on('departmentMember', operation, { department, members: { rows: [{ member: by('account', 'ben') }] } });
	for (const operation of ['add', 'remove'])
		for (const department of [by('list', ''), by('path', ''), by('path', '={{ undefined }}'), '={{ undefined }}']) {
			const { error } = await strict.run(ADMIN, departmentMembers(operation, department));
			const said = /^(Choose Department first|Department: the expression gave nothing|The 'N' node has issues)/;
			expect(error?.message).toMatch(said);
		}
	expect(server.requests).toEqual([]);
	await expectSent(ADMIN, 'entAddGroupMember', departmentMembers('add', by('path', '/')), { group_path: '' });
	await expectSent(ADMIN, 'entDelGroupMember', departmentMembers('remove', by('list', '/')), { group_path: '' });
});
