import { servicePort } from '../../../src/client/mirror/servicePort';
import type { FaultAction } from '../../emulator/faults/faults';
import type { Emulator } from '../../emulator/index';
import { sha1 } from '../service/emulatorBench';
import { bytes, fileOf, mirrorBench } from './mirrorBench';

/* The changes of a mirror, over the emulator: what is sent, what is there afterwards, and lost answers. */

const twoLibraries = mirrorBench();

/** Bytes that arrived at upload hosts. */
const uploaded = ({ requests }: Emulator): number => requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);

test('a content that the service knows is one request and no byte', async () => {
	const { emulator, port, at, sent } = await twoLibraries();
	const content = bytes(50_000);
	emulator.seedFile('S/a.bin', content);
	expect(await port.storeFile(fileOf('a.bin', content))).toBe(0);
	expect(sent()).toEqual(['create_file']);
	expect(uploaded(emulator)).toBe(0);
	expect(at('T/a.bin')).toMatchObject({ filehash: sha1(content), filesize: 50_000 });
});

test.each([0, 1, 10_000_000, 10_000_001, 25_000_000])(
	'a content of %i bytes that it does not know is streamed',
	async (size) => {
		const { emulator, port, at } = await twoLibraries({ knowsAllLibraries: false });
		const content = bytes(size);
		emulator.seedFile('S/a.bin', content);
		expect(await port.storeFile(fileOf('a.bin', content))).toBe(size);
		expect(uploaded(emulator)).toBe(size);
		expect(at('T/a.bin')).toMatchObject({ filehash: sha1(content), filesize: size });
		expect(emulator.sessions()).toEqual([]);
		expect(emulator.requests.filter(({ path }) => path.endsWith('/create_file'))).toHaveLength(1);
	},
);

test('where the service shows no SHA1, the content is read to find it', async () => {
	const { emulator, port, at } = await twoLibraries({ knowsAllLibraries: false });
	const content = bytes(300_000);
	emulator.seedFile('S/a.bin', content);
	expect(await port.storeFile({ ...fileOf('a.bin', content), filehash: '' })).toBe(300_000);
	expect(at('T/a.bin')).toMatchObject({ filehash: sha1(content) });
	expect(await port.storeFile({ ...fileOf('a.bin', content), filehash: '' })).toBe(0);
});

test('a content that has changed since it was listed is not stored', async () => {
	const { emulator, port, at } = await twoLibraries({ knowsAllLibraries: false });
	emulator.seedFile('S/a.bin', Buffer.from('the new one'));
	await expect(port.storeFile(fileOf('a.bin', Buffer.from('the old one')))).rejects.toMatchObject({
		kind: 'protocol',
		code: 'contentMismatch',
	});
	expect(at('T/a.bin')).toBeUndefined();
	expect(emulator.sessions()).toEqual([]);
});

test.each<[string, FaultAction]>([
	['/upload_part', 'reset'],
	['/upload_part', 'resetAfter'],
	['/upload_part', { status: 500 }],
	['/upload_init', { status: 500 }],
	['/upload_finish', 'resetAfter'],
	['/create_file', 'resetAfter'],
	['/create_file', { status: 503 }],
	['/download_url', 'reset'],
])('a content arrives whole although %s fails (%j)', async (match, action) => {
	const { emulator, port, at } = await twoLibraries({ knowsAllLibraries: false });
	const content = bytes(12_000_000);
	emulator.seedFile('S/a.bin', content);
	emulator.faults.add({ match, action });
	await port.storeFile(fileOf('a.bin', content));
	expect(emulator.faults.pending).toBe(0);
	expect(at('T/a.bin')).toMatchObject({ filehash: sha1(content), filesize: content.length });
	expect(at('T/a(2).bin')).toBeUndefined();
});

test('a content arrives whole although its download is cut', async () => {
	const { emulator, port, at } = await twoLibraries({ knowsAllLibraries: false });
	const content = bytes(12_000_000);
	emulator.seedFile('S/a.bin', content);
	emulator.faults.add({ match: /^\/download\//, action: { cutAfterBytes: 5_000_000 }, times: 2 });
	await port.storeFile(fileOf('a.bin', content));
	expect(emulator.faults.pending).toBe(0);
	expect(at('T/a.bin')).toMatchObject({ filehash: sha1(content) });
});

describe.each<FaultAction>(['reset', 'resetAfter', { status: 500 }, { status: 503 }, 'html'])(
	'a request that fails (%j)',
	(action) => {
		test('a folder is created once', async () => {
			const { emulator, other, port } = await twoLibraries();
			emulator.faults.add({ match: '/create_folder', action });
			await port.createFolder('new');
			const names = emulator.libraries.get(other.mountId)?.tree.find('T')?.children?.byName.keys();
			expect([...(names ?? [])].sort()).toEqual(['.keep', 'new']);
		});

		test('a file is moved once', async () => {
			const { emulator, other, port, at } = await twoLibraries();
			const content = Buffer.from('moved');
			emulator.seedFile('T/a', content, other);
			emulator.faults.add({ match: '/move', action });
			await port.move('a', 'sub/b', fileOf('sub/b', content));
			expect([at('T/a'), at('T/sub/b')?.filehash]).toEqual([undefined, sha1(content)]);
		});

		test('a file is deleted once, to the recycle bin', async () => {
			const { emulator, other, port, at } = await twoLibraries();
			emulator.seedFile('T/a', 'deleted', other);
			emulator.faults.add({ match: '/del', action });
			await port.remove('a');
			expect(at('T/a')).toBeUndefined();
			expect(emulator.libraries.get(other.mountId)?.recycleBin.count).toBe(1);
		});
	},
);

test('what is deleted already counts as deleted', async () => {
	const { port } = await twoLibraries();
	await expect(port.remove('never there')).resolves.toBeUndefined();
});

test('the target folder is created with those around it, and nothing is asked twice', async () => {
	const { source, target, at, sent } = await twoLibraries();
	await servicePort(source, { ...target, folder: 'T/x/y/z' }).createFolder('');
	expect(at('T/x/y/z')).toBeDefined();
	expect(sent()).toEqual(['info', 'info', 'info', 'info', 'create_folder', 'create_folder', 'create_folder']);
});

test('a target folder that is a file is refused', async () => {
	const { source, target } = await twoLibraries();
	const port = servicePort(source, { ...target, folder: 'T/.keep' });
	await expect(port.createFolder('')).rejects.toMatchObject({
		message: 'Target Folder: "T/.keep" is a file, not a folder',
	});
});

test('a name that was taken in the meantime is a conflict', async () => {
	const { emulator, other, port } = await twoLibraries();
	emulator.seedFile('T/a', 'there', other);
	await expect(port.createFolder('a')).rejects.toMatchObject({
		kind: 'conflict',
		message: '"T/a" was taken in the meantime, so the service made "T/a(2)"',
	});
});

test('the operator is recorded', async () => {
	const { source, target, emulator } = await twoLibraries();
	const port = servicePort(source, { ...target, operator: { op_id: '101' } });
	emulator.seedFile('S/a', 'x');
	await port.createFolder('new');
	await port.storeFile(fileOf('a', Buffer.from('x')));
	await port.move('a', 'b', fileOf('b', Buffer.from('x')));
	await port.remove('b');
	expect(emulator.requests.map(({ params }) => params.op_id)).toEqual(['101', '101', '101', '101']);
});
