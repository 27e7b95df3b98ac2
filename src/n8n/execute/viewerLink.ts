import type { Job } from './job';
import type { INodeExecutionData } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { get } from '../../protocol/catalogue/libraryFile';
import { checkFields } from '../../protocol/operation/check';
import { fieldsIn } from '../../protocol/wire/json';
import { encode } from '../../protocol/operation/encode';
import { viewerLink } from '../../protocol/preview/viewerLink';

/** A link to a preview page for one viewer; it names the file by its stable hash. Throws inputError, and what asking for the file throws. */
export async function getViewerPageLink({ op, input }: Job, caller: Caller): Promise<INodeExecutionData[]> {
	const params = encode(op, input);
	const { pageUrl, viewer, validFor } = checkFields(op.input, input) as {
		pageUrl: string;
		viewer: string;
		validFor?: number;
	};
	const expires = validFor === undefined ? undefined : Math.floor(caller.clock.now() / 1000) + validFor * 3600;
	const claims = { viewer, ...(expires === undefined ? {} : { expires }) };
	// Before the request: wrong input sends nothing.
	viewerLink(pageUrl, claims, caller.account.secret);
	const { hash, fullpath, filename } = fieldsIn(await call(caller, get, { ...params, attribute: '10' }));
	// After the request: the caller may have renewed its authorization in it.
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
