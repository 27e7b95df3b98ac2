import type { Special } from '../../protocol/operation/define';
import { applyTable } from './applyTable';
import { download } from './download';
import { getTable } from './getTable';
import type { JobHandler } from './job';
import { listChanges } from './listChanges';
import { place } from './placements';
import { restore } from './restore';
import { signOnHandlers } from './signOn';
import { synchronize } from './synchronize';
import { createText, upload } from './upload';
import { getViewerPageLink } from './viewerLink';

/** The handler of each special operation; a special operation without one does not compile. */
export const specialOperations: Readonly<Record<Special, JobHandler>> = {
	upload,
	createText,
	download,
	restore,
	place,
	synchronize,
	...signOnHandlers,
	viewerLink: getViewerPageLink,
	listChanges,
	getTable,
	applyTable,
};
