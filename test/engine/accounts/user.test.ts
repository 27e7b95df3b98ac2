import type { INodeExecutionData } from 'n8n-workflow';
import { reference, type OperationEntry, type ParameterRow } from '../../../src/tools/reference';
import { contractOf, resolve } from '../../contract/contract';
import type { CredentialData } from '../support/credentialsHelper';
import type { Engine, RunResult } from '../support/engine';
import { by, withValue } from '../support/library';
import { GET, library, Person } from '../support/person';
import type { UserServer } from '../support/userServer';

/* Operations of the File Library User node, in the real engine against a strict server. */

const entries = reference().filter(({ node }) => node === 'fileLibraryUser');
const HIDDEN = '合同 2026/é+b%20&x.txt';
let person: Person;
let server: UserServer;
let engine: Engine;
beforeAll(async () => {
	person = await Person.start();
	({ server, engine } = person);
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());
afterEach(() => expect(server.problems).toEqual([]));

const credential = (fields: Record<string, unknown> = {}): CredentialData => person.credential(fields);
const run = async (...request: Parameters<Person['run']>): Promise<RunResult> => await person.run(...request);
const file = async () => [await engine.binaryItem(Buffer.from('bytes to upload'), { fileName: 'report.bin' })];
const isUpload = (entry: OperationEntry): boolean => entry.covers.includes('uploadPart');

describe('operations', () => {
	test.each(entries.map((entry): [string, OperationEntry] => [entry.id, entry]))(
		'%s: the example, and every parameter',
		async (id, entry) => {
			const credentials = credential();
			const { items, error } = await run(entry.example, credentials, isUpload(entry) ? await file() : undefined);
			expect(error).toBeUndefined();
			expect(items.length).toBeGreaterThan(0);
			for (const item of items) expect(item.pairedItem).toEqual({ item: 0 });
			expect(server.sent(entry.covers.includes(id) ? id : (entry.covers[0] ?? ''))).not.toEqual([]);
			for (const row of entry.parameters.filter(({ composed, kind }) => !composed && kind !== 'binary')) {
				for (const [value, wire] of casesOf(entry, row)) {
					server.requests.length = 0;
					const changed = await run(
						withValue(
							row.path === 'limit' ? { ...entry.example, returnAll: false } : entry.example,
							row.path,
							value,
						),
						credentials,
						isUpload(entry) ? await file() : undefined,
					);
					expect({ row: row.path, error: changed.error }).toEqual({ row: row.path, error: undefined });
					const target = entry.covers.find((name) => contractOf(name).parameters.has(row.wire)) ?? '';
					expect({ row: row.path, value, wire: server.sent(target)[0]?.[row.wire] ?? null }).toEqual({
						row: row.path,
						value,
						wire,
					});
				}
			}
		},
	);

	function casesOf(entry: OperationEntry, row: ParameterRow): Array<[unknown, string | null]> {
		const schema = resolve(
			entry.covers
				.map(contractOf)
				.find(({ parameters }) => parameters.has(row.wire))
				?.parameters.get(row.wire)?.schema ?? {},
		);
		const text = schema.type === 'integer' ? '7' : HIDDEN;
		if (row.multipleValues) return [[['pdf', 'docx'], '["pdf","docx"]']];
		switch (row.kind) {
			case 'resourceLocator':
				return [
					[by(row.mode ?? '', text), text],
					...(row.mode === 'paths'
						? [
								[by('paths', '/a/1.txt|b'), 'a/1.txt|b'] as [unknown, string],
								[by('paths', ['a', 'b']), 'a|b'] as [unknown, string],
							]
						: []),
				];
			case 'boolean':
				return [
					[true, row.values?.['true'] ?? null],
					[false, row.values?.['false'] ?? null],
				];
			case 'options':
				return (row.choices ?? [])
					.filter((choice) => !['fail', 'skip'].includes(choice))
					.map((choice) => [
						choice,
						row.values && choice in row.values ? (row.values[choice] ?? null) : choice,
					]);
			case 'multiOptions':
				return (row.choices ?? []).map((choice) => [[choice], JSON.stringify([choice])]);
			case 'number':
				return [[7, '7']];
			default:
				return row.wire === 'newname' ? [['é & b.txt', 'é & b.txt']] : [[HIDDEN, HIDDEN]];
		}
	}

	test('dateline goes exactly where the contract lists it, and never a client_id', async () => {
		const credentials = credential();
		for (const entry of entries) await run(entry.example, credentials, isUpload(entry) ? await file() : undefined);
		for (const { operation, params } of server.requests) {
			const { dateline, credential: kind } = contractOf(operation);
			expect({ operation, dateline: 'dateline' in params }).toEqual({ operation, dateline });
			if (kind === 'token') expect(params).not.toHaveProperty('client_id');
		}
	});

	test('upload in chunks: the token in the header, no org_client_id, the content arrives', async () => {
		const { items } = await run(
			{
				resource: 'file',
				operation: 'upload',
				library,
				binaryPropertyName: 'data',
				folder: by('path', 'Up'),
				options: { conflict: 'overwrite' },
			},
			undefined,
			await file(),
		);
		expect(items[0]?.json).toMatchObject({ fullpath: 'Up/report.bin', filename: 'report.bin' });
		expect(server.files.get('Up/report.bin')?.toString()).toBe('bytes to upload');
		expect(server.sent('uploadInitUser')).toEqual([{}]);
		expect(
			server.requests.filter(({ headers }) => 'x-svc-token' in headers).map(({ operation }) => operation),
		).toEqual(['uploadInitUser']);
	});

	test('web upload by token; an existing file fails, is skipped', async () => {
		const upload = {
			resource: 'file',
			operation: 'upload',
			library,
			binaryPropertyName: 'data',
			folder: by('path', 'Up'),
			fileName: 'web.bin',
		};
		await run({ ...upload, options: { method: 'form' } }, undefined, await file());
		expect(server.files.get('Up/web.bin')?.toString()).toBe('bytes to upload');
		expect(server.sent('webUploadUser')[0]).toMatchObject({
			mount_id: '1024',
			path: 'Up',
			name: 'web.bin',
			filefield: 'file',
			overwrite: '0',
		});
		expect(
			(await run({ ...upload, options: { conflict: 'skip' } }, undefined, await file())).items[0]?.json,
		).toMatchObject({ skipped: true, fullpath: 'Up/web.bin' });
		expect(
			(await run({ ...upload, options: { conflict: 'fail' } }, undefined, await file())).error?.message,
		).toContain('exists already');
	});

	test('download', async () => {
		const { items } = await run({
			resource: 'file',
			operation: 'download',
			library,
			file: by('path', 'Docs/a.txt'),
			binaryPropertyName: 'data',
		});
		expect((await engine.contentOf(items[0] as INodeExecutionData)).toString()).toBe('content of any file\n');
		expect(items[0]?.binary?.['data']?.fileName).toBe('a.txt');
	});

	test('a search without a library is one in all libraries', async () => {
		await run({ resource: 'file', operation: 'search', keyword: 'offer', returnAll: true });
		expect(server.sent('userFileSearch')[0]).toMatchObject({ mount_id: '0', keyword: 'offer' });
	});

	test.each([
		[{ ...GET, library: by('id', '={{ "" }}') }, /Library: .*required/],
		[{ ...GET, library: by('id', 'abc') }, /Library: must be a whole number/],
		[
			{ resource: 'file', operation: 'rename', library, file: by('path', 'a'), newName: 'b/c' },
			/New Name: can't contain/,
		],
	])('wrong input %# is named', async (parameters, message) => {
		expect((await run(parameters)).error?.message).toMatch(message);
	});

	test('pickers: libraries, and the files of the chosen one', async () => {
		const setup = { node: person.node, credentials: credential() };
		expect((await engine.search({ ...setup, method: 'mounts' })).results).toEqual([
			{ name: 'sample (1)', value: '1' },
		]);
		expect((await engine.search({ ...setup, method: 'mounts', filter: 'nothing' })).results).toEqual([]);
		expect((await engine.search({ ...setup, method: 'enterprises' })).results).toEqual([
			{ name: '1 (with sample)', value: '1' },
		]);
		const chosen = {
			...setup,
			parameters: { resource: 'file', operation: 'copy', library, targetLibrary: by('id', '77') },
		};
		expect((await engine.search({ ...chosen, method: 'entriesByPath' })).results).toHaveLength(1);
		await engine.search({ ...chosen, method: 'targetFoldersByPath', filter: 'Archive/' });
		await engine.search({ ...chosen, method: 'entriesByHash', filter: 'offer' });
		expect(server.sent('userFileList').map(({ mount_id, fullpath }) => [mount_id, fullpath])).toEqual([
			['1024', ''],
			['77', 'Archive'],
		]);
		expect(server.sent('userFileSearch')[0]).toMatchObject({ mount_id: '1024', keyword: 'offer' });
		await expect(
			engine.search({ ...setup, parameters: { resource: 'file', operation: 'get' }, method: 'entriesByPath' }),
		).rejects.toThrow(/Library: is required/);
	});
});
