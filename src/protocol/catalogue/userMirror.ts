import type { MirrorChangeItem } from '../mirror/mirrorItem';
import type { MirrorSummaryItem } from '../mirror/mirrorTotals';
import { requireDisjoint } from '../mirror/requireDisjoint';
import { operation, returns } from '../operation/define';
import { ref, required } from '../operation/fields';
import { checkEntryFilter } from '../tree/entryFilter';
import { by } from './shared';
import { deletingMany, mirrorFields, mirroring, sourceFolder, targetFolder } from './sharedMirror';
import { mountRef } from './sharedUser';
import { moveRequest } from './sharedUserPlaces';
import { userCreateFile, userUploading } from './uploadRequests';
import { userGet, userGetDownloadLink } from './userFile';
import { userDelete, userRename } from './userFileChange';
import { userCreateFolder, userListFolder } from './userFolder';

/* Mirroring a folder by token: within a library of the person, or between two of them. */

/** A library of the mirror. What an item claims is the target: `compose` makes its parameter. */
const mirrored = (label: string, help: string) => ({ ...mountRef, composed: true, place: 'top', label, help }) as const;

export const userMirrorFolder = operation({
	...mirroring,
	credential: 'token',
	id: 'userFolderMirror',
	route: userCreateFile.route,
	covers: [...userUploading, moveRequest],
	alsoSends: [userListFolder, userCreateFolder, userRename, userDelete, userGet, userGetDownloadLink],
	input: {
		sourceLibrary: required(ref(mirrored('Source Library', 'The library to copy from'))),
		sourceFolder,
		targetLibrary: ref(mirrored('Target Library', 'The library to copy to; the source library when left empty')),
		targetFolder: targetFolder('target_fullpath'),
		...mirrorFields,
	},
	caution: deletingMany,
	compose: (input) => {
		checkEntryFilter(input);
		const [from, to] = [input.sourceFolder?.value ?? '', input.targetFolder.value];
		const [source, target] = [input.sourceLibrary.value, (input.targetLibrary ?? input.sourceLibrary).value];
		if (source === target) requireDisjoint(from, to);
		return { mount_id: target, fullpath: from, target_fullpath: to };
	},
	output: returns<MirrorChangeItem | MirrorSummaryItem>(),
	example: {
		sourceLibrary: by('id', '2101'),
		sourceFolder: by('path', 'Contracts'),
		targetFolder: by('path', 'Archive/Contracts'),
		dryRun: false,
	},
});
