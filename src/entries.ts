import { activityTrigger } from './features/activity/entries';
import { changeTrigger, listChanges } from './features/changes/entries';
import { synchronizeDirectory } from './features/directory/entries';
import * as links from './features/links/entries';
import { mirrorFolder, userMirrorFolder } from './features/mirror/entries';
import * as permissionTable from './features/permissionTable/entries';
import { getViewerPageLink, previewTrigger } from './features/preview/entries';
import * as reading from './features/reading/entries';
import { deleteManyPermanently } from './features/recycleBin/entries';
import {
	createFromText,
	download,
	upload,
	userCreateFromText,
	userDownload,
	userUpload,
} from './features/transfer/entries';
import { restoreToTime } from './features/restore/entries';
import { restoreVersion } from './features/versions/entries';
import { downloadZip, userDownloadZip } from './features/zip/entries';
import * as enterpriseLibrary from './protocol/catalogue/enterpriseLibrary';
import * as enterpriseLibraryMember from './protocol/catalogue/enterpriseLibraryMember';
import * as enterpriseLog from './protocol/catalogue/enterpriseLog';
import * as enterpriseMember from './protocol/catalogue/enterpriseMember';
import * as enterpriseSync from './protocol/catalogue/enterpriseSync';
import * as libraryFiles from './protocol/catalogue/libraryFiles';
import * as libraryHistory from './protocol/catalogue/libraryHistory';
import * as libraryPermission from './protocol/catalogue/libraryPermission';
import * as libraryPlaces from './protocol/catalogue/libraryPlaces';
import * as libraryRecycleBin from './protocol/catalogue/libraryRecycleBin';
import * as partner from './protocol/catalogue/partner';
import * as permission from './protocol/catalogue/permission';
import * as signOn from './protocol/catalogue/signOn';
import * as tagsAndMetadata from './protocol/catalogue/tagsAndMetadata';
import * as userFiles from './protocol/catalogue/userFiles';
import * as userLibrary from './protocol/catalogue/userLibrary';
import * as userPlaces from './protocol/catalogue/userPlaces';
import type { AnyOperation } from './protocol/operation/define';

/* All operations and triggers of the package: those of the catalogue, and those of each feature. */

// The order of a module's exports depends on the compiler; that of the docs must not.
const byPlace = (a: AnyOperation, b: AnyOperation): number =>
	`${a.resource}.${a.operation}` < `${b.resource}.${b.operation}` ? -1 : 1;

type Family = Readonly<Record<string, AnyOperation>>;
type OperationIn<F extends Family> = F extends Family ? F[keyof F] : never;
/** The resources of these families that have no operation with `menu: 'default'`; never when all have one. */
type Undecided<F extends Family> = Exclude<
	OperationIn<F>['resource'],
	Extract<OperationIn<F>, { readonly menu?: 'default' }>['resource']
>;

/** All operations of these families; does not compile while one of their resources has no default operation. */
const all = <const F extends readonly Family[]>(
	...families: F &
		([Undecided<F[number]>] extends [never] ? unknown : { readonly withoutDefault: Undecided<F[number]> })
): readonly AnyOperation[] => families.flatMap((family) => Object.values(family)).sort(byPlace);

/** The nodes that have operations. */
export type ActionNode = 'fileLibrary' | 'fileLibraryUser' | 'fileLibraryAdmin' | 'fileLibraryPartner';

/** The operations of each node, in the order of the docs. */
export const operationsByNode: Readonly<
	Record<ActionNode, readonly AnyOperation[]> & Record<string, readonly AnyOperation[]>
> = {
	/** Files of one library and their permissions. */
	fileLibrary: all(
		libraryFiles,
		libraryPlaces,
		libraryHistory,
		libraryRecycleBin,
		tagsAndMetadata,
		libraryPermission,
		permission,
		links,
		permissionTable,
		reading,
		{ upload, download, createFromText },
		{
			downloadZip,
			emptyBin: deleteManyPermanently,
			getViewerPageLink,
			listChanges,
			mirrorFolder,
			restoreToTime,
			restoreVersion,
		},
	),
	/** What a person does with an access token. */
	fileLibraryUser: all(userFiles, userPlaces, userLibrary, {
		userUpload,
		userDownload,
		userCreateFromText,
		userMirrorFolder,
		userDownloadZip,
	}),
	/** Libraries, members, departments and sign-on of one enterprise. */
	fileLibraryAdmin: all(
		enterpriseLibrary,
		enterpriseLibraryMember,
		enterpriseMember,
		enterpriseLog,
		enterpriseSync,
		signOn,
		{ synchronizeDirectory },
	),
	/** The enterprises of a partner. */
	fileLibraryPartner: all(partner),
};

/** The form of each trigger node. */
export const triggersByNode = {
	fileLibraryTrigger: changeTrigger,
	fileLibraryActivityTrigger: activityTrigger,
	fileLibraryPreviewTrigger: previewTrigger,
} as const satisfies Readonly<Record<string, AnyOperation>>;

/** Every operation of the package; triggers are not operations. */
export const catalogue: readonly AnyOperation[] = Object.values(operationsByNode).flat();
