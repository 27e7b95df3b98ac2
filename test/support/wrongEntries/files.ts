import { by, on, type Parameters } from '../nodeParameters';
import { CORRECT, DIGITS, EMPTY, LOOK, docs, file, path, type WrongEntry } from './entry';

const ID = '0123456789abcdef0123456789abcdef01234567';

const get = (value: unknown): Parameters => on('file', 'get', { file: path(value) });
const copy = (more: Parameters): Parameters => on('file', 'copy', { file, destinationFolder: docs, ...more });
const rename = (newName: unknown): Parameters => on('file', 'rename', { file, newName });
const download = (more: Parameters): Parameters => on('file', 'download', { file, ...more });
const upload = (name: unknown, options: Parameters = {}): Parameters =>
	on('file', 'upload', { binaryPropertyName: name, folder: docs, options });
const write = (more: Parameters): Parameters =>
	on('file', 'createFromText', { text: 'x', fileName: 'a.txt', folder: docs, ...more });

/** In operations on files. */
export const WRONG_IN_FILES: Readonly<Record<string, WrongEntry>> = {
	'a misspelled field': [get('={{ $json.ful }}'), /^File: the expression gave nothing for this item$/, LOOK],
	'a misspelled ID': [on('file', 'get', { file: by('id', '={{ $json.hsh }}') }), /^File: the expression/, LOOK],
	'nothing to share': [on('link', 'create', { file: path('') }), /^Choose File or Folder first$/, EMPTY],
	'no destination': [copy({ destinationFolder: path('') }), /^Choose Destination Folder first$/, /^Use "\/" for/],
	'a text into a file': [write({ folder: file }), /^Parent Folder: "Docs\/a\.txt" is a file$/, CORRECT],
	'a path with two slashes': [get('a//b'), /^File: "a\/\/b" has an empty part/, /expression/],
	'a path that goes up': [get('../a'), /^File: "\.\.\/a" contains "\.\."$/, /^Enter the full path/],
	'a path of Windows': [get('Docs\\a.txt'), /does not exist.*"Docs\\a\.txt"/, /^Folders are separated by "\/"/],
	'a path with a blank': [get(' Docs/a.txt'), /does not exist.*" Docs\/a\.txt"/, /begins or ends with a blank/],
	'an expression as text': [get('{{ $json.path }}'), /does not exist.*"\{\{ \$json\.path \}\}"/, /to Expression\.$/],
	'an expression without braces': [get('$json.fullpath'), /does not exist.*"\$json\.fullpath"/, /as text: switch/],
	'an address of a computer': [get('file:///Docs/a.txt'), /^File: "file.*" is an address \(file:\)$/, /path in the/],
	'a path in quotation marks': [get('"Docs/a.txt"'), /does not exist/, /^Remove the quotation marks around it\.$/],
	'a path with %20': [get('Docs/a%20b.txt'), /does not exist/, /^It is written as in a web address/],
	'a full-width slash': [get('Docs／a.txt'), /does not exist.*"Docs／a\.txt"/, /^It contains a full-width character/],
	'a line break': [get('Docs/a.txt\n'), /^File can't contain a line break$/, /^Remove it/],
	'a path whose end is nothing': [
		on('file', 'delete', { file: path('=Docs/{{ $json.nme }}') }),
		/^File or Folder: "Docs\/" has an empty part after its last slash$/,
		/^Check whether an expression in it gives nothing/,
	],
	'a web address as an ID': [
		on('file', 'get', { file: by('id', 'https://a.example/b') }),
		/does not exist/,
		/^This is a web address, not an ID: choose/,
	],
	'a web address as path': [get('https://a.example/b'), /^File: "https.*" is a web address$/, /path in the library/],
	'a list as a path': [get('={{ ["a", "b"] }}'), /^File must be text, but is a list$/, /single value/],
	'a calculation as a path': [get('={{ 0 / 0 }}'), /^File must be text, but is a calculation/, /calculation/],
	'an ID as a path': [get(ID), /does not exist/, /^This looks like an ID: choose By ID\.$/],
	'a path as an ID': [
		on('file', 'get', { file: by('id', 'Docs/x') }),
		/does not exist/,
		/^This looks like a path: choose Path\.$/,
	],
	'a file that is not there': [get('Docs/no'), /does not exist.*"Docs\/no"/, /^Upper and lower case count/],
	'the root as file': [on('file', 'getPreviewLink', { file: path('/') }), /^File: the library root can't/, /Choose/],
	'a folder as a file': [download({ file: docs }), /^File: "Docs" is a folder$/, /^Choose a file/],
	'a preview of a folder': [
		on('file', 'getPreviewLink', { file: docs }),
		/^File: the service refused the request: it is a folder, not a file \(/,
		CORRECT,
	],
	'a name with a folder in it': [copy({ newName: 'a/b' }), /^New Name: "a\/b" contains a "\/"/, /in its own field/],
	'a name of blanks': [rename('   '), /^New Name contains only blanks$/, /^Enter the name/],
	'a misspelled name': [rename('={{ $json.nme }}'), /^New Name: the expression gave nothing/, LOOK],
	'a setting of no name': [copy({ conflict: '={{ "new" }}' }), /^If the Name Is Taken: "new" is not/, /one of/],
	'a name as the author': [copy({ options: { operatorId: '={{ "Bob" }}' } }), /^Operator ID must be a whole/, DIGITS],
	'no binary': [upload('data'), /^Input Binary Field: the item has no binary field "data"$/, /^It has no binary/],
	'a misspelled binary field': [upload('={{ $json.field }}'), /^Input Binary Field: the expression/, LOOK],
	'large chunks': [upload('data', { chunkSize: 50 }), /^Chunk Size \(MB\) must be at most 10, but is 50$/, CORRECT],
	'a name that is taken': [write({ conflict: 'fail' }), /^"Docs\/a\.txt" already exists$/, /If the File Exists\.$/],
	'an object as text': [write({ text: '={{ { a: 1 } }}' }), /^Text must be text, but is an object$/, /single value/],
	'a text that is not Western': [
		write({ text: '合同', options: { encoding: 'windows-1252' } }),
		/^Text contains "合", which Windows-1252/,
		/^Choose UTF-8/,
	],
	'text read as JSON': [download({ output: 'json' }), /^Output: "a\.txt" is not valid JSON \(unexpected/, /to Text/],
	'a version of another file': [
		on('file', 'restoreVersion', { file, version: by('filehash', ID) }),
		/^Version: the history of "a\.txt" has no version/,
		/^Choose a version/,
	],
	'no version': [on('file', 'restoreVersion', { file, version: by('list', '') }), /^Choose Version first$/, EMPTY],
	'an account as an ID': [
		on('file', 'getEditLink', { file, editor: by('id', 'ann@example.com') }),
		/^Editor: "ann@example\.com" is not an ID$/,
		/^An ID has digits only, e\.g\. 12\. Choose Account to enter one\.$/,
	],
	'no editor': [on('file', 'getEditLink', { file, editor: by('list', '') }), /^Choose Editor first$/, EMPTY],
	'a wait for nobody': [on('file', 'waitForReading'), /^No reading link was made before/, /^Make links with/],
	'a wait that is over': [
		on('file', 'waitForReading', { options: { waitUntil: '2020-01-01' } }),
		/^Wait Until: 2020-\S+:00Z is in the past$/,
		/still to come/,
	],
	'no search text': [on('file', 'search', { keywords: '={{ "" }}' }), /^Search Text: the expression gave/, LOOK],
	'a misspelled folder to search': [
		on('file', 'search', { keywords: 'a', folder: path('={{ $json.dir }}') }),
		/^Folder: the expression gave nothing/,
		LOOK,
	],
	'a viewer link for days of nothing': [
		on('file', 'getViewerPageLink', {
			file,
			pageUrl: 'https://n8n.example.com/webhook/a',
			viewer: 'ann',
			expires: 'days',
			days: '={{ $json.days }}',
		}),
		/^Days: the expression gave nothing/,
		LOOK,
	],
	'an object to search for': [
		on('file', 'search', { keywords: '={{ { a: 1 } }}' }),
		/^Search Text must be text, but is an object$/,
		/single value/,
	],
};
