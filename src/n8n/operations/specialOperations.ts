import type { Special } from '../../protocol/operation/define';
import { download } from './download';
import type { JobHandler } from './job';
import { listChanges } from './listChanges';
import { listTree } from './listTree';
import { mirror } from './mirror';
import { place } from './placements';
import { getReadingLink } from './readingLink';
import { restore } from './restore';
import { signOnHandlers } from './signOn';
import { synchronize } from './synchronize';
import { createText, upload } from './upload';
import { getViewerPageLink } from './viewerLink';
import { waitForReading } from './waitForReading';

/** The handler of each special operation; a special operation without one does not compile. */
export const specialOperations: Readonly<Record<Special, JobHandler>> = {
	upload,
	createText,
	download,
	restore,
	place,
	synchronize,
	mirror,
	...signOnHandlers,
	viewerLink: getViewerPageLink,
	readingLink: getReadingLink,
	readingWait: waitForReading,
	listChanges,
	listTree,
};
