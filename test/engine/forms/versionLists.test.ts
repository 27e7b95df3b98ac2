import { ManualClock } from '../../emulator';
import { EmulatedLibrary } from '../support/world';
import { by, on } from '../support/library';
import { sha1 } from '../../support/hashes';

/* The versions of a file in "From List": what the list shows, and that it belongs to the file that is chosen. */

const library = new EmulatedLibrary();
let clock: ManualClock;
beforeEach(async () => {
	clock = new ManualClock(Date.parse('2026-03-01T08:00:00Z'));
	await library.open({ clock, clockWindowSeconds: 1e9 });
});
afterEach(async () => await library.close());

const TEXT = { folder: by('path', 'V'), fileName: 'a.txt', conflict: 'overwrite' };
const upload = async (text: string, operatorName: string) => {
	clock.advance(3_600_000);
	await library.run(on('file', 'createFromText', { ...TEXT, text, options: { operatorName } }));
};
const search = async (file: unknown, filter?: string, operation = 'restoreVersion') =>
	await library.search('versionsOfFile', on('file', operation, { file }), filter);
const hashOf = () => library.idAt('V/a.txt');

test('newest first, with number, time, author and size; the current one is marked', async () => {
	await upload('one', 'Anna');
	await upload('two'.repeat(1000), 'Bert');
	clock.advance(60_000);
	await library.run(on('file', 'rename', { file: by('path', 'V/a.txt'), newName: 'b.txt' }));
	await library.run(on('file', 'rename', { file: by('path', 'V/b.txt'), newName: 'a.txt' }));
	const shown = [
		{ name: 'Version 2 (current): 2026-03-01 05:00, Bert, 3 kB', value: sha1('two'.repeat(1000)) },
		{ name: 'Version 1: 2026-03-01 04:00, Anna, 3 bytes', value: sha1('one') },
	];
	for (const file of [by('path', 'V/a.txt'), by('list', hashOf()), by('id', hashOf()), 'V/a.txt'])
		expect((await search(file)).results).toEqual(shown);
	expect((await search(by('path', 'V/a.txt'), undefined, 'download')).results).toEqual(shown);
	expect((await search(by('path', 'V/a.txt'), 'ann')).results).toEqual([shown[1]]);
	expect((await search(by('path', 'V/a.txt'), sha1('one').slice(0, 8))).results).toEqual([shown[1]]);
});

test('a content that was there twice is shown once', async () => {
	for (const content of ['one', 'two', 'one']) await upload(content, 'Anna');
	const { results } = await search(by('path', 'V/a.txt'));
	expect(results.map(({ name }) => name.slice(0, 9))).toEqual(['Version 3', 'Version 2']);
});

test.each<[string, unknown, RegExp]>([
	['no file yet', by('list', ''), /^Choose File first/],
	['a file that does not exist', by('path', 'V/none.txt'), /does not exist/],
])('%s: the list says so', async (_name, file, message) => {
	await expect(search(file)).rejects.toThrow(message);
});
