import { operationsIn } from '../operation';
import * as copying from './copying';
import * as downloading from './downloading';
import * as externalLinks from './externalLinks';
import * as feed from './feed';
import * as info from './info';
import * as listing from './listing';
import * as locking from './locking';
import * as marking from './marking';
import * as permissions from './permissions';
import * as previewing from './previewing';
import * as removing from './removing';
import * as search from './search';
import * as writing from './writing';

/** doc: library file operations. */
export const libraryFile = operationsIn(
	copying,
	downloading,
	externalLinks,
	feed,
	info,
	listing,
	locking,
	marking,
	permissions,
	previewing,
	removing,
	search,
	writing,
);
