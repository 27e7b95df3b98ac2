import * as invocation from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import type { INode } from 'n8n-workflow';
import { toToolError } from '../../../src/n8n/context/toolCall';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';
import { shareWorld } from '../support/world';

/* What a model reads of the nodes, and what it may not do. */

const nodes = shareWorld(new FileNodes());

const get = (path: string) => ({ resource: 'file', operation: 'get', file: by('path', path) });

describe('an error', () => {
	test('says what happened and how to recover in its message, and nothing about items', async () => {
		const { error } = await nodes.callTool('fileLibrary', get('Contracts/ofer.txt'));
		expect(error?.message).toMatch(/does not exist/);
		expect(error?.message).toMatch(/list the folder/i);
		expect(error?.message).not.toMatch(/undefined|null/);
		expect(error?.message).toMatch(/\.$/);
		expect(error?.description ?? '').toBe('');
	});

	test('outside of a tool call the message and the description stay apart', async () => {
		const { error } = await nodes.run('fileLibrary', get('Contracts/ofer.txt'));
		expect(error?.context?.itemIndex).toBe(0);
		expect(error?.message).not.toMatch(/Upper and lower case count/);
		expect(error?.description).toMatch(/Upper and lower case count/);
	});

	test('of a value names the field and asks for another one', async () => {
		const list = { resource: 'folder', operation: 'getMany', folder: by('path', '/') };
		const { error } = await nodes.callTool('fileLibrary', { ...list, limit: '={{ "many" }}' });
		expect(error?.message).toMatch(/^Limit must be a whole number.* Enter digits only/);
	});

	test('with Continue On Fail it is the item', async () => {
		const more = { nodeProps: { onError: 'continueRegularOutput' } } as const;
		const { items } = await nodes.callTool('fileLibrary', get('nowhere.txt'), {}, more);
		expect(items[0]?.json.error).toMatch(/list the folder/i);
	});

	test('a tool without binary data names the operation that takes text', async () => {
		const upload = { resource: 'file', operation: 'upload', binaryPropertyName: 'data', folder: by('path', '/') };
		const { error } = await nodes.callTool('fileLibrary', upload);
		expect(error?.message).toMatch(/File: Create From Text/);
	});
});

describe('an answer', () => {
	test('with nothing in it says so', async () => {
		const search = { resource: 'file', operation: 'search', keywords: 'no-such-word-anywhere' };
		const { items } = await nodes.callTool('fileLibrary', search);
		expect(items.map(({ json }) => json)).toEqual([{ note: 'Nothing was found.' }]);
	});

	test('that the limit cut off says what a model can do about it', async () => {
		const list = { resource: 'folder', operation: 'getMany', folder: by('path', '/') };
		const { items } = await nodes.callTool('fileLibrary', { ...list, limit: 2 });
		expect(items).toHaveLength(3);
		expect(items[2]?.json.note).toMatch(/^The limit of 2 was reached, so there may be more results\. .*narrow/);
		expect(items[2]?.json.note).not.toMatch(/Return All/);
		const { items: all } = await nodes.callTool('fileLibrary', { ...list, returnAll: true });
		expect(all.filter(({ json }) => json.note !== undefined)).toEqual([]);
	});

	test.each<[FileNode, string[]]>([
		['fileLibrary', []],
		['fileLibraryUser', ['mount_id']],
	])('%s: of a list has what a model goes on with, and nothing that it only pays for', async (node, more) => {
		const write = { resource: 'file', operation: 'createFromText', text: 'a', conflict: 'overwrite' };
		const place = { fileName: 'a.txt', folder: by('path', 'Hits/In') };
		const { items: written } = await nodes.callTool(node, { ...write, ...place });
		expect(written[0]?.json).toMatchObject({ fullpath: 'Hits/In/a.txt' });
		expect(Object.keys(written[0]?.json ?? {})).not.toContain('transfer');
		const list = { resource: 'folder', operation: 'getMany', folder: by('path', 'Hits'), recursive: true };
		const { items } = await nodes.callTool(node, { ...list, returnAll: true });
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ type: 'folder', fullpath: 'Hits/In' }) as object,
			expect.objectContaining({ fullpath: 'Hits/In/a.txt', filesize: 1 }) as object,
		]);
		const may = ['fullpath', ...more, 'filesize', 'modified', 'modified_by', 'tags'];
		const has = Object.keys(items[1]?.json ?? {});
		expect(may.filter((name) => has.includes(name))).toEqual(has);
		expect(has).toEqual(expect.arrayContaining(['fullpath', ...more, 'filesize', 'modified']));
		const raw = await nodes.callTool(node, { ...list, returnAll: true, simplify: false });
		expect(Object.keys(raw.items[1]?.json ?? {})).toEqual(expect.arrayContaining(['hash', 'filehash', 'dir']));
	});

	test('that expires says in how long', async () => {
		const link = { resource: 'link', operation: 'create', file: by('path', 'Contracts/offer.txt') };
		const left = async (terms: object) =>
			(await nodes.callTool('fileLibrary', { ...link, ...terms })).items[0]?.json.expires_in;
		expect(await left({ expires: 'days', days: 7 })).toBe('7 days');
		expect(await left({})).toMatch(/^(2 days|48 hours)$/);
		expect(await left({ expires: 'never' })).toBeUndefined();
	});

	test('with Selected Fields has these fields, of those that there are', async () => {
		nodes.emulator.seedFile('Hits/b.txt', 'b');
		const selected = { options: { selectedFields: 'fullpath, filesize,nothing' } };
		const { items } = await nodes.callTool('fileLibrary', { ...get('Hits/b.txt'), ...selected });
		expect(items.map(({ json }) => json)).toEqual([{ fullpath: 'Hits/b.txt', filesize: 1 }]);
		const none = { options: { selectedFields: ' ' } };
		const { items: all } = await nodes.callTool('fileLibrary', { ...get('Hits/b.txt'), ...none });
		expect(Object.keys(all[0]?.json ?? {}).length).toBeGreaterThan(2);
	});

	test.each<FileNode>(['fileLibrary', 'fileLibraryUser'])('%s: a large text is cut, and says so', async (node) => {
		const file = { resource: 'file', fileName: 'long.txt', folder: by('path', 'Tool') };
		const write = { ...file, operation: 'createFromText', text: '={{ $json.text }}' };
		await nodes.callTool(node, write, { text: '合'.repeat(100_000) });
		const read = { resource: 'file', operation: 'download', file: by('path', 'Tool/long.txt') };
		const { items } = await nodes.callTool(node, read);
		expect(items[0]?.json).toMatchObject({ text: '合'.repeat(33_333), truncated: true, verified: false });
		expect(items[0]?.json.note).toMatch(/only the first 100 kB/);
		const more = await nodes.callTool(node, { ...read, options: { textLimit: 300 } });
		expect(more.items[0]?.json).toMatchObject({ text: '合'.repeat(100_000), truncated: false, verified: true });
	});

	test.each<FileNode>(['fileLibrary', 'fileLibraryUser'])('%s: a file that is no text is a link', async (node) => {
		const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);
		nodes.seedFile('Tool/a.png', content);
		const read = { resource: 'file', operation: 'download', file: by('path', 'Tool/a.png') };
		const { items } = await nodes.callTool(node, read);
		expect(items[0]?.json).toMatchObject({ fullpath: 'Tool/a.png', filesize: 8 });
		expect(items[0]?.json).not.toHaveProperty('verified');
		expect(items[0]?.json.note).toMatch(/no text file.*link/);
		const linked = await fetch(String(items[0]?.json.url));
		expect(Buffer.from(await linked.arrayBuffer())).toEqual(content);
	});
});

test('where the agent itself calls the tool, n8n hands on the same message once', async () => {
	// n8n-core adds the description to the message where the message does not contain it.
	const handled: string[] = [];
	const missing = new LibraryError('notFound', 'The file does not exist', { status: 404, hint: 'Check its name' });
	const failing = {
		execute: async () => await Promise.reject(toToolError({ getNode: () => ({ name: 'N' }) as INode }, missing)),
	};
	const context = {
		addInputData: () => ({ index: 0 }),
		addOutputData: () => undefined,
		getExecutionCancelSignal: () => undefined,
	};
	const invoke = invocation.makeHandleToolInvocation(
		() => context as never,
		{ name: 'N', retryOnFail: false } as never,
		failing as never,
		{ resultData: { runData: {} } } as never,
	);
	await invoke({}).catch((error: unknown) => handled.push((error as Error).message));
	expect(handled[0]?.match(/Check its name/g)).toHaveLength(1);
	expect(handled[0]).not.toMatch(/Details: /);
});
