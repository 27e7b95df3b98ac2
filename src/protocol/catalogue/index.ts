import { type AnyOperation, type AuthKind, pathOf, requestsOf, type ServiceRequest } from '../operation/define';
import { activityTrigger, changeTrigger } from './triggers';
import * as directory from './directory';
import * as enterpriseLibrary from './enterpriseLibrary';
import * as enterpriseLibraryMember from './enterpriseLibraryMember';
import * as enterpriseLog from './enterpriseLog';
import * as enterpriseMember from './enterpriseMember';
import * as enterpriseSync from './enterpriseSync';
import * as libraryFiles from './libraryFiles';
import * as libraryHistory from './libraryHistory';
import * as libraryLink from './libraryLink';
import * as libraryPlaces from './libraryPlaces';
import * as libraryPermission from './libraryPermission';
import * as libraryRecycleBin from './libraryRecycleBin';
import { mirrorFolder, userMirrorFolder } from './mirror';
import * as partner from './partner';
import * as permission from './permission';
import * as permissionTable from './permissionTable';
import * as signOn from './signOn';
import * as tagsAndMetadata from './tagsAndMetadata';
import { createFromText, download, upload, userCreateFromText, userDownload, userUpload } from './transfer';
import * as userFiles from './userFiles';
import * as userLibrary from './userLibrary';
import * as userPlaces from './userPlaces';
import { closeReadingLink, getReadingLink, getViewerPageLink, previewTrigger, waitForReading } from './viewerPages';

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

declare const named: unique symbol;
/** Operations of which some ask for one of the handlers `H`; carries that type only, never set. */
interface Operations<H> extends ReadonlyArray<AnyOperation> {
	readonly [named]?: H;
}
type HandlerIn<Ops> = Ops extends Operations<infer H> ? H : never;

/** All operations of these families; does not compile while one of their resources has no default operation. */
const all = <const F extends readonly Family[]>(
	...families: F &
		([Undecided<F[number]>] extends [never] ? unknown : { readonly withoutDefault: Undecided<F[number]> })
): Operations<NonNullable<OperationIn<F[number]>['handler']>> =>
	families.flatMap((family) => Object.values(family)).sort(byPlace);

/** Operations of the File Library node: files of one library and their permissions. */
export const libraryOperations = all(
	libraryFiles,
	libraryPlaces,
	{ upload, download, createFromText, mirrorFolder },
	libraryHistory,
	libraryLink,
	tagsAndMetadata,
	libraryRecycleBin,
	libraryPermission,
	permission,
	permissionTable,
	{ getViewerPageLink, getReadingLink, waitForReading, closeReadingLink },
);
/** Operations of the File Library Admin node: libraries, members, departments and sign-on of one enterprise. */
export const adminOperations = all(
	enterpriseLibrary,
	enterpriseLibraryMember,
	enterpriseLog,
	enterpriseMember,
	enterpriseSync,
	directory,
	signOn,
);
/** Operations of the File Library Partner node: the enterprises of a partner. */
export const partnerOperations = all(partner);

/** Operations of the File Library User node: what a person does with an access token. */
export const userOperations = all(userFiles, userPlaces, userLibrary, {
	userUpload,
	userDownload,
	userCreateFromText,
	userMirrorFolder,
});

/** The handlers that operations ask for (src/n8n/execute/handlers.ts lists them). */
export type HandlerName = HandlerIn<
	typeof libraryOperations | typeof adminOperations | typeof partnerOperations | typeof userOperations
>;

/** The nodes that have operations. */
export type ActionNode = 'fileLibrary' | 'fileLibraryUser' | 'fileLibraryAdmin' | 'fileLibraryPartner';

/** The operations of each node, in the order of the docs. */
export const operationsByNode: Readonly<
	Record<ActionNode, readonly AnyOperation[]> & Record<string, readonly AnyOperation[]>
> = {
	fileLibrary: libraryOperations,
	fileLibraryUser: userOperations,
	fileLibraryAdmin: adminOperations,
	fileLibraryPartner: partnerOperations,
};

/** The form of each trigger node. */
export const triggersByNode: Readonly<Record<string, AnyOperation>> = {
	fileLibraryTrigger: changeTrigger,
	fileLibraryActivityTrigger: activityTrigger,
	fileLibraryPreviewTrigger: previewTrigger,
};

/** Every operation of the package; triggers are not operations. */
export const catalogue: readonly AnyOperation[] = Object.values(operationsByNode).flat();

/** Every request that the catalogue declares, including those that only composite operations send. */
const allRequests: readonly ServiceRequest[] = [...new Set(catalogue.flatMap(requestsOf))];

/**
 * The request that the catalogue declares for an address, found by the end of its path: a Base URL may have a path of
 * its own. `kinds` are the secrets it may be signed with. Undefined for an address that is not part of the interface.
 */
export const requestAt = (address: string, kinds: readonly AuthKind[]): ServiceRequest | undefined =>
	allRequests.find(
		(request) => kinds.some((kind) => kind === request.credential) && address.endsWith(pathOf(request)),
	);

/** Resources that people look for first, and those that few need; the others are between them, by title. */
export const RESOURCE_ORDER: { readonly first: readonly string[]; readonly last: readonly string[] } = {
	first: ['file', 'folder', 'link', 'tag', 'metadata', 'permission', 'history', 'recycleBin'],
	last: ['change', 'copyTask', 'folderPermission'],
};

/** How the menu shows a resource whose name alone does not tell which one to take. */
interface ResourceNote {
	/** Title; that of its name when absent. */
	readonly name?: string;
	readonly help: string;
}

/** Notes on resources of File Library. Everything else is its name in Title Case. */
export const RESOURCE_NOTES: Readonly<Record<string, ResourceNote>> = {
	permission: { help: 'To share files and folders: roles and single permissions of members and departments' },
	folderPermission: {
		name: 'Folder Permission (Classic)',
		help: 'To see who has access: six permissions of members and departments on folders',
	},
};
