import type { INodeExecutionData } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { get } from '../../protocol/catalogue/libraryFile';
import type { getViewerPageLink as operation } from '../../protocol/catalogue/viewerPage';
import { checkFields } from '../../protocol/operation/check';
import type { In } from '../../protocol/operation/define';
import { encode } from '../../protocol/operation/encode';
import { viewerLink } from '../../protocol/preview/viewerLink';
import { defined, fieldsIn } from '../../protocol/wire/json';
import type { Job } from './job';

/**
 * A link to a preview page for one viewer; it names the file by its hash, which a move does not change. Throws
 * inputError before anything is sent, and what the request for the file throws.
 */
export async function getViewerPageLink({ op, input }: Job, caller: Caller): Promise<INodeExecutionData[]> {
	const params = encode(op, input);
	const { pageUrl, viewer, validFor } = checkFields(op.input, input) as In<typeof operation>;
	const expires = validFor === undefined ? undefined : Math.floor(caller.clock.now() / 1000) + validFor * 3600;
	const claims = { viewer, ...defined({ expires }) };
	// Before the request: wrong input sends nothing.
	viewerLink(pageUrl, claims, caller.account.secret);
	const { hash, fullpath, filename } = fieldsIn(await call(caller, get, { ...params, attribute: '10' }));
	// After the request, which may have renewed the authorization of the caller.
	const link = viewerLink(pageUrl, { ...claims, file: String(hash) }, caller.account.secret);
	const json = {
		link,
		viewer,
		expires: expires === undefined ? null : new Date(expires * 1000).toISOString(),
		hash,
		fullpath,
		filename,
	};
	return [{ json: json as INodeExecutionData['json'] }];
}
