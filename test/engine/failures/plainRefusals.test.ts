import { by, on } from '../support/library';
import { shareLibrary } from '../support/emulatedLibrary';

/* Wrong entries that people make, each with an error that names what to correct. */

const library = shareLibrary(({ seedFile }) => seedFile('Contracts/draft.txt', 'draft'));

test.each<[string, Record<string, unknown>, RegExp]>([
	[
		'a name of a folder that is too long',
		on('folder', 'create', { name: 'a'.repeat(300), folder: by('path', '/') }),
		/^Folder Name is longer than 255 characters$/,
	],
	[
		'a text into a file',
		on('file', 'createFromText', { folder: by('path', 'Contracts/draft.txt'), fileName: 'a.txt', text: 'x' }),
		/^Parent Folder: "Contracts\/draft\.txt" is a file$/,
	],
	[
		'a row with a name only',
		on('permission', 'applyTable', {
			source: 'json',
			table: JSON.stringify([{ fullpath: 'Contracts', name: 'Ada', granted: 'ls' }]),
		}),
		/^Table, row 1, name: a name alone is not unique; keep member_id or group_id from Get Table$/,
	],
])('%s', async (_name, parameters, message) => {
	const { error } = await library.run(parameters);
	expect(error?.message).toMatch(message);
});
