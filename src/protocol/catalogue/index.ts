import type { AnyOperation } from '../operation/define';
import { activityTrigger } from './activityTrigger';
import { changeTrigger } from './changeTrigger';
import * as directory from './directory';
import * as enterpriseLibrary from './enterpriseLibrary';
import * as enterpriseLibraryMember from './enterpriseLibraryMember';
import * as enterpriseLog from './enterpriseLog';
import * as enterpriseMember from './enterpriseMember';
import * as enterpriseSync from './enterpriseSync';
import * as libraryFile from './libraryFile';
import * as libraryFileChange from './libraryFileChange';
import * as libraryFolder from './libraryFolder';
import * as libraryFolderChange from './libraryFolderChange';
import * as libraryHistory from './libraryHistory';
import * as libraryLink from './libraryLink';
import * as libraryMetadata from './libraryMetadata';
import * as libraryMirror from './libraryMirror';
import * as libraryPermission from './libraryPermission';
import * as libraryRecycleBin from './libraryRecycleBin';
import * as libraryState from './libraryState';
import * as libraryTag from './libraryTag';
import * as libraryTransfer from './libraryTransfer';
import * as libraryVersion from './libraryVersion';
import * as partner from './partner';
import * as permission from './permission';
import * as permissionTable from './permissionTable';
import * as reading from './reading';
import * as signOn from './signOn';
import * as userFile from './userFile';
import * as userFileChange from './userFileChange';
import * as userFolder from './userFolder';
import * as userFolderChange from './userFolderChange';
import * as userLibrary from './userLibrary';
import * as userMirror from './userMirror';
import * as userTransfer from './userTransfer';
import { getViewerPageLink, previewTrigger } from './viewerPage';

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
	libraryFile,
	libraryFileChange,
	libraryTransfer,
	libraryVersion,
	libraryFolder,
	libraryFolderChange,
	libraryMirror,
	libraryLink,
	libraryTag,
	libraryMetadata,
	libraryRecycleBin,
	libraryHistory,
	libraryState,
	libraryPermission,
	permission,
	permissionTable,
	{ getViewerPageLink },
	reading,
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
export const userOperations = all(
	userFile,
	userFileChange,
	userTransfer,
	userFolder,
	userFolderChange,
	userMirror,
	userLibrary,
);

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
