import { libraryFor, requirePermission } from '../../auth/callers';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { defaulted, entryPath, filled, int, type Kind, required } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/enterprise';
import { librariesOf, takesPart } from '../../world/participation';
import { page, pageOf, storagePoint } from '../lists';
import { userOperation } from '../operation';
import { plainEntry } from './reading';

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
		const { world, member, p } = call;
		const library = libraryFor(call, p.mount_id);
		const entry = library.tree.get(p.fullpath);
		requirePermission(call, 'file_preview', library, entry);
		// assumed: adding twice is not an error.
		const isKnown = world.favorites.some((each) => each.member === member && each.entry === entry);
		if (!isKnown) world.favorites.push({ member, library, entry });
		return {};
	},
});

export const delFile = userOperation('/m-api/1/favorites/del_file', {
	params: file,
	handle: (call) => {
		const { world, member, p } = call;
		const entry = libraryFor(call, p.mount_id).tree.get(p.fullpath);
		// assumed: removing what is not in the list is not an error.
		const at = world.favorites.findIndex((each) => each.member === member && each.entry === entry);
		if (at >= 0) world.favorites.splice(at, 1);
		return {};
	},
});

/** doc: no thumbnail, no lock. assumed (A07): `list`, as added. assumed: without what is deleted or was left. */
export const getFiles = userOperation('/m-api/1/favorites/get_files', {
	method: 'GET',
	params: { fav_id: required(favId), ...page },
	handle: (call) => {
		const { world, directory, member, p } = call;
		const own = world.favorites.filter(
			({ member: owner, library, entry }) =>
				owner === member &&
				!entry.deleted &&
				world.libraries.get(library.profile.mountId) === library &&
				takesPart(library, member.id, directory),
		);
		return { list: pageOf(own, p).map(({ library, entry }) => plainEntry(library, entry)) };
	},
});

/** doc: the libraries of a member. fact 5.21: in `list`. */
export const mountList = userOperation('/m-api/1/account/mount', {
	dateline: true,
	method: 'GET',
	params: {},
	handle: ({ world, enterprise, directory, member }) => ({
		list: librariesOf(world, enterprise.id)
			.filter((library) => takesPart(library, member.id, directory))
			.map((library) => {
				const { profile } = library;
				return {
					ent_id: profile.entId,
					org_id: profile.orgId,
					mount_id: profile.mountId,
					org_name: profile.name,
					org_logo_url: profile.logoUrl,
					// doc: 20 is a personal library. fact 5.22: others are 0.
					org_type: profile.personalOf ? 20 : 0,
					member_count: profile.members.size,
					owner_member_id: profile.ownerId,
					size_org_total: profile.capacity,
					size_org_use: library.size,
					storage_point: profile.storagePoint,
					storage_ethernet: 1, // assumed: access from everywhere
				};
			}),
	}),
});

/** doc: needs a permission. assumed (C14): no capacity is no limit, ent_id 0 is refused. assumed: the creator owns. */
export const createLibrary = userOperation('/m-api/1/library/create', {
	dateline: true,
	params: {
		name: required(filled),
		ent_id: required(int(0)),
		capacity: defaulted(int(-1), -1),
		storage_point: storagePoint,
	},
	handle: ({ world, enterprise, member, p }) => {
		if (p.ent_id !== enterprise.id)
			throw new ServiceFailure(codes.enterpriseUnknown, `enterprise ${p.ent_id} does not exist for this account`);
		if (!member.mayCreateLibraries)
			throw new ServiceFailure(codes.noPermission, 'no permission to create libraries');
		const { profile } = world.addLibrary({
			name: p.name,
			capacity: p.capacity,
			storagePoint: p.storage_point,
			members: new Map([[member.id, 1]]),
			ownerId: member.id,
			entId: enterprise.id,
		});
		const content = `created library ${profile.name} (${profile.orgId})`;
		enterprise.note(logTypes.libraries, member.name, content, world.now());
		return { org_id: profile.orgId, mount_id: profile.mountId, storage_point: profile.storagePoint };
	},
});
