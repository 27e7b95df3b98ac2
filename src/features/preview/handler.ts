import { type HandlerFor, handles, outputItem } from '../../n8n/execute/job';
import { fileCalls } from '../../client/files/fileCalls';
import { getViewerPageLink as operation, type ViewerPageLink } from './entries';
import { viewerLink } from './plan/viewerLink';
import { defined, filledText, textOf } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';

/** A link for one viewer to a file, named by its hash, which a move does not change. Throws LibraryError. */
const handler: HandlerFor<typeof operation> = {
	automatic: ['attribute'],
	async run({ op, checked, params }, caller) {
		const { pageUrl, viewer, deadline } = checked;
		const expires = deadline && Math.floor(deadline.getTime() / 1000);
		const { hash, fullpath, filename } = await fileCalls(caller).info(params);
		const file = filledText(hash);
		if (file === undefined)
			throw new LibraryError(
				'protocol',
				'The service answered without the ID of the file, so there can be no link',
				{
					operation: op.id,
					hint: 'Check with File: Get whether the file exists and what the service answers about it.',
				},
			);
		// After the request, which may have renewed the authorization of the caller.
		const link = viewerLink(pageUrl, { viewer, file, ...defined({ expires }) }, caller.account().secret);
		const end = expires === undefined ? null : new Date(expires * 1000).toISOString();
		const shown = { fullpath: textOf(fullpath), filename: textOf(filename) };
		return [outputItem<ViewerPageLink>({ link, viewer, expires_at: end, hash: file, ...shown })];
	},
};

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(operation, handler)];
