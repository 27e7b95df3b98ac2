import { by, on, type Parameters } from '../nodeParameters';
import { CORRECT, DIGITS, EMPTY, LOOK, docs, file, path, type WrongEntry } from './entry';

const create = (name: string): Parameters => on('folder', 'create', { name, folder: path('/') });
const list = (more: Parameters): Parameters => on('folder', 'getMany', { folder: docs, ...more });
const select = (filters: Parameters): Parameters => list({ recursive: true, filters });
const mirror = (more: Parameters): Parameters =>
	on('folder', 'mirror', { sourceFolder: docs, targetFolder: path('Copy'), dryRun: false, ...more });
const tag = (tags: unknown): Parameters => on('tag', 'add', { file, tags });
const bin = (operation: string, more: Parameters): Parameters => on('recycleBin', operation, more);

/** In operations on folders, tags and the recycle bin. */
export const WRONG_IN_FOLDERS: Readonly<Record<string, WrongEntry>> = {
	'a name of dots': [create('..'), /^Folder Name: "\.\." is not a valid name$/, CORRECT],
	'a folder in a name': [create('a/b'), /^Folder Name: "a\/b" contains a "\/"/, /in its own field/],
	'a name of a folder that is too long': [create('a'.repeat(300)), /^Folder Name is longer than 255 char/, CORRECT],
	'a folder that is not there': [list({ folder: path('No') }), /does not exist.*"No"/, /^Upper and lower case count/],
	'a file as a folder': [list({ folder: file }), /^Folder: the service refused the request: it is a file/, CORRECT],
	'a misspelled folder': [list({ folder: path('={{ $json.dir }}') }), /^Folder: the expression gave nothing/, LOOK],
	'a folder in the name of an archive': [
		on('folder', 'downloadZip', { folder: docs, options: { fileName: 'a/b.zip' } }),
		/^File Name: "a\/b\.zip" contains a "\/"/,
		/in its own field/,
	],
	'a limit of nothing': [list({ limit: 0 }), /^Limit must be at least 1, but is 0$/, CORRECT],
	'words for a limit': [list({ limit: '={{ "all" }}' }), /^Limit must be a whole number, but is "all"$/, DIGITS],
	'words for a switch': [list({ returnAll: '={{ "perhaps" }}' }), /^Return All must be true or false/, CORRECT],
	'words as timeout': [list({ options: { requestTimeout: '={{ "long" }}' } }), /^Timeout \(Seconds\) must/, DIGITS],
	'sizes that no file has': [
		select({ minMegabytes: 10, maxMegabytes: 5 }),
		/^Maximum Size \(MB\) is smaller than/,
		/change/,
	],
	'a depth of nothing': [select({ maxDepth: 0 }), /^Maximum Depth must be at least 1, but is 0$/, CORRECT],
	'no time at all': [select({ modifiedAfter: '={{ $json.since }}' }), /^Modified After: the expression gave/, LOOK],
	'a kind of nothing': [select({ kind: '={{ $json.kind }}' }), /^Kind: the expression gave nothing/, LOOK],
	'an open brace': [select({ include: ['{a'] }), /^Include Names: "\{a" has a brace without/, /^Close/],
	'an empty pattern': [
		select({ exclude: [' '] }),
		/^Exclude Names can't contain an empty value, but row 1 is empty$/,
		/Remove/,
	],
	'a folder into itself': [
		on('folder', 'move', { folder: docs, destinationFolder: path('Docs/x') }),
		/^A folder can't be moved or copied into itself or its own subfolder: "Docs"$/,
		/^Choose a destination outside of it\.$/,
	],
	'the root to delete': [on('folder', 'delete', { folder: path('/') }), /^Folder: the library root can't/, /Choose/],
	'a mirror of itself': [mirror({ targetFolder: docs }), /^Target Folder is the source folder$/, /^Choose two/],
	'mirror in its source': [
		mirror({ targetFolder: path('Docs/x') }),
		/^Target Folder is inside the source/,
		/^Choose/,
	],
	'more than all': [
		mirror({ deleteExtra: true, deletionLimit: 200 }),
		/^Deletion Limit \(%\) must be at most/,
		CORRECT,
	],
	'no number of deletions': [
		mirror({ deleteExtra: true, deletionLimitCount: '={{ $json.most }}' }),
		/^Deletion Limit \(Number\): the expression gave nothing/,
		LOOK,
	],
	'a share of nothing': [
		mirror({ deleteExtra: true, deletionLimit: '={{ $json.share }}' }),
		/^Deletion Limit \(%\): the expression gave nothing/,
		LOOK,
	],
	'two tags at once': [on('file', 'deleteByTag', { tags: 'a;b' }), /^Tag must be one tag, because/, /^Use one item/],
	'no tag': [tag([]), /^Fill in Tags first$/, EMPTY],
	'two tags in one row': [tag(['a;b']), /^Tags: "a;b" contains ";"/, /own row/],
	'an empty tag': [tag(['a', ' ']), /^Tags can't contain an empty value, but row 2 is empty$/, /Remove/],
	'a deleted path: bar': [bin('restore', { file: by('list', 'a|b') }), /^File or Folder: "a\|b" contains/, /service/],
	'no filter to use': [bin('empty', { dryRun: false }), /^Set at least one filter that says which/, /All Entries/],
	'words for days': [
		bin('empty', { filters: { deletedBefore: 'last week' } }),
		/^Deleted Before must be a number of days or a time$/,
		/^Enter e\.g\. 30/,
	],
};
