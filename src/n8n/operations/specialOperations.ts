import type { Special } from '../../protocol/operation/define';
import { applyTable } from '../permissionTable/applyTable';
import { download } from './download';
import { getTable } from '../permissionTable/getTable';
import type { JobHandler } from './job';
import { closeMany, listLinks } from '../links/links';
import { listChanges } from './listChanges';
import { listTree } from './listTree';
import { mirror } from '../mirror/mirror';
import { place } from './placements';
import { getReadingLink } from './readingLink';
import { restore } from './restore';
import { restoreVersion } from './restoreVersion';
import { signOnHandlers } from './signOn';
import { synchronize } from '../directory/synchronize';
import { createText, upload } from './upload';
import { getViewerPageLink } from './viewerLink';
import { waitForReading } from './waitForReading';

/** The handler of each special operation; a special operation without one does not compile. */
export const specialOperations: Readonly<Record<Special, JobHandler>> = {
	upload,
	createText,
	download,
	restore,
	restoreVersion,
	place,
	synchronize,
	mirror,
	...signOnHandlers,
	viewerLink: getViewerPageLink,
	readingLink: getReadingLink,
	readingWait: waitForReading,
	listChanges,
	getTable,
	applyTable,
	listLinks,
	closeLinks: closeMany,
	listTree,
};
