import { file, GET, type Parameters, useFailures } from '../support/failures';
import { by, on } from '../support/library';

/* Wrong input: the error names the field, what to do and the item, and nothing is sent. */

const f = useFailures();
beforeEach(() => f.emulator.faults.clear());

const FIRST = { json: { first: true } };

describe('wrong input: the field is named, and nothing is sent', () => {
	const rows = (row: Parameters) => ({ rows: [row] });
	test.each<[string, Parameters, RegExp, RegExp?]>([
		[
			'a file that is not entered',
			on('file', 'get', { file: by('path', '={{ "" }}') }),
			/^File: the expression gave nothing for this item/,
			/Check the field name in \{\{ … \}\}\./,
		],
		...(['get', 'delete'] as const).map((operation): [string, Parameters, RegExp] => [
			`${operation}: a path whose last part gives nothing, which would be the folder around it`,
			on('file', operation, { file: by('path', '=Docs/{{ $json.none }}') }),
			/^File(?: or Folder)?: "Docs\/" has an empty part after its last slash$/,
		]),
		['the root where a file is needed', on('file', 'getPreviewLink', { file: by('path', '/') }), /File: .*root/],
		[
			'an object instead of text',
			on('file', 'search', { keywords: '={{ { a: 1 } }}' }),
			/Search Text must be text/,
		],
		[
			'a number that is too small',
			on('file', 'getEditLink', { file, editor: by('id', '1'), options: { timeout: 0 } }),
			/Valid For \(Seconds\) must be at least 1/,
		],
		[
			'a member ID that is not a number',
			on('file', 'getEditLink', { file, editor: by('id', 'Bob') }),
			/Editor: "[^"]*" is not an ID/,
		],
		[
			'a text instead of a switch',
			on('file', 'getEditLink', { file, editor: by('id', '1'), options: { readonly: '={{ "perhaps" }}' } }),
			/Read Only must be true or false/,
		],
		[
			'a choice that does not exist',
			on('file', 'get', { file, options: { attribute: '={{ "7" }}' } }),
			/Details: "7" is not one of/,
		],
		[
			'a date that cannot be read',
			on('change', 'count', { begin: '={{ "yesterday-ish" }}', end: '2026-01-01' }),
			/From: .*is not a date/,
		],
		[
			'a text that is not JSON',
			on('metadata', 'set', { file, key: 'k', mode: 'json', propertiesJson: '={{ "{a:" }}' }),
			/Properties \(JSON\) are not valid JSON/,
		],
		[
			'JSON of another shape',
			on('metadata', 'set', { file, key: 'k', mode: 'json', propertiesJson: '={{ "[1]" }}' }),
			/Properties \(JSON\) must be a JSON object/,
		],
		[
			'a metadata list that is broken JSON',
			on('metadata', 'set', { file, key: 'k', properties: rows({ name: 'm', type: 'multi', value: '["a"' }) }),
			/Property "m"[: ]/,
		],
		['no metadata at all', on('metadata', 'set', { file, key: 'k' }), /^Fill in Properties first$/],
		[
			'a folder name with a separator',
			on('folder', 'create', { name: 'a/b', folder: by('path', '/') }),
			/Folder Name: "a\/b" contains a "\/"/,
			/folder/i,
		],
		[
			'a folder name of dots',
			on('folder', 'create', { name: '..', folder: by('path', '/') }),
			/Folder Name: "\.\."/,
		],
		['a tag with a separator', on('tag', 'add', { file, tags: ['a;b'] }), /Tags: "a;b" contains ";"/],
		['an empty tag', on('tag', 'add', { file, tags: '={{ ["a", ""] }}' }), /Tags contain an empty value/],
		['no tags', on('tag', 'add', { file, tags: [] }), /^Fill in Tags first$/],
		[
			'a path with a separator',
			on('recycleBin', 'restore', { file: by('path', ['a|b']) }),
			/File or Folder: "a\|b" contains "\|"/,
		],
		[
			'a deleted path from the list with a separator',
			on('recycleBin', 'delete', { file: by('list', 'a|b') }),
			/^File or Folder: "a\|b" contains "\|", which separates paths here/,
			/in the service itself/,
		],
		[
			'a deleted path as text with a separator',
			on('recycleBin', 'delete', { file: by('path', 'a|b') }),
			/^File or Folder: "a\|b" contains "\|", which separates paths here/,
			/in the service itself/,
		],
		['a new name of blanks', on('file', 'rename', { file, newName: ' ' }), /^New Name contains only blanks/],
		['a folder name of blanks', on('folder', 'create', { name: '\t', folder: by('path', '/') }), /^Folder Name/],
		['no deleted file', on('recycleBin', 'delete'), /^Choose a File or Folder first$/],
		['no tags of deleted files', on('recycleBin', 'deleteByTag', { tags: [] }), /^Fill in Tag first$/],
		// G42: one of them may be enough for the service.
		[
			'two tags to delete',
			on('file', 'deleteByTag', { tags: ['a', 'b'] }),
			/^Tag must be one tag/,
			/one item for each/,
		],
		['two tags in one text', on('file', 'deleteByTag', { tags: 'a;b' }), /^Tag must be one tag/],
		['two tags to delete for good', on('recycleBin', 'deleteByTag', { tags: '["a","b"]' }), /^Tag must be one tag/],
		[
			'a link without a code',
			on('link', 'close', { link: by('code', 'https://files.example.com/') }),
			/Link: "https.* contains no code/,
		],
		[
			'three targets for two sources',
			on('file', 'copyMany', {
				sources: { rows: [{ file }, { file }] },
				copyTo: 'each',
				destinationFolders: { rows: ['c', 'd', 'e'].map((path) => ({ folder: by('path', path) })) },
			}),
			/Destination Folders contain 3 folders for 2 sources/,
		],
		[
			'a folder of tags that is empty',
			on('file', 'deleteByTag', { tags: ['a'], options: { folder: by('path', '={{ "" }}') } }),
			/Only in Folder[: ]/,
		],
		[
			'a folder of tags that is nothing',
			on('file', 'deleteByTag', { tags: ['a'], options: { folder: by('path', '={{ undefined }}') } }),
			/Only in Folder[: ]/,
		],
		[
			'a new name with a slash',
			on('file', 'move', { file, destinationFolder: by('path', 'b'), newName: 'c/d' }),
			/New Name: "c\/d" contains a "\/"/,
		],
		[
			'no destination',
			on('file', 'copy', { file, destinationFolder: by('path', '') }),
			/^Choose a Destination Folder first$/,
			/Use "\/" for the library root/,
		],
		...(['delete', 'move', 'rename', 'copy'] as const).map((operation): [string, Parameters, RegExp] => [
			`${operation} the root`,
			on('folder', operation, { folder: by('path', '/'), newName: 'x', destinationFolder: by('path', 'Docs') }),
			/Folder: .*the library root can't be used here/,
		]),
	])('%s', async (...[, parameters, message, description]) => {
		await f.expectFailure(parameters, { message, ...(description ? { description } : {}) });
	});

	test('the error names the item it is about, not the first one', async () => {
		await f.expectFailure(
			on('file', 'get', { file: by('path', '={{ $json.first ? "Docs/a.txt" : "" }}') }),
			{ message: /File: the expression gave nothing for this item/, item: 1, sent: true },
			[FIRST, { json: {} }],
		);
	});

	test.each<[string, Record<string, string>, RegExp]>([
		['a Base URL that is not a URL', { baseUrl: 'files.example.com' }, /Base URL[: ]/],
		['an empty Base URL', { baseUrl: '' }, /Base URL is missing/],
		['an empty client ID', { orgClientId: ' ' }, /Library Client ID is missing/],
		['an empty secret', { orgClientSecret: '' }, /Library Client Secret is missing/],
	])('%s', async (_name, change, message) => {
		await f.expectFailure(GET, { message }, undefined, f.credentials(change));
	});
});
