import { randomBytes } from 'node:crypto';
import { operation, type Sent, returns } from '../operation/define';
import type { CreatedFolder } from '../answers/items';
import { choice, eachNotEmpty, filter, flag, int, required, text, top } from '../operation/fields';
import * as shared from './shared';
import { ifFolderExists, ifMissing } from './sharedChoices';
import { uploadPath, version } from './sharedTransfer';
import { requireVisible } from '../wire/paths';
import { checkEntryFilter } from '../tree/entryFilter';
import { linksItem, simpleEntry } from './simplify';
import { listFilterFields, recursive } from './sharedTree';

/* Reading the files of a library: their properties, links to them, and searching. */

const SAMPLE = shared.by('path', 'Contracts/offer.txt');

export const getDownloadLink = operation('libraryFileDownloadUrl', 'file.getDownloadLink', {
	action: 'Get a download link of a file',
	summary: 'Get links that download a file without signing in, valid for 10 minutes',
	input: {
		file: required({ ...shared.fileRefListedByPath, help: 'The file to link to' }),
		version,
		open: flag(['Open in Browser', 'Whether browsers show the file instead of saving it'], { off: 'omit' }),
		downloadName: text(['File Name', 'Name under which browsers save the file'], { wire: 'filename' }),
		intranet: shared.intranet,
		...shared.operator,
	},
	check: ({ downloadName }) => void (downloadName !== undefined && requireVisible('File Name', downloadName)),
	wrap: ({ urls }) => linksItem(urls),
	secrets: ['url', 'urls'],
	example: { file: SAMPLE },
});

export const getPreviewLink = operation('libraryFilePreviewUrl', 'file.getPreviewLink', {
	action: 'Get a preview link of a file',
	summary: 'Get the address of a page that shows the file, valid for 10 minutes',
	input: {
		file: required({ ...shared.fileRefListedByPath, help: 'The file to preview' }),
		watermark: flag('Whether to show a watermark', { off: 'omit' }),
		memberName: text(['Viewer Name', 'Name of the viewer to show in the watermark']),
		thumbnail: flag('Whether to also return a thumbnail link (images only)', { off: 'omit' }),
		...shared.operator,
	},
	secrets: ['url', 'thumbnail'],
	example: { file: SAMPLE },
});

export const getAnnotationLink = operation('libraryFilePreviewUrlAnnotated', 'file.getAnnotationLink', {
	action: 'Get an annotation link of a file',
	forModel: 'Get the address of a page that shows a PDF or image of File Library with annotations.',
	summary: 'Get the address of a preview page with annotations (PDF and images only)',
	input: {
		file: required({ ...shared.fileRefListedByPath, help: 'The file to annotate' }),
		annotation: required.choice(['Annotation List', 'How the page shows the list of annotations'], {
			choices: { on: 'Initially Closed', display: 'Initially Open' },
		}),
		annotator: top.ref('The member who annotates; nobody (read-only) when left empty', {
			claims: 'nothing',
			modes: shared.memberModes('op_id'),
		}),
		mode: choice(['Annotation Permissions', 'What the annotator is allowed to do'], {
			wire: 'annotation_mode',
			choices: { add: { label: 'Add', wire: null }, view: 'View', admin: 'Modify and Delete' },
		}),
	},
	secrets: ['url', 'thumbnail'],
	example: { file: shared.by('path', 'Contracts/offer.pdf'), annotation: 'on', annotator: shared.by('id', '1') },
});

export const getEditLink = operation('libraryFileCeditUrl', 'file.getEditLink', {
	action: 'Get a collaborative editing link of a file',
	summary: 'Get the address of a page where a member edits an Office document together with others',
	input: {
		file: required({ ...shared.fileRefListedByPath, help: 'The Office document to edit' }),
		editor: required.ref('The member who edits', { claims: 'nothing', modes: shared.memberModes('op_id') }),
		readonly: flag(['Read Only', 'Whether the document is read-only']),
		timeout: int(['Valid For (Seconds)', 'How long the link is valid'], { default: 3600, min: 1 }),
	},
	secrets: ['url'],
	example: { file: shared.by('path', 'Contracts/offer.docx'), editor: shared.by('id', '1') },
});

export const libraryFileInfo = operation('libraryFileInfo', 'file.get', {
	summary: 'Get the properties of a file or folder',
	special: true,
	input: {
		file: required(shared.fileOrRootRef),
		ifMissing,
		intranet: {
			...shared.intranet,
			help: 'Whether the returned links are for the internal network instead of public ones',
		},
		attribute: choice(['Details', 'How much information to return'], {
			choices: {
				0: 'Standard',
				1: ['With Counts and Sizes', 'Counts everything inside a folder, which takes the service longer'],
				10: ['Basic', 'Name, size, checksum and IDs only'],
			},
		}),
	},
	secrets: ['uri', 'preview', 'thumbnail'],
	simplify: simpleEntry,
	example: { file: SAMPLE },
});

export const search = operation('libraryFileSearch', 'file.search', {
	action: 'Search files',
	summary: 'Find files and folders by name, tag or content',
	input: {
		keywords: required.text(['Search Text', 'Text to search for'], { placeholder: 'e.g. offer' }),
		scope: shared.searchScope,
		folder: shared.searchFolder('path'),
	},
	compose: ({ folder }): Sent => (folder?.value ? { path: folder.value } : {}),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleEntry,
	example: { keywords: 'offer', returnAll: true },
});

export const getUploadKey = operation('libraryFileUploadServers', 'file.getUploadKey', {
	action: 'Get an upload key',
	forModel: 'Get an upload server and a secret key for one file of File Library.',
	summary: 'Get upload servers and a temporary key with which a web page uploads one file; the key is a secret',
	input: {
		path: uploadPath,
		timeout: required.int(['Valid For (Seconds)', 'How long the key is valid'], { default: 3600, min: 1 }),
		rand: text(['Random Text', 'Random text bound to the key; generated when left empty']),
	},
	compose: ({ rand }): Sent => (rand === undefined ? { rand: randomBytes(8).toString('hex') } : {}),
	caution: 'secret',
	wrap: ({ 'm-upload': servers, ...rest }) => ({ ...(servers ? { server: servers[0], servers } : {}), ...rest }),
	secrets: ['key'],
	example: { path: 'Reports/from-a-page.txt', timeout: 3600 },
});

/* Folders of a library. */

const FOLDER = shared.by('path', 'Contracts');

export const createFolder = operation('libraryFileCreateFolder', 'folder.create', {
	special: true,
	alsoSends: [libraryFileInfo],
	input: { ...shared.newFolder, conflict: ifFolderExists, ...shared.operator },
	compose: shared.newFolderPath,
	items: returns<CreatedFolder>(),
	example: { name: 'Inbox', folder: FOLDER },
});

export const listFolder = operation('libraryFileList', 'folder.getMany', {
	action: 'Get many entries of a folder',
	summary: 'List the files and folders in a folder, on request with everything in its subfolders',
	special: true,
	input: {
		folder: shared.folderRef,
		recursive,
		// Added and left empty, both would mean all entries.
		...eachNotEmpty({
			tag: filter.text('Only entries with this tag, at all levels below the folder', {
				placeholder: 'e.g. signed',
			}),
			hashs: filter.list(['IDs', 'Only the entries with these IDs'], { claims: 'nothing', form: ',' }),
		}),
		...listFilterFields,
	},
	check: checkEntryFilter,
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hash'] },
	simplify: simpleEntry,
	example: { folder: FOLDER, returnAll: true },
});
