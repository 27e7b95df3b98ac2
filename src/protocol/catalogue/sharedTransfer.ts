import { binaryInput, binaryOutput, choice, local, ref, required, shownFor, top } from '../operation/fields';
import { ENCODINGS, WRITABLE } from '../text/encodings';
import { inputError } from '../wire/libraryError';
import { checkFileName, joinPath } from '../wire/paths';
import { isSha1 } from '../wire/json';

/* Fields of uploads and downloads, by library authorization or by token. */

/** What an upload sends. */
export const contentFields = {
	binaryPropertyName: binaryInput(['Input Binary Field', 'Name from the Binary tab, e.g. data; * for all files']),
} as const;

/** How an upload is made. The name makes the full path together with the folder. */
export const uploadFields = {
	fileName: top.text('Name in the library; the name of the binary file when left empty', {
		placeholder: 'empty: the name of the file',
		wire: 'fullpath',
		composed: true,
	}),
	conflict: top.choice(['If the File Exists', 'What to do if the folder has a file of that name'], {
		wire: 'overwrite',
		choices: {
			rename: { label: 'Keep Both', wire: '0', help: 'The new file gets a number: name(2).ext' },
			overwrite: { label: 'Overwrite', wire: '1', help: 'The content becomes a new version' },
			fail: { label: 'Fail', wire: '0', help: 'Nothing is sent and the item fails' },
			skip: { label: 'Skip', wire: '0', help: 'Skip the upload and return the existing file' },
		},
	}),
	method: local.choice(['Upload Method', 'How the file is sent to the service'], {
		choices: {
			chunked: ['Chunks', 'Resumable, for files of any size'],
			form: ['Web Form', 'In a single form request, for servers that require it'],
		},
	}),
	chunkSize: local.int(['Chunk Size (MB)', 'Size of one chunk, at most 10 MB'], {
		details: 'A megabyte is 1,000,000 bytes.',
		default: 10,
		min: 1,
		max: 10,
	}),
} as const;

/** Where a download is put. */
export const outputField = binaryOutput('The name of the output binary field to put the file in', {
	label: 'Put Output File in Field',
});

/** What a download becomes, and how its text is read. */
export const contentAs = {
	output: local.top.choice('What to return of the file', {
		choices: {
			file: ['File', 'Binary data, of any size'],
			text: ['Text', 'The text of the file, in the field text'],
			json: ['JSON', 'The JSON in the file, parsed, in the field data'],
		},
	}),
	binaryPropertyName: { ...outputField, ...shownFor('output', 'file') },
	encoding: local.choice('Encoding of the file, for Text and JSON', {
		details: 'A byte order mark at the beginning of the file takes precedence.',
		choices: { auto: ['Detect Automatically', 'By a byte order mark, otherwise UTF-8'], ...ENCODINGS },
	}),
	textLimit: local.int(['Size Limit (kB)', 'The largest file to read, for Text and JSON'], {
		details: 'A kilobyte is 1,000 bytes.',
		default: 1000,
		min: 1,
		max: 100_000,
	}),
} as const;

/** What a model should know about Download. */
export const DOWNLOAD_FOR_MODEL =
	'Download a File Library file: text as text (at most 100 kB), others as a 10-minute link.';

/** Whether a download is checked against the file information. */
export const verify = local.flag(['Verify Content', 'Whether to check the size and SHA1 of the content'], {
	default: true,
});

/** A version of the file in the locator `file`, by the checksum of its content. */
export const versionRef = ref('The version, from the history or by its checksum (filehash)', {
	claims: 'nothing',
	dependsOn: 'file',
	wire: 'filehash',
	modes: {
		list: 'versionsOfFile',
		filehash: { label: 'SHA1', placeholder: 'e.g. 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12' },
	},
});

/** The same as an option of a download. */
export const version = ref('An earlier version; the current version when left empty', {
	...versionRef,
	place: 'options',
});

/** Refuses a version with which no content can be verified. Throws inputError. */
export function requireVerifiable(input: { version?: { readonly value: string }; verify?: boolean }): void {
	if (input.verify === false || input.version === undefined || isSha1(input.version.value)) return;
	throw inputError(
		'Version',
		"isn't a SHA1 of 40 hexadecimal characters, so the content can't be verified",
		'Copy the filehash of the version from History: Get Many, or turn off Verify Content.',
	);
}

/** Refuses a version that no history can have. Throws inputError. */
export function requireSha1({ version: entered }: { version: { readonly value: string } }): void {
	if (isSha1(entered.value)) return;
	throw inputError(
		'Version',
		"isn't a SHA1 of 40 hexadecimal characters",
		'Choose a version from the list, or copy the filehash of one from History: Get Many.',
	);
}

/** The file that a web page is going to upload. */
export const uploadPath = required.text(['File Path', 'Full path of the file to upload'], {
	wire: 'fullpath',
	path: true,
	claims: 'nothing',
	placeholder: 'e.g. Inbox/scan.pdf',
});

/** What a file made of text contains, and how. */
export const textFields = {
	text: required.text('The content; an empty file when left empty', {
		// What Upload sends of a binary field.
		wire: 'file',
		composed: true,
		format: 'content',
		empty: 'clears',
		placeholder: 'e.g. Minutes of the meeting',
	}),
	fileName: required.text('Name of the file, with its extension', {
		wire: 'fullpath',
		composed: true,
		placeholder: 'e.g. minutes.md',
	}),
} as const;

/** How a file made of text is stored. */
export const textOptions = {
	conflict: choice(uploadFields.conflict.help, {
		...uploadFields.conflict,
		choices: {
			...uploadFields.conflict.choices,
			append: {
				label: 'Append',
				// A file that is there is sent as a new version, with 1.
				wire: '0',
				help: 'The text is added at the end of the file, which is created if missing',
			},
		},
	}),
	encoding: local.choice('How the text is written', { default: 'utf-8', choices: WRITABLE }),
} as const;

/** The full path of a file made of text. Throws inputError for a name that is empty or contains a slash. */
export const textFilePath = ({ fileName, folder }: { fileName: string; folder?: { readonly value: string } }) => ({
	fullpath: joinPath(folder?.value ?? '', checkFileName('File Name', fileName)),
});
