import { libraryFor, requirePermission } from '../../auth/userAccess';
import { badParameter } from '../../http/errors';
import { entryPath, int, required, type Kind } from '../../http/parameters';
import { takesPart } from '../../world/participation';
import { userOperation } from '../operationsByCaller';
import { page, pageOf } from '../paging';
import { plainEntry } from './entries';

/** doc: -1 is the default list. assumed (C08): there are no other lists, as no operation creates one. */
const favId: Kind<number> = (raw, name) => {
	const id = int(-1)(raw, name);
	if (id !== -1) throw badParameter(name, 'names an unknown list; -1 is the default');
	return id;
};

const file = { mount_id: required(int(1)), fullpath: required(entryPath), fav_id: required(favId) };

export const addFile = userOperation('/m-api/1/favorites/add_file', {
	params: file,
	handle: (call) => {
		const { world, p } = call;
		const library = libraryFor(call, p.mount_id);
		const entry = library.tree.get(p.fullpath);
		requirePermission(call, 'file_preview', library, entry);
		world.favorites.add(call, { library, entry });
		return {};
	},
});

export const delFile = userOperation('/m-api/1/favorites/del_file', {
	params: file,
	handle: (call) => {
		const library = libraryFor(call, call.p.mount_id);
		call.world.favorites.remove(call, library.tree.get(call.p.fullpath));
		return {};
	},
});

/**
 * doc: entries without thumbnail and lock. assumed (A07): in `list`, in the order they were added.
 * assumed: entries of libraries that the member has left are left out.
 */
export const getFiles = userOperation('/m-api/1/favorites/get_files', {
	method: 'GET',
	params: { fav_id: required(favId), ...page },
	handle: (call) => {
		const { world, directory, member, p } = call;
		const own = world.favorites
			.list(call)
			.filter(
				({ library }) =>
					world.libraries.get(library.profile.mountId) === library &&
					takesPart(library, member.id, directory),
			);
		return { list: pageOf(own, p).map(({ library, entry }) => plainEntry(library, entry)) };
	},
});
