import { operationsIn } from '../operation';
import * as copying from './copying';
import * as externalLinks from './externalLinks';
import * as info from './info';
import * as listing from './listing';
import * as marking from './marking';
import * as permissions from './permissions';
import * as previewing from './previewing';
import * as writing from './writing';

/** doc: library file operations. */
export const libraryFile = operationsIn(
	copying,
	externalLinks,
	info,
	listing,
	marking,
	permissions,
	previewing,
	writing,
);
