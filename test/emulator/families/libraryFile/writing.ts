import { codes, missing, ServiceFailure } from '../../errors';
import { defaulted, entryPath, filled, flag, int, optional, path, required, sha1, text } from '../../params';
import { createFolder as makeFolder, finalPath, moveEntry, putFile, replacedFile } from '../../store/write';
import { fullpathOf } from '../../store/entry';
import { randomBytes } from 'node:crypto';
import type { World } from '../../world';
import { operation } from '../operation';
import { actorOf, operator } from './shared';

export const createFolder = operation({
	params: { fullpath: required(entryPath), ...operator },
	handle: ({ world, library, p }) => {
		const folder = makeFolder(library, p.fullpath, actorOf(world, p));
		return { hash: folder.hash, fullpath: fullpathOf(folder) };
	},
});

/** ambiguity C05: the form of `server` is not shown; all forms clients know can be asked for. */
function serverName(world: World): string {
	const url = world.origins.upload;
	if (world.options.serverForm === 'host') return new URL(url).host;
	return world.options.serverForm === 'list' ? `${url},${url}` : url;
}

export const createFile = operation({
	params: {
		fullpath: required(entryPath), filehash: required(sha1), filesize: required(int(0)), overwrite: defaulted(flag, false), ...operator,
		storage_check: optional(text), mount_id: optional(text), machine: optional(text), // fact 1.6: clients send and sign these
	},
	handle: ({ world, library, p }) => {
		if (world.faults.libraryFull) throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
		const write = {
			path: p.fullpath, filehash: p.filehash, filesize: p.filesize, overwrite: p.overwrite, actor: actorOf(world, p),
		};
		const fullpath = finalPath(library, write);
		const replaced = replacedFile(library, write);
		library.requireSpace(p.filesize - (replaced?.filesize ?? 0));
		// doc: state 1 when the service has the content already; content is known by SHA1 and size.
		if (world.contents.get(p.filehash)?.size === p.filesize) {
			const entry = putFile(library, write);
			return { state: 1, hash: entry.hash, fullpath: fullpathOf(entry) };
		}
		const ticket = world.uploads.ticketFor(library, { ...write, hash: replaced?.hash });
		return { state: 0, hash: ticket.write.hash, fullpath, server: serverName(world) };
	},
});

export const uploadServers = operation({
	params: { fullpath: required(path), timeout: required(int(1)), rand: required(filled) },
	handle: ({ world, orgClientId, p }) => {
		const key = randomBytes(20).toString('hex');
		// doc: the key is valid for `timeout` seconds. assumed (ambiguity G23): it serves any number of uploads into the library.
		world.uploadKeys.set(key, { orgClientId, expiresMs: world.now() + p.timeout * 1000 });
		return { 'm-upload': [world.origins.upload], key };
	},
});

export const move = operation({
	params: { fullpath: required(entryPath), dest_fullpath: required(entryPath), ...operator },
	handle: ({ world, library, p }) => {
		const entry = library.tree.find(p.fullpath);
		if (!entry) throw missing(p.fullpath);
		const moved = moveEntry(library, entry, p.dest_fullpath, actorOf(world, p));
		// doc: "200" only; fact 5.12: a client reads hash and fullpath from it.
		return { hash: moved.hash, fullpath: fullpathOf(moved) };
	},
});
