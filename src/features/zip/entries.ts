import { saidOnce } from '../../protocol/operation/fields';
import { ownOperation, returns, type Sent } from '../../protocol/operation/define';
import { libraryFileInfo, getDownloadLink, listFolder } from '../../protocol/catalogue/libraryFiles';
import { by, folderRef } from '../../protocol/catalogue/shared';
import { archiveFields, treeFilterFields } from '../../protocol/catalogue/sharedTree';
import { byToken, inLibrary } from '../../protocol/catalogue/sharedUser';
import { userGet, userGetDownloadLink, userListFolder } from '../../protocol/catalogue/userFiles';
import { checkEntryFilter } from '../../protocol/tree/entryFilter';

/* A folder as one ZIP archive. */

/** Items of Download as ZIP; the archive is in their binary data. */
export type ZippedFolder = {
	/** Name of the archive. */
	filename: string;
	/** The folder. */
	fullpath: string;
	/** Bytes of the archive. */
	filesize: number;
	/** How many of them are in the archive. */
	file_count: number;
	folder_count: number;
	/** Bytes of the files in it. */
	bytes_received: number;
	/** How many files could not be read, and the first 1,000 of them. */
	failed: number;
	failures: Array<{ fullpath: string; error: string }>;
	duration_ms: number;
};

export const downloadZip = ownOperation('libraryFolderDownloadZip', 'folder.downloadZip', listFolder, {
	name: 'Download as ZIP',
	action: 'Download a folder as a ZIP',
	summary: 'Download a folder as one ZIP archive, each file verified by its SHA1',
	forModel: 'Download a folder of File Library as a ZIP archive, which a model cannot read.',
	alsoSends: [getDownloadLink, libraryFileInfo],
	reads: true,
	input: {
		folder: { ...folderRef, help: 'The folder to download' },
		tag: listFolder.input.tag,
		// The node itself looks for them, as in every list with subfolders.
		hashs: { ...listFolder.input.hashs, composed: true },
		...saidOnce(treeFilterFields),
		...archiveFields,
	},
	check: checkEntryFilter,
	compose: ({ hashs }): Sent => (hashs ? { hashs: hashs.join(',') } : {}),
	caution: 'bulk',
	items: returns<ZippedFolder>(),
	example: { folder: by('path', 'Contracts'), binaryPropertyName: 'data' },
});

export const userDownloadZip = ownOperation('userFolderDownloadZip', 'folder.downloadZip', userListFolder, {
	...byToken(downloadZip),
	alsoSends: [userGetDownloadLink, userGet],
	input: { ...inLibrary(downloadZip.input, 'folder'), ...saidOnce(treeFilterFields), ...archiveFields },
	check: checkEntryFilter,
	caution: 'bulk',
	items: returns<ZippedFolder>(),
});
