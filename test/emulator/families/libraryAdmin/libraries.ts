import { randomBytes } from 'node:crypto';
import { codes, ServiceFailure } from '../../http/errors';
import type { Kind } from '../../http/parameters';
import { defaulted, filled, int, optional, required, text, word } from '../../http/parameters';
import { storagePoints } from '../../store/enterprise/enterprise';
import type { Library } from '../../store/library/library';
import { logTypes } from '../../store/enterprise/managementLog';
import { librariesOf, takesPart } from '../../world/participation';
import type { World } from '../../world/world';
import { libraryEntry, libraryInfo, libraryRef, oneLibrary, operation, referred, storagePoint } from './shared';

const UNLIMITED = -1;

/** doc for set: '' is no limit. ambiguity F04: -1 is not stated here, so it is refused (assumed). */
const newCapacity: Kind<number> = (raw, name) => (raw === '' ? UNLIMITED : int(0)(raw, name));

export const create = operation({
	// doc: unlimited when the capacity is omitted; '' is stated for set only, so it is refused here (assumed).
	params: {
		org_name: required(filled),
		org_logo: defaulted(text, ''),
		org_capacity: defaulted(int(0), UNLIMITED),
		storage_point_name: defaulted(storagePoint, storagePoints[0]),
	},
	handle: ({ world, enterprise, note, p }) => {
		const number = world.nextLibraryNumber();
		const { profile } = world.addLibrary({
			orgId: 1000 + number,
			mountId: 2000 + number,
			name: p.org_name,
			capacity: p.org_capacity,
			storagePoint: p.storage_point_name,
			// doc: the owner is unspecified until set_owner names one.
			members: new Map(),
			groups: new Map(),
			logoUrl: p.org_logo,
			entId: enterprise.id,
		});
		note(logTypes.libraries, `created library ${profile.name} (${profile.orgId})`);
		return { org_id: profile.orgId, mount_id: profile.mountId };
	},
});

export const set = operation({
	params: {
		...libraryRef,
		org_name: optional(filled),
		org_logo: optional(text),
		org_capacity: optional(newCapacity),
	},
	exactlyOne: oneLibrary,
	handle: ({ world, enterprise, note, p }) => {
		const { profile } = referred(world, { enterprise }, p);
		profile.name = p.org_name ?? profile.name;
		profile.logoUrl = p.org_logo ?? profile.logoUrl;
		profile.capacity = p.org_capacity ?? profile.capacity;
		note(logTypes.libraries, `changed library ${profile.name} (${profile.orgId})`);
		return {};
	},
});

export const info = operation({
	params: libraryRef,
	exactlyOne: oneLibrary,
	handle: ({ world, enterprise, p }) => ({ info: libraryInfo(referred(world, { enterprise }, p)) }),
});

export const search = operation({
	params: { name: optional(filled), prefix: optional(filled), size: defaulted(int(1, 1000), 10) },
	exactlyOne: [['name', 'prefix']],
	handle: ({ world, enterprise, p }) => {
		const fits = (name: string): boolean =>
			p.name !== undefined ? name === p.name : name.toLowerCase().startsWith((p.prefix ?? '').toLowerCase());
		return {
			list: librariesOf(world, enterprise.id)
				.filter(({ profile }) => fits(profile.name))
				.slice(0, p.size)
				.map(libraryEntry),
		};
	},
});

export const ls = operation({
	params: { type: defaulted(word('0', '1', '2'), '0'), member_id: optional(int(0)) },
	handle: ({ world, enterprise, directory, p }) => {
		const member = p.member_id === undefined ? undefined : directory.memberById(p.member_id);
		// ambiguity F01: both filters combine (assumed).
		const found = librariesOf(world, enterprise.id)
			.filter(({ profile }) => p.type === '0' || (p.type === '2') === profile.personalOf > 0)
			.filter((library) => !member || takesPart(library, member.id, directory));
		return { list: found.map(libraryEntry) };
	},
});

export const bind = operation({
	params: { ...libraryRef, title: required(filled) },
	exactlyOne: oneLibrary,
	handle: ({ world, enterprise, client, note, p }) => {
		const library = referred(world, { enterprise }, p);
		// doc: one authorization per client_id and library, later calls return the existing one.
		const there = [...world.authorizations.values()].find(
			(each) => each.library === library && each.boundBy === client.clientId,
		);
		const { orgClientId, orgClientSecret } =
			there ??
			world.authorize(
				`o${randomBytes(9).toString('hex')}`,
				randomBytes(16).toString('hex'),
				library,
				client.clientId,
				p.title,
			);
		if (!there) note(logTypes.authorization, `authorized ${p.title} for library ${library.profile.name}`);
		return { org_client_id: orgClientId, org_client_secret: orgClientSecret };
	},
});

/** The library an authorization of this enterprise is for. assumed: 40103 for an unknown one, or another enterprise's. */
function authorized(world: World, entId: number, orgClientId: string): Library {
	const found = world.authorizations.get(orgClientId);
	if (found?.library.profile.entId !== entId)
		throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`);
	return found.library;
}

export const unbind = operation({
	params: { org_client_id: required(filled) },
	handle: ({ world, enterprise, note, p }) => {
		const library = authorized(world, enterprise.id, p.org_client_id);
		world.authorizations.delete(p.org_client_id);
		note(logTypes.authorization, `ended authorization ${p.org_client_id} for library ${library.profile.name}`);
		return {};
	},
});

export const destroy = operation({
	params: { org_id: optional(int(0)), org_client_id: optional(filled) },
	exactlyOne: [['org_id', 'org_client_id']],
	handle: ({ world, enterprise, note, p }) => {
		const library =
			p.org_client_id !== undefined
				? authorized(world, enterprise.id, p.org_client_id)
				: referred(world, { enterprise }, p);
		world.removeLibrary(library);
		note(logTypes.libraries, `deleted library ${library.profile.name} (${library.profile.orgId})`);
		return {};
	},
});
