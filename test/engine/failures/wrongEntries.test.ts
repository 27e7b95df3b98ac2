import { file, type Parameters, useFailures } from '../support/failures';
import { by, on } from '../support/library';

/* What people enter by mistake: the error says what is wrong, where and what to do, and no word of the code. */

const f = useFailures();
beforeEach(() => f.emulator.faults.clear());

const ID = '0123456789abcdef0123456789abcdef01234567';
const into = (more: Parameters): Parameters => ({ file, destinationFolder: by('path', 'Docs'), ...more });
const share = (more: Parameters): Parameters => on('link', 'create', { file, ...more });
const list = (more: Parameters): Parameters => on('folder', 'getMany', { folder: by('path', 'Docs'), ...more });

const ENTRIES: ReadonlyArray<readonly [entry: string, parameters: Parameters, message: RegExp, todo: RegExp]> = [
	[
		'a misspelled field',
		on('file', 'get', { file: by('path', '={{ $json.ful }}') }),
		/^File: the expression/,
		/\{\{ … \}\}/,
	],
	[
		'a misspelled field as ID',
		on('file', 'get', { file: by('id', '={{ $json.hsh }}') }),
		/^File: the expression/,
		/\{\{/,
	],
	['nothing to share', on('link', 'create', { file: by('path', '') }), /^Choose a File or Folder first$/, /\w/],
	[
		'no destination',
		on('file', 'copy', into({ destinationFolder: by('path', '') })),
		/^Choose a Destination Folder first$/,
		/"\/"/,
	],
	[
		'a name with a folder in it',
		on('file', 'copy', into({ newName: 'a/b' })),
		/^New Name: "a\/b" contains/,
		/folder/,
	],
	[
		'a name of blanks',
		on('file', 'rename', { file, newName: '   ' }),
		/^New Name contains only blanks$/,
		/Enter the name/,
	],
	[
		'a name of dots',
		on('folder', 'create', { name: '..', folder: by('path', '/') }),
		/^Folder Name: "\.\." is not/,
		/\w/,
	],
	[
		'a path with two slashes',
		on('file', 'get', { file: by('path', 'a//b') }),
		/^File: "a\/\/b" has an empty part/,
		/expression/,
	],
	[
		'a path that goes up',
		on('file', 'get', { file: by('path', '../a') }),
		/^File: "\.\.\/a" contains "\.\."/,
		/full path/,
	],
	[
		'the root as a file',
		on('file', 'getPreviewLink', { file: by('path', '/') }),
		/^File: the library root can't be/,
		/Choose/,
	],
	[
		'an ID as a path',
		on('file', 'get', { file: by('path', ID) }),
		/does not exist/,
		/^This looks like an ID: choose By ID\.$/,
	],
	[
		'a path as an ID',
		on('file', 'get', { file: by('id', 'Docs/x') }),
		/does not exist/,
		/^This looks like a path: choose Path\.$/,
	],
	['a file that is not there', on('file', 'get', { file: by('path', 'Docs/no') }), /"Docs\/no"/, /spelled/],
	[
		'a link that expired already',
		share({ expires: 'time', deadline: '2020-01-01' }),
		/^Expires At: 2020.* is in the past$/,
		/still to come/,
	],
	[
		'a misspelled time',
		share({ expires: 'time', deadline: '={{ $json.wen }}' }),
		/^Expires At: the expression/,
		/\{\{/,
	],
	['no days for a link', share({ expires: 'days', days: 0 }), /^Days must be at least 1, but is 0$/, /\w/],
	[
		'words for days',
		share({ expires: 'days', days: '={{ "a week" }}' }),
		/^Days must be a whole number, but is "a week"$/,
		/digits/,
	],
	[
		'a day that does not exist',
		share({ expires: 'time', deadline: '2090-02-31' }),
		/^Expires At: "2090-02-31" is not a date$/,
		/such as/,
	],
	[
		'a date in another order',
		share({ expires: 'time', deadline: '31/12/2090' }),
		/^Expires At: "31\/12\/2090" is not a date$/,
		/2026/,
	],
	['a limit of nothing', list({ limit: 0 }), /^Limit must be at least 1, but is 0$/, /\w/],
	['words for a limit', list({ limit: '={{ "all" }}' }), /^Limit must be a whole number, but is "all"$/, /digits/],
	['words for a switch', list({ returnAll: '={{ "perhaps" }}' }), /^Return All must be true or false/, /\w/],
	[
		'words for a timeout',
		list({ options: { requestTimeout: '={{ "long" }}' } }),
		/^Timeout \(Seconds\) must be a whole/,
		/digits/,
	],
	['no tag', on('tag', 'add', { file, tags: [] }), /^Fill in Tags first$/, /\w/],
	['two tags in one row', on('tag', 'add', { file, tags: ['a;b'] }), /^Tags: "a;b" contains ";"/, /own row/],
	['an empty tag', on('tag', 'add', { file, tags: ['a', ' '] }), /^Tags contain an empty value in row 2$/, /Remove/],
	['no search text', on('file', 'search', { keywords: '={{ "" }}' }), /^Search Text: the expression gave/, /\{\{/],
	[
		'a whole item as text',
		on('file', 'search', { keywords: '={{ { a: 1 } }}' }),
		/^Search Text must be text, but is an object$/,
		/single value/,
	],
	[
		'broken JSON',
		on('metadata', 'set', { file, key: 'k', mode: 'json', propertiesJson: '={{ "{a:" }}' }),
		/^Properties \(JSON\) are not valid JSON/,
		/quotes/,
	],
	[
		'a web page as a link',
		on('link', 'close', { link: by('code', 'https://files.example.com/') }),
		/^Link: "https.*" contains no code$/,
		/whole link/,
	],
	['no filter to close links by', on('link', 'closeMany', {}), /^Set at least one filter/, /All Links/],
	[
		'a deleted path with a separator',
		on('recycleBin', 'restore', { file: by('list', 'a|b') }),
		/^File or Folder: "a\|b" contains "\|"/,
		/service/,
	],
];

test.each(ENTRIES)('%s', async (_entry, parameters, message, description) => {
	await f.expectFailure(parameters, { message, description, sent: true });
	const { error } = await f.library.run(parameters);
	const said = `${String(error?.message)} ${String(error?.description)}`;
	expect(said).not.toMatch(/undefined|null|NaN|\[object|\b(fullpath|org_client_id|inputError|hash)\b(?!")/);
	expect(error?.description).not.toContain(String(error?.message));
});
