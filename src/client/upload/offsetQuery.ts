import { queryUpload } from '../../protocol/catalogue/requests';
import type { ServiceRequest } from '../../protocol/operation/define';
import { isLibraryError, LibraryError } from '../../protocol/wire/libraryError';
import type { Caller } from '../service/call';
import type { UploadSession } from './port';
import { sendToServer } from './serverRequest';

/** The document says POST; other clients ask by GET (client facts 7.3), and some servers take only that. */
const REQUESTS: readonly ServiceRequest[] = [queryUpload, { ...queryUpload, route: 'GET /upload_req' }];

/** Refusals that say something about the session or about this moment, not about the request. */
const ABOUT_THE_UPLOAD: readonly number[] = [401, 408, 410, 429];

/** Whether the server does not answer this request at all. A web page has no status. */
const isUnknownRequest = ({ kind, status }: LibraryError): boolean =>
	status === undefined ? kind === 'protocol' : status === 501 || (status < 500 && !ABOUT_THE_UPLOAD.includes(status));

/**
 * How many bytes the server has; undefined where it tells neither by POST nor by GET. Throws LibraryError for every
 * other refusal, and for a web page, which may come from a proxy and pass.
 */
export async function bytesAtServer(
	caller: Caller,
	session: UploadSession,
	signal: AbortSignal,
): Promise<number | undefined> {
	let page: LibraryError | undefined;
	for (const op of REQUESTS) {
		try {
			const { server, id } = session;
			return countIn((await sendToServer(caller, { op, server, values: { session: id }, signal })).text);
		} catch (cause) {
			if (!isLibraryError(cause) || !isUnknownRequest(cause)) throw cause;
			if (cause.status === undefined) page = cause;
		}
	}
	if (page) throw page;
	return undefined;
}

/** Plain decimal text, or a JSON number (E05). Throws LibraryError protocol for anything else. */
function countIn(text: string): number {
	const digits = /^\s*"?(\d{1,15})"?\s*$/.exec(text)?.[1];
	if (digits === undefined)
		throw new LibraryError('protocol', "The upload server didn't report how many bytes it has", {
			operation: queryUpload.id,
			status: 200,
		});
	return Number(digits);
}
