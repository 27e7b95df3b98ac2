import { bufferSource } from '../../../src/client/upload/source';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import type { RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { data, stopServer, target, UploadServer, type Routes } from './uploadServer';
import { nameOf, UploadService } from './uploadService';

/* An upload server that refuses some parts, and answers upload_req in a way of its own. */

/** What happens to a part: it is stored or not, and refused either way. */
export interface RefusedPart {
	readonly status: 409 | 500;
	readonly stored?: boolean;
	/** The `expect` of the 409, by the number of bytes that the server has. Absent: it has no body. */
	readonly expect?: (held: number) => unknown;
}

/** How a server behaves. */
export interface Behaviour {
	/** What upload_req is answered by POST and by GET, with the number of the request. Absent: as the document says. */
	readonly post?: (index: number) => Reply;
	readonly get?: (index: number) => Reply;
	/** By the number of the part, counted from 0 over all sessions. */
	readonly parts: Readonly<Record<number, RefusedPart>>;
}

/** What came of an upload. `requests` are their names, with the method in place of upload_req, without upload_abort. */
export interface Outcome {
	readonly error: Error | undefined;
	readonly stored: readonly Buffer[];
	readonly requests: string;
}

/** Uploads `data` in three parts: 0, 10000, 20000. The service checks every byte, and stores whole files only. */
export async function uploadTo({ post, get, parts }: Behaviour): Promise<Outcome> {
	const service = new UploadService({ completes: false, polls: 0 });
	const proper = (request: RecordedRequest): Reply => service.reply(request, server.url, false);
	const held = (request: RecordedRequest): number => service.sessionOf(request)?.data.length ?? 0;
	let sent = 0;
	const part: Routes[string] = (request) => {
		const refused = parts[sent++];
		if (!refused) return proper(request);
		if (refused.stored) proper(request);
		const { status, expect: expected } = refused;
		return { status, ...(expected ? { body: { error_code: 40900, expect: expected(held(request)) } } : {}) };
	};
	let asked = 0;
	const query: Routes[string] = (request) => (request.method === 'POST' ? post : get)?.(asked++) ?? proper(request);
	const routes = ['m-open/1/file/create_file', 'upload_init', 'upload_finish', 'upload_abort'];
	const server = await UploadServer.start({
		...Object.fromEntries(routes.map((path) => [`/${path}`, proper])),
		'/upload_part': part,
		'/upload_req': query,
	});
	const error = await uploadToLibrary(server.caller, bufferSource(data), target)
		.then(
			() => undefined,
			(cause: unknown) => cause as Error,
		)
		.finally(stopServer);
	const names = server.requests.map((request) =>
		nameOf(request) === 'upload_req' ? request.method : nameOf(request).replace('upload_', ''),
	);
	return { error, stored: service.stored, requests: names.filter((name) => name !== 'abort').join(' ') };
}
