import { libraryBehind } from '../../auth/clientCaller';
import { holderOf } from '../../auth/userCaller';
import { ServiceFailure } from '../../http/errors';
import { type Exchange, sendJson } from '../../http/exchange';
import { type Library } from '../../store/library/library';
import { putFile } from '../../store/library/write';
import { type Announcement, type Session } from '../../store/uploads';
import { knowsContent } from '../../world/knownContent';
import { librariesOf, takesPart } from '../../world/participation';
import { type World } from '../../world/world';

/** The header x-<prefix>-<name>. fact 7.1: prefixes differ. */
function vendorHeader({ options }: World, { req }: Exchange, name: string): string | undefined {
	const value = req.headers[`x-${options.prefix}-${name}`];
	return Array.isArray(value) ? value[0] : value;
}

/** The header x-<prefix>-upload-<name>. */
export const uploadHeader = (world: World, exchange: Exchange, name: string): string | undefined =>
	vendorHeader(world, exchange, `upload-${name}`);

/**
 * The session that a request names. doc: 401 for an invalid session, 500 when the upload is not initialized.
 * assumed: not initialized is a known session whose temporary file is gone.
 */
export function sessionOf(world: World, exchange: Exchange): Session {
	const id = uploadHeader(world, exchange, 'session') ?? '';
	const session = world.uploads.get(id, world.now());
	if (!session) throw new ServiceFailure(401, 'invalid session');
	if (session.state === 'lost') throw new ServiceFailure(500, 'upload not initialized');
	return session;
}

/** fact 7.5: header values are encoded by most clients. assumed: one that is not encoded is taken as it is. */
function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

function needHeader(world: World, exchange: Exchange, name: string): string {
	const value = uploadHeader(world, exchange, name);
	if (value === undefined || value === '')
		throw new ServiceFailure(400, `header 'x-${world.options.prefix}-upload-${name}' is missing`);
	return decoded(value);
}

/**
 * The libraries in which the upload may have been announced. assumed (E01): either org_client_id or a token; with both,
 * org_client_id counts. A token stands for a member, so the upload may be in any of their libraries.
 */
function callerLibraries(world: World, exchange: Exchange): Library[] {
	const orgClientId = exchange.query.find(([name]) => name === 'org_client_id')?.[1];
	if (orgClientId) return [libraryBehind(world, orgClientId)];
	const header = `x-${world.options.prefix}-token`;
	const token = vendorHeader(world, exchange, 'token');
	if (!token) throw new ServiceFailure(400, `query parameter 'org_client_id' and header '${header}' are missing`);
	const { enterprise, directory, member } = holderOf(world, token);
	return librariesOf(world, enterprise.id).filter((library) => takesPart(library, member.id, directory));
}

/** assumed: only what create_file announced can be uploaded. */
function announcedUpload(
	world: World,
	libraries: readonly Library[],
	pathhash: string,
	filehash: string,
): Announcement {
	for (const library of libraries) {
		const announcement = world.uploads.find(library, pathhash, filehash);
		if (announcement) return announcement;
	}
	throw new ServiceFailure(404, 'no upload was requested for this pathhash and filehash');
}

/** The announced upload that the headers of upload_init name. doc: 400 for missing parameters. */
function announcementOf(world: World, exchange: Exchange): Announcement {
	needHeader(world, exchange, 'filename');
	const pathhash = needHeader(world, exchange, 'pathhash');
	const filehash = needHeader(world, exchange, 'filehash');
	const size = needHeader(world, exchange, 'filesize');
	const announcement = announcedUpload(world, callerLibraries(world, exchange), pathhash, filehash);
	const { filesize } = announcement.write;
	if (size !== String(filesize)) throw new ServiceFailure(400, `filesize ${size} is not the ${filesize} announced`);
	return announcement;
}

/** upload_init. doc: 200 with the session, 202 when the file is complete at once. */
export async function init(world: World, exchange: Exchange): Promise<void> {
	const announcement = announcementOf(world, exchange);
	const { library, write } = announcement;
	if (knowsContent(world, library, write)) {
		putFile(library, write);
		world.uploads.complete(announcement);
		sendJson(exchange, 202, {});
		return;
	}
	const session = world.uploads.open(announcement, world.contents.writer(), world.now());
	sendJson(exchange, 200, { session: session.id });
}
