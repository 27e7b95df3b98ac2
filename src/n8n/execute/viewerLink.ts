import { call } from '../../client/service/call';
import { get } from '../../protocol/catalogue/libraryFile';
import type { getViewerPageLink as operation } from '../../protocol/catalogue/viewerPage';
import type { In } from '../../protocol/operation/define';
import { viewerLink } from '../../protocol/preview/viewerLink';
import { defined, fieldsIn } from '../../protocol/wire/json';
import { outputItem, type JobHandler } from './job';

/**
 * A link to a preview page for one viewer; it names the file by its hash, which a move does not change. Throws
 * inputError before anything is sent, and what the request for the file throws.
 */
export const getViewerPageLink: JobHandler = async ({ checked, params }, caller) => {
	const { pageUrl, viewer, validFor } = checked as In<typeof operation>;
	const expires = validFor === undefined ? undefined : Math.floor(caller.clock.now() / 1000) + validFor * 3600;
	const claims = { viewer, ...defined({ expires }) };
	// Before the request: wrong input sends nothing.
	viewerLink(pageUrl, claims, caller.account.secret);
	const { hash, fullpath, filename } = fieldsIn(await call(caller, get, { ...params, attribute: '10' }));
	// After the request, which may have renewed the authorization of the caller.
	const link = viewerLink(pageUrl, { ...claims, file: String(hash) }, caller.account.secret);
	const end = expires === undefined ? null : new Date(expires * 1000).toISOString();
	return [outputItem({ link, viewer, expires: end, hash, fullpath, filename })];
};
