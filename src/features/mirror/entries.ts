import {
	eachNotEmpty,
	type Field,
	LOCAL,
	local,
	ref,
	type RefField,
	required,
	saidOnce,
	shownFor,
	top,
} from '../../protocol/operation/fields';
import { chooseFirst } from '../../protocol/operation/check';
import { by, chosenFolder, operator } from '../../protocol/catalogue/shared';
import { deletionShare, planFields } from '../../protocol/catalogue/sharedPlans';
import { LEVELS, treeFilterFields } from '../../protocol/catalogue/sharedTree';
import type { MirrorDescription, MirrorTotals } from './plan/mirrorItems';
import type { PlanItem } from '../../protocol/plan/plan';
import { ownOperation, returns } from '../../protocol/operation/define';
import { checkEntryFilter } from '../../protocol/tree/entryFilter';
import { createFolder, libraryFileInfo, getDownloadLink, listFolder } from '../../protocol/catalogue/libraryFiles';
import { libraryRef } from '../../protocol/catalogue/sharedEnterprise';
import {
	createFile,
	libraryUploading,
	moveRequest,
	userCreateFile,
	userUploading,
} from '../../protocol/catalogue/requests';
import { mountRef } from '../../protocol/catalogue/sharedUser';
import { userDelete, userRename } from '../../protocol/catalogue/userPlaces';
import { userCreateFolder, userGet, userGetDownloadLink, userListFolder } from '../../protocol/catalogue/userFiles';
import * as files from '../../protocol/catalogue/libraryPlaces';

/* What mirroring a folder is, whoever does it. */

const mirroring = {
	action: 'Mirror a folder',
	summary: 'Make a folder equal to another one, in the same library or in another, by path, size and SHA1',
	forModel:
		'Make a folder of File Library equal to another one, in the same library or in another. ' +
		'The source is never changed. Dry Run only shows the changes; Return says one item for each or one summary.',
	// It changes as much as the source has.
	caution: { kind: 'bulk', when: ({ dryRun }: { readonly dryRun?: boolean }) => dryRun === false },
	check: checkEntryFilter,
	items: returns<PlanItem<MirrorDescription, MirrorTotals, 'keep'>>(),
} as const;

const sourceFolder = required.ref('The folder to copy with everything in it', {
	...chosenFolder,
	claims: 'source',
	composed: true,
	dependsOn: 'library',
	modes: { ...chosenFolder.modes, list: { ...chosenFolder.modes.list, search: 'foldersOfSource' } },
});

/** The folder that is changed; `wire` carries its path for the order of items. */
const targetFolder = (wire: string) =>
	required.ref('The folder to make equal to the source, created if missing', {
		...chosenFolder,
		composed: true,
		dependsOn: 'targetLibrary',
		wire,
		modes: { ...chosenFolder.modes, list: { ...chosenFolder.modes.list, search: 'foldersOfTarget' } },
	});

/** Where what is replaced or deleted goes, in the library of the target; no request has it as a parameter. */
const archiveFolder = top.ref('Where to move what the mirror replaces or deletes; no archive when left empty', {
	...LOCAL,
	into: true,
	claims: 'nothing',
	details:
		'It goes into a folder that is named by date and time of the run. Without an archive it is deleted, or an ' +
		'earlier version.',
	dependsOn: 'targetLibrary',
	modes: targetFolder(LOCAL.wire).modes,
});

/** Share of the target in percent that one run may delete unless told otherwise. */
export const DELETION_LIMIT = 50;

const TARGET_LIBRARY = 'The library to copy to; the source library when left empty';

/**
 * The library that is read: the library of the node, so that one that was chosen before stays. Earlier versions had it
 * in a field of its own. Only the editor marks it: who uses the value asks for it.
 */
const sourceLibraries = <F extends RefField>(library: F) => {
	const source = { ...library, label: 'Source Library', help: 'The library to copy from', marked: true } as const;
	return {
		library: { ...source, as: 'sourceLibrary', unless: 'sourceLibrary' },
		sourceLibrary: { ...source, former: true },
	} as const;
};

const mirrorFields = {
	...planFields(),
	deleteExtra: local.top.flag(
		'Whether to delete what only the target folder has; ' +
			'otherwise a file renamed in the source is there under both names',
	),
	deletionLimit: {
		...deletionShare(DELETION_LIMIT, 'of the target files that one run may delete; beyond it nothing is changed'),
		...shownFor('deleteExtra', 'true'),
	},
	deletionLimitCount: local.int('Maximum number of files to delete, besides the share; no limit when left empty', {
		...shownFor('deleteExtra', 'true'),
		label: 'Deletion Limit (Number)',
		min: 0,
	}),
	archiveFolder,
	ifTargetNewer: local.choice('What to do with a file that was changed later in the target than in the source', {
		label: 'If the Target Is Newer',
		choices: {
			overwrite: ['Overwrite', 'The file of the source becomes a new version'],
			keep: ['Keep', 'The file of the target stays, and the plan says so'],
		},
	}),
	// An expression that gives nothing must not widen what is copied and deleted.
	...saidOnce(eachNotEmpty({ ...treeFilterFields, maxDepth: { ...treeFilterFields.maxDepth, help: LEVELS } })),
} as const;

/* Mirroring a folder of a library, within it or, with the credential of an enterprise, between two libraries. */

/**
 * A library of the mirror, which no request of it names: it says whose authorization is obtained. Asked for with the
 * credential of an enterprise only, in place of the library of the node.
 */
const mirroredLibrary = { ...libraryRef, ...LOCAL, claims: 'nothing' } as const;
const ofEnterprise = <F extends Field>(field: F) => ({ ...field, ...shownFor('authentication', 'enterprise') });

export const mirrorFolder = ownOperation('libraryFolderMirror', 'folder.mirror', createFile, {
	...mirroring,
	covers: [...libraryUploading, files.libraryFileMove],
	alsoSends: [listFolder, createFolder, files.libraryFileDelete, libraryFileInfo, getDownloadLink],
	input: {
		...sourceLibraries(ofEnterprise(ref(mirroredLibrary.help, mirroredLibrary))),
		sourceFolder,
		targetLibrary: ofEnterprise(ref(TARGET_LIBRARY, mirroredLibrary)),
		targetFolder: targetFolder('dest_fullpath'),
		...mirrorFields,
		...operator,
	},
	compose: ({ sourceFolder: from, targetFolder: to }) => ({ fullpath: from?.value ?? '', dest_fullpath: to.value }),
	example: { sourceFolder: by('path', 'Contracts'), targetFolder: by('path', 'Archive/Contracts'), dryRun: false },
});

/* Mirroring a folder by token: within a library of the person, or between two of them. */

/** A library of the mirror. What an item claims is the target: `compose` makes its parameter. */
const mirrored = { ...mountRef, composed: true, place: 'top' } as const;

export const userMirrorFolder = ownOperation('userFolderMirror', 'folder.mirror', userCreateFile, {
	...mirroring,
	covers: [...userUploading, moveRequest],
	alsoSends: [userListFolder, userCreateFolder, userRename, userDelete, userGet, userGetDownloadLink],
	input: {
		...sourceLibraries(ref(mirrored.help, mirrored)),
		sourceFolder,
		targetLibrary: ref(TARGET_LIBRARY, mirrored),
		targetFolder: targetFolder('target_fullpath'),
		...mirrorFields,
	},
	compose: (input) => {
		const [from, to] = [input.sourceFolder?.value ?? '', input.targetFolder.value];
		const { sourceLibrary } = input;
		if (!sourceLibrary) throw chooseFirst('Source Library', { kind: 'ref' });
		return { mount_id: (input.targetLibrary ?? sourceLibrary).value, fullpath: from, target_fullpath: to };
	},
	example: {
		library: by('id', '2101'),
		sourceFolder: by('path', 'Contracts'),
		targetFolder: by('path', 'Archive/Contracts'),
		dryRun: false,
	},
});
