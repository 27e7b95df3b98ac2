import type { AnyOperation } from '../define';
import * as libraryContent from './libraryContent';
import * as libraryFile from './libraryFile';
import * as libraryPermission from './libraryPermission';
import * as permission from './permission';
import * as userFile from './userFile';
import * as userLibrary from './userLibrary';

// The order of a module's exports depends on the compiler; the docs must not.
const byPlace = (a: AnyOperation, b: AnyOperation): number => (`${a.resource}.${a.operation}` < `${b.resource}.${b.operation}` ? -1 : 1);

/** Operations of the File Library node: files of one library and their permissions. */
export const libraryOperations: readonly AnyOperation[] =
	[libraryFile, libraryContent, libraryPermission, permission].flatMap((family) => Object.values<AnyOperation>(family)).sort(byPlace);

/** Operations of the File Library User node: what a person does with an access token. */
export const userOperations: readonly AnyOperation[] =
	[userFile, userLibrary].flatMap((family) => Object.values<AnyOperation>(family)).sort(byPlace);

/** The operations of each node, in the order of the docs. */
export const operationsByNode: Readonly<Record<string, readonly AnyOperation[]>> = { fileLibrary: libraryOperations, fileLibraryUser: userOperations };

/** Every operation of the package. */
export const catalogue: readonly AnyOperation[] = Object.values(operationsByNode).flat();
