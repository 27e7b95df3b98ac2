import { contractOf } from '../../contract/contract';
import { reference, type OperationEntry } from '../../contract/reference';
import { oneCase } from '../../support/runs';
import { by } from '../support/library';
import { casesOf, exampleWith, type ParameterCase } from '../support/parameterCases';
import { GET, library } from '../support/person';
import { nodes } from '../support/nodes';

/* Every operation of File Library User through the real engine against a strict server that knows access tokens. */

const entries = reference().filter(({ node }) => node === 'fileLibraryUser');
const person = nodes({ service: 'strict', as: 'user' });

const inputFor = async (entry: OperationEntry) =>
	entry.covers.includes('uploadPart') ? await person.file() : undefined;

test.each(entries.map((entry, nth): [string, OperationEntry, number] => [entry.id, entry, nth]))(
	'%s: the example, and every parameter',
	async (id, entry, nth) => {
		const { server } = person;
		const credentials = person.credential();
		server.onlyKnown = entry.covers.includes('uploadPart');
		const { items, error } = await person.run(entry.example, credentials, await inputFor(entry));
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.pairedItem).toEqual({ item: 0 });
		expect(server.sent(entry.covers.includes(id) ? id : (entry.covers[0] ?? ''))).not.toEqual([]);
		const direct = entry.parameters.filter(({ composed, kind }) => !composed && kind !== 'binary');
		for (const row of oneCase(direct, nth)) {
			for (const [value, wire] of casesOf(entry, row).filter(isSent)) {
				server.requests.length = 0;
				server.files.clear();
				const changed = await person.run(exampleWith(entry, row, value), credentials, await inputFor(entry));
				expect({ row: row.path, error: changed.error }).toEqual({ row: row.path, error: undefined });
				const target = entry.covers.find((name) => contractOf(name).parameters.has(row.wire)) ?? '';
				const sent = server.sent(target)[0]?.[row.wire] ?? null;
				expect({ row: row.path, value, wire: sent }).toEqual({ row: row.path, value, wire });
			}
		}
	},
);

/** What happens when a file exists is decided without sending it (userTransfers.test.ts). */
function isSent([value]: ParameterCase): boolean {
	return value !== 'fail' && value !== 'skip';
}

test('dateline goes exactly where the contract lists it, and never a client_id', async () => {
	const credentials = person.credential();
	for (const entry of entries) await person.run(entry.example, credentials, await inputFor(entry));
	for (const { operation, params } of person.server.requests) {
		const { dateline, credential: kind } = contractOf(operation);
		expect({ operation, dateline: 'dateline' in params }).toEqual({ operation, dateline });
		if (kind === 'token') expect(params).not.toHaveProperty('client_id');
	}
});

test('a search without a library searches all libraries', async () => {
	await person.run({ resource: 'file', operation: 'search', keyword: 'offer', returnAll: true });
	expect(person.server.sent('userFileSearch')[0]).toMatchObject({ mount_id: '0', keyword: 'offer' });
});

test.each([
	[{ ...GET, library: by('id', '={{ "" }}') }, /^Library: the expression gave nothing for this item/],
	[{ ...GET, library: by('id', 'abc') }, /Library: "abc" is not an ID/],
	[{ resource: 'file', operation: 'rename', library, file: by('path', 'a'), newName: 'b/c' }, /New Name: .*"\/"/],
	[{ resource: 'file', operation: 'rename', library, file: by('path', 'a'), newName: '..' }, /New Name: "\.\."/],
])('wrong input %# is named, and nothing is sent', async (parameters, message) => {
	expect((await person.run(parameters)).error?.message).toMatch(message);
	expect(person.server.requests).toEqual([]);
});

test('extensions are normalized, whichever way they are written', async () => {
	const ext = ['.TXT', '*.Pdf', 'docx', '={{ [".PNG", "dir"] }}', 'Doc, .xls'];
	await person.run({ resource: 'file', operation: 'search', keyword: 'offer', filters: { ext } });
	expect(person.server.sent('userFileSearch')[0]?.ext).toBe('["txt","pdf","docx","png","dir","doc","xls"]');
});

test.each([
	['userFileInfo', { resource: 'file', operation: 'get', library, file: by('path', '/') }],
	['userFileAttribute', { resource: 'folder', operation: 'getCounts', library, folder: by('path', '/') }],
])('%s of the root, written "/"', async (operation, parameters) => {
	expect((await person.run(parameters)).error).toBeUndefined();
	expect(person.server.sent(operation)[0]).toMatchObject({ fullpath: '' });
});
