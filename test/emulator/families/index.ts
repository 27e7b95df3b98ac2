import * as enterpriseGroups from './enterprise/groups';
import * as enterpriseMembers from './enterprise/members';
import * as enterpriseReading from './enterprise/reading';
import * as libraries from './libraryAdmin/libraries';
import * as libraryMembers from './libraryAdmin/members';
import * as fileLinks from './libraryFile/links';
import * as fileInfo from './libraryFile/info';
import * as fileListing from './libraryFile/listing';
import * as fileMarking from './libraryFile/marking';
import * as filePermissions from './libraryFile/permissions';
import * as fileWriting from './libraryFile/writing';
import { Operation } from './operation';
import * as customers from './partner/customers';
import * as orders from './partner/orders';
import * as advancedPermissions from './permission/setting';
import * as userLibraries from './user/libraries';
import * as userListing from './user/listing';
import * as userReading from './user/reading';
import * as userWriting from './user/writing';

/** Every signed operation: exporting one from these files is all it takes to serve it. */
export const operations: readonly Operation[] = [
	enterpriseGroups,
	enterpriseMembers,
	enterpriseReading,
	libraries,
	libraryMembers,
	fileLinks,
	fileInfo,
	fileListing,
	fileMarking,
	filePermissions,
	fileWriting,
	advancedPermissions,
	userLibraries,
	userListing,
	userReading,
	userWriting,
	customers,
	orders,
]
	.flatMap((module: object): unknown[] => Object.values(module))
	.filter((each) => each instanceof Operation);
