import { lists, operation, returns } from '../operation/define';
import { inputError } from '../wire/libraryError';
import { binary, choice, flag, int, list, multi, ref, required, text } from '../operation/fields';
import { baseName, toFullpath, joinPath } from '../wire/paths';
import { contentFields, fileRef, folderRef, intranet, operator, pathRef, uploadFields, verify } from './shared';
import { simpleEntry } from './simplify';

const common = { resource: 'file', credential: 'org' } as const;
const byPath = (value: string) => ({ __rl: true, mode: 'path', value });
const SAMPLE = 'Contracts/offer.txt';

const destination = (source: string) =>
	required(
		text({
			label: 'Destination Path',
			wire: source,
			claims: 'path',
			composed: true,
			help: 'Full path of the result, with its name. End it with "/" to keep the name.',
			placeholder: 'e.g. Archive/2026/offer.pdf',
		}),
	);
/** The destination; a path that ends with "/" is a folder and gets the name of the source. */
const destinationOf = (source: { value: string }, target: string): string => {
	if (target !== '' && !target.endsWith('/')) return toFullpath(target);
	return joinPath(toFullpath(target), baseName(source.value));
};

export const getDownloadLink = operation({
	...common,
	id: 'libraryFileDownloadUrl',
	operation: 'getDownloadLink',
	name: 'Get Download Link',
	action: 'Get a download link of a file',
	summary: 'Get links that download a file without signing in, valid for 10 minutes',
	route: 'POST /m-open/1/file/download_url',
	repeatable: true,
	reads: true,
	input: {
		file: required(fileRef),
		version: text({
			wire: 'filehash',
			label: 'Version',
			help: 'Content checksum (filehash) of an earlier version; the current one when empty',
		}),
		open: flag({
			label: 'Open in Browser',
			help: 'Whether a browser shows the file instead of saving it',
			off: 'omit',
		}),
		downloadName: text({
			wire: 'filename',
			label: 'File Name',
			help: 'Name that the browser saves the file under',
		}),
		intranet,
		...operator,
	},
	output: returns<{ urls: string[] }>(),
	example: { file: byPath(SAMPLE) },
});

export const getPreviewLink = operation({
	...common,
	id: 'libraryFilePreviewUrl',
	operation: 'getPreviewLink',
	name: 'Get Preview Link',
	action: 'Get a preview link of a file',
	summary: 'Get the address of a page that shows the file, valid for 10 minutes',
	route: 'POST /m-open/1/file/preview_url',
	repeatable: true,
	reads: true,
	input: {
		file: required(fileRef),
		watermark: flag({ help: 'Whether to show a watermark', off: 'omit' }),
		memberName: text({ label: 'Viewer Name', help: 'Name of the viewer shown in the watermark' }),
		thumbnail: flag({ help: 'Whether to return a thumbnail link too (images only)', off: 'omit' }),
		...operator,
	},
	output: returns<{ url: string; thumbnail?: string }>(),
	example: { file: byPath(SAMPLE) },
});

export const getAnnotationLink = operation({
	...common,
	id: 'libraryFilePreviewUrlAnnotated',
	operation: 'getAnnotationLink',
	name: 'Get Annotation Link',
	action: 'Get an annotation link of a file',
	summary: 'Get the address of a preview page with annotations (PDF and images; the feature must be enabled)',
	route: 'POST /m-open/1/file/preview_url',
	repeatable: true,
	reads: true,
	input: {
		file: required(fileRef),
		annotation: required(
			choice({
				label: 'Annotation List',
				help: 'How the page shows annotations',
				fallback: 'on',
				choices: { on: { label: 'Closed at First' }, display: { label: 'Open at First' } },
			}),
		),
		annotator: ref({
			claims: 'nothing',
			label: 'Annotator',
			help: 'The member who annotates; without one the page is for reading only',
			place: 'top',
			modes: {
				id: { label: 'Member ID', wire: 'op_id', of: 'int', placeholder: 'e.g. 12' },
				outId: { label: 'External ID', wire: 'out_id', placeholder: 'e.g. emp-0012' },
				account: { label: 'Account', wire: 'account', placeholder: 'e.g. name@example.com' },
			},
		}),
		mode: choice({
			label: 'Annotation Rights',
			wire: 'annotation_mode',
			help: 'What the annotator may do',
			fallback: 'add',
			choices: {
				add: { label: 'Add', wire: null },
				view: { label: 'View' },
				admin: { label: 'Modify and Delete' },
			},
		}),
	},
	output: returns<{ url: string; thumbnail?: string }>(),
	example: {
		file: byPath('Contracts/offer.pdf'),
		annotation: 'on',
		annotator: { __rl: true, mode: 'id', value: '1' },
	},
});

export const getEditLink = operation({
	...common,
	id: 'libraryFileCeditUrl',
	operation: 'getEditLink',
	name: 'Get Edit Link',
	action: 'Get a collaborative editing link of a file',
	summary: 'Get the address of a page where a member edits an Office document together with others',
	route: 'POST /m-open/1/file/cedit_url',
	repeatable: true,
	reads: true,
	input: {
		file: required(fileRef),
		editor: required(
			ref({
				claims: 'nothing',
				label: 'Editor',
				help: 'The member who edits',
				modes: {
					id: { label: 'Member ID', wire: 'op_id', of: 'int', placeholder: 'e.g. 12' },
					outId: { label: 'External ID', wire: 'out_id', placeholder: 'e.g. emp-0012' },
					account: { label: 'Account', wire: 'account', placeholder: 'e.g. name@example.com' },
				},
			}),
		),
		readonly: flag({ label: 'Read Only', help: 'Whether the document can only be read', off: '0' }),
		timeout: int({ label: 'Valid For (Seconds)', help: 'How long the link is valid', fallback: 3600, min: 1 }),
	},
	output: returns<{ url: string }>(),
	example: { file: byPath('Contracts/offer.docx'), editor: { __rl: true, mode: 'id', value: '1' } },
});

export const get = operation({
	...common,
	id: 'libraryFileInfo',
	operation: 'get',
	name: 'Get',
	action: 'Get a file',
	summary: 'Get the properties of a file or folder',
	route: 'POST /m-open/1/file/info',
	repeatable: true,
	reads: true,
	input: {
		file: required(fileRef),
		intranet: {
			...intranet,
			help: 'Whether the links in the answer are for the internal network instead of the public one',
		},
		attribute: choice({
			label: 'Details',
			help: 'How much to return',
			fallback: '0',
			choices: {
				0: { label: 'Ordinary' },
				1: {
					label: 'With Counts and Sizes',
					help: 'Counts everything inside a folder, which takes the service longer',
				},
				10: { label: 'Basic', help: 'Name, size, checksum and identifiers only' },
			},
		}),
	},
	output: returns<Record<string, unknown>>(),
	simplify: simpleEntry,
	example: { file: byPath(SAMPLE) },
});

export const search = operation({
	...common,
	id: 'libraryFileSearch',
	operation: 'search',
	name: 'Search',
	action: 'Search files',
	summary: 'Find files and folders by name, tag or content',
	route: 'POST /m-open/1/file/search',
	repeatable: true,
	reads: true,
	input: {
		keywords: required(text({ label: 'Search Text', help: 'Text to look for', placeholder: 'e.g. offer' })),
		path: text({
			label: 'Folder Path',
			path: true,
			claims: 'nothing',
			help: 'Folder to search; the whole library when empty',
			placeholder: 'e.g. Contracts/2026',
		}),
		scope: multi({
			label: 'Search In',
			form: 'json',
			help: 'Where to look',
			fallback: ['filename', 'tag'],
			choices: { content: { label: 'Content' }, filename: { label: 'Name' }, tag: { label: 'Tags' } },
		}),
	},
	output: lists<Record<string, unknown>>(),
	paging: { kind: 'offset', pageSize: 100 },
	simplify: simpleEntry,
	example: { keywords: 'offer', returnAll: true },
});

export const copy = operation({
	...common,
	id: 'libraryFileCopy',
	operation: 'copy',
	name: 'Copy',
	action: 'Copy a file',
	summary: 'Copy a file or folder inside the library',
	route: 'POST /m-open/1/file/copy',
	repeatable: false,
	input: {
		file: required({
			...pathRef,
			help: 'The file or folder to copy',
			wire: 'from_fullpath',
			modes: {
				list: { ...pathRef.modes.list, wire: 'from_fullpath' },
				path: { ...pathRef.modes.path, wire: 'from_fullpath' },
			},
		}),
		destinationPath: destination('fullpath'),
		...operator,
	},
	compose: ({ file, destinationPath }) => ({ fullpath: destinationOf(file, destinationPath) }),
	output: returns<{ hash: string; fullpath: string; queue_id?: string }>(),
	queue: { id: 'queue_id' },
	example: { file: byPath(SAMPLE), destinationPath: 'Archive/offer copy.txt' },
});

export const copyMany = operation({
	...common,
	id: 'libraryFileCopyMany',
	operation: 'copyMany',
	name: 'Copy Many',
	action: 'Copy many files',
	summary: 'Copy several files and folders into one folder, or each into its own, with one call',
	route: 'POST /m-open/1/file/mcopy',
	repeatable: false,
	input: {
		sources: required(
			list({
				claims: 'source',
				wire: 'from_fullpaths',
				form: '|',
				of: 'path',
				button: 'Add Source',
				help: 'Full paths of the files and folders to copy',
				placeholder: 'e.g. Contracts/offer.pdf',
			}),
		),
		targetFolders: required(
			list({
				claims: 'path',
				wire: 'paths',
				form: '|',
				of: 'path',
				button: 'Add Folder',
				help: 'One folder for all sources, or one for each',
				placeholder: 'e.g. Archive/2026',
			}),
		),
		copyAll: flag({
			label: 'Copy All Properties',
			wire: 'copy_all',
			help: 'Whether to copy all properties, the author included',
			off: '0',
		}),
		...operator,
	},
	compose: ({ sources, targetFolders }) => {
		if (targetFolders.length !== 1 && targetFolders.length !== sources.length) {
			throw inputError(
				'Target Folders',
				`holds ${targetFolders.length} folders for ${sources.length} sources`,
				'Give one folder, or as many as there are sources.',
			);
		}
		return {};
	},
	output: returns<Array<{ hash: string; fullpath: string; queue_id?: string }>>(),
	queue: { id: 'queue_id' },
	example: { sources: [SAMPLE], targetFolders: ['Archive'] },
});

export const move = operation({
	...common,
	id: 'libraryFileMove',
	operation: 'move',
	name: 'Move',
	action: 'Move a file',
	summary: 'Move or rename a file or folder inside the library',
	route: 'POST /m-open/1/file/move',
	repeatable: false,
	input: {
		file: required({ ...pathRef, help: 'The file or folder to move' }),
		destinationPath: destination('dest_fullpath'),
		...operator,
	},
	compose: ({ file, destinationPath }) => ({ dest_fullpath: destinationOf(file, destinationPath) }),
	output: returns<Record<string, unknown>>(),
	done: { success: true },
	example: { file: byPath('Contracts/draft.txt'), destinationPath: 'Archive/draft.txt' },
});

export const remove = operation({
	...common,
	id: 'libraryFileDelete',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete a file',
	summary: 'Delete a file or folder, or all files with a tag; the recycle bin keeps them unless deleted permanently',
	route: 'POST /m-open/1/file/del',
	repeatable: false,
	input: {
		file: required(
			ref({
				claims: 'path',
				label: 'File',
				help: 'The file or folder to delete, or the tags of the files to delete',
				modes: {
					list: pathRef.modes.list,
					path: pathRef.modes.path,
					tag: { label: 'Tag', wire: 'tag', of: 'tags', placeholder: 'e.g. obsolete;draft' },
				},
			}),
		),
		tagFolder: text({
			label: 'Folder of the Tag',
			wire: 'path',
			composed: true,
			path: true,
			claims: 'path',
			help: 'With a tag: delete only inside this folder; the whole library when empty',
			placeholder: 'e.g. Contracts',
		}),
		destroy: flag({
			label: 'Delete Permanently',
			help: 'Whether to delete for good instead of moving to the recycle bin',
			off: '0',
		}),
		...operator,
	},
	// Document: tag is "used with path"; path alone has no meaning (ambiguities G12).
	compose: ({ file, tagFolder }): Record<string, string> => {
		if (file.by === 'tag') return { path: tagFolder ?? '' };
		if (tagFolder) throw inputError('Folder of the Tag', 'is only used when files are deleted by tag');
		return {};
	},
	output: returns<Record<string, unknown>>(),
	done: { deleted: true },
	example: { file: byPath('Reports/old.txt') },
});

export const getUploadKey = operation({
	...common,
	id: 'libraryFileUploadServers',
	operation: 'getUploadKey',
	name: 'Get Upload Key',
	action: 'Get an upload key',
	summary: 'Get upload servers and a temporary key with which a web page uploads one file. The key is a secret.',
	route: 'POST /m-open/1/file/upload_servers',
	repeatable: true,
	reads: true,
	input: {
		path: required(
			text({
				label: 'File Path',
				wire: 'fullpath',
				path: true,
				claims: 'nothing',
				help: 'Full path of the file to be uploaded',
				placeholder: 'e.g. Inbox/scan.pdf',
			}),
		),
		timeout: required(
			int({ label: 'Valid For (Seconds)', help: 'How long the key is valid', fallback: 3600, min: 1 }),
		),
		rand: text({ label: 'Random Text', random: true, help: 'Random text bound to the key; made up when empty' }),
	},
	output: returns<{ 'm-upload': string[]; key: string }>(),
	example: { path: 'Reports/from-a-page.txt', timeout: 3600 },
});
