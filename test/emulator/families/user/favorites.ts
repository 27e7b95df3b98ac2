import { badParameter } from '../../http/errors';
import type { Kind } from '../../http/parameters';
import { int, required, entryPath } from '../../http/parameters';
import { takesPart } from '../../world/participation';
import { page } from '../libraryFile/listing';
import type { UserCaller } from '../../auth/userCaller';
import { libraryFor, mount, operation, plainEntry, requirePermission } from './shared';

/** doc: -1 is the default list. ambiguity C08: nothing tells where others come from, so there are none (assumed). */
const favId: Kind<number> = (raw, name) => {
	const id = int(-1)(raw, name);
	if (id !== -1) throw badParameter(name, 'names unknown favorites; -1 is the default');
	return id;
};

const file = { ...mount, fullpath: required(entryPath), fav_id: required(favId) };

const ownerKey = ({ enterprise, member }: Pick<UserCaller, 'enterprise' | 'member'>): string =>
	`${enterprise.id}:${member.id}`;

export const addFile = operation({
	params: file,
	handle: ({ world, enterprise, directory, member, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		const entry = library.tree.get(p.fullpath);
		requirePermission(library, entry, { directory, member }, 'file_preview');
		world.favorites.add(ownerKey({ enterprise, member }), { library, entry });
		return {};
	},
});

export const delFile = operation({
	params: file,
	handle: ({ world, enterprise, directory, member, p }) => {
		const library = libraryFor(world, { enterprise, directory, member }, p.mount_id);
		world.favorites.remove(ownerKey({ enterprise, member }), library.tree.get(p.fullpath));
		return {};
	},
});

/** doc: entries without thumbnail and lock. assumed: in `list`, in the order they were added; what became invisible is left out. */
export const getFiles = operation({
	params: { fav_id: required(favId), ...page },
	handle: ({ world, enterprise, directory, member, p }) => {
		const own = world.favorites
			.list(ownerKey({ enterprise, member }))
			.filter(
				({ library }) =>
					world.libraries.get(library.profile.mountId) === library &&
					takesPart(library, member.id, directory),
			);
		return { list: own.slice(p.start, p.start + p.size).map(({ library, entry }) => plainEntry(library, entry)) };
	},
});
