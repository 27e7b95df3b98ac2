import { missing } from '../../http/errors';
import { defaulted, entryPath, filled, flag, int, optional, path, required, sha1, text } from '../../http/parameters';
import { createFolder as makeFolder, moveEntry } from '../../store/library/write';
import { fullpathOf } from '../../store/library/entry';
import { randomBytes } from 'node:crypto';
import { announceUpload } from '../announceUpload';
import { operation } from '../operation';
import { actorOf, operator } from './shared';

export const createFolder = operation({
	params: { fullpath: required(entryPath), ...operator },
	handle: ({ library, p }) => {
		const folder = makeFolder(library, p.fullpath, actorOf(library, p));
		return { hash: folder.hash, fullpath: fullpathOf(folder) };
	},
});

export const createFile = operation({
	params: {
		fullpath: required(entryPath),
		filehash: required(sha1),
		filesize: required(int(0)),
		overwrite: defaulted(flag, false),
		...operator,
		storage_check: optional(text),
		mount_id: optional(text),
		machine: optional(text), // fact 1.6: clients send and sign these
	},
	handle: ({ world, library, p }) =>
		announceUpload(world, library, {
			path: p.fullpath,
			filehash: p.filehash,
			filesize: p.filesize,
			overwrite: p.overwrite,
			actor: actorOf(library, p),
		}),
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
	handle: ({ library, p }) => {
		const entry = library.tree.find(p.fullpath);
		if (!entry) throw missing(p.fullpath);
		const moved = moveEntry(library, entry, p.dest_fullpath, actorOf(library, p));
		// doc: "200" only; fact 5.12: a client reads hash and fullpath from it.
		return { hash: moved.hash, fullpath: fullpathOf(moved) };
	},
});
