import type { MirrorChangeItem } from '../mirror/mirrorItem';
import type { MirrorSummaryItem } from '../mirror/mirrorTotals';
import { operation, returns } from '../operation/define';
import { ref, shownFor } from '../operation/fields';
import { checkEntryFilter } from '../tree/entryFilter';
import { get, getDownloadLink } from './libraryFile';
import * as files from './libraryFileChange';
import { createFolder, listFolder } from './libraryFolder';
import { by, LOCAL, operator } from './shared';
import { libraryRef } from './sharedEnterprise';
import { deletingMany, mirrorFields, mirroring, sourceFolder, targetFolder } from './sharedMirror';
import { createFile, libraryUploading } from './uploadRequests';

/* Mirroring a folder of a library, within it or, with the credential of an enterprise, between two libraries. */

const { list, id, mountId } = libraryRef.modes;
/** A library of the mirror, which no request of it names: it says whose authorization is obtained. */
const LIBRARY = { list: { ...list, wire: '' }, id: { ...id, wire: '' }, mountId: { ...mountId, wire: '' } };

/** Asked for with the credential of an enterprise only, in place of the library of the node. */
const byEnterprise = (label: string, help: string) =>
	shownFor('authentication', ['enterprise'], ref({ ...LOCAL, claims: 'nothing', modes: LIBRARY, label, help }));

export const mirrorFolder = operation({
	...mirroring,
	credential: 'org',
	id: 'libraryFolderMirror',
	route: createFile.route,
	covers: [...libraryUploading, files.move],
	alsoSends: [listFolder, createFolder, files.remove, get, getDownloadLink],
	input: {
		sourceLibrary: byEnterprise('Source Library', 'The library to copy from'),
		sourceFolder,
		targetLibrary: byEnterprise('Target Library', 'The library to copy to; the source library when left empty'),
		targetFolder: targetFolder('dest_fullpath'),
		...mirrorFields,
		...operator,
	},
	caution: deletingMany,
	compose: (input) => {
		checkEntryFilter(input);
		return { fullpath: input.sourceFolder?.value ?? '', dest_fullpath: input.targetFolder.value };
	},
	output: returns<MirrorChangeItem | MirrorSummaryItem>(),
	example: {
		sourceFolder: by('path', 'Contracts'),
		targetFolder: by('path', 'Archive/Contracts'),
		dryRun: false,
	},
});
