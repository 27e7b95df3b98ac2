import { codes, ServiceFailure } from '../../http/errors';
import { defaulted, filled, int, required } from '../../http/parameters';
import { storagePoints } from '../../store/enterprise/enterprise';
import { logTypes } from '../../store/enterprise/managementLog';
import { librariesOf, takesPart } from '../../world/participation';
import { storagePoint } from '../libraryAdmin/shared';
import { operation } from './shared';

/** doc: the libraries of a person. fact 5.21: in `list`. */
export const mountList = operation({
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
					// doc: 20 are personal files; fact 5.22: 0 for others.
					org_type: profile.personalOf ? 20 : 0,
					member_count: profile.members.size,
					owner_member_id: profile.ownerId,
					size_org_total: profile.capacity,
					size_org_use: library.size,
					storage_point: profile.storagePoint,
					storage_ethernet: 1,
				};
			}),
	}),
});

/** doc: the caller needs permission to create libraries. ambiguity C14: assumed unlimited without capacity, and ent_id 0 is refused. */
export const createLibrary = operation({
	params: {
		name: required(filled),
		ent_id: required(int(0)),
		capacity: defaulted(int(-1), -1),
		storage_point: defaulted(storagePoint, storagePoints[0]),
	},
	handle: ({ world, enterprise, member, p }) => {
		if (p.ent_id !== enterprise.id)
			throw new ServiceFailure(codes.enterpriseUnknown, `enterprise ${p.ent_id} does not exist for this account`);
		if (!member.mayCreateLibraries)
			throw new ServiceFailure(codes.noPermission, 'no permission to create libraries');
		const number = world.nextLibraryNumber();
		const { profile } = world.addLibrary({
			orgId: 1000 + number,
			mountId: 2000 + number,
			name: p.name,
			capacity: p.capacity,
			storagePoint: p.storage_point,
			members: new Map([[member.id, 1]]),
			groups: new Map(),
			ownerId: member.id,
			entId: enterprise.id,
		});
		enterprise.note(
			logTypes.libraries,
			member.name,
			`created library ${profile.name} (${profile.orgId})`,
			world.now(),
		);
		return { org_id: profile.orgId, mount_id: profile.mountId, storage_point: profile.storagePoint };
	},
});
