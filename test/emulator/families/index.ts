import { enterprise } from './enterprise';
import { libraryAdmin } from './libraryAdmin';
import { libraryFile } from './libraryFile';
import type { Operation } from './operation';
import { partner } from './partner';
import { permission } from './permission';
import { user } from './user';

/** Every signed operation of the service. */
export const operations: readonly Operation[] = [
	...libraryFile,
	...permission,
	...libraryAdmin,
	...enterprise,
	...user,
	...partner,
];
