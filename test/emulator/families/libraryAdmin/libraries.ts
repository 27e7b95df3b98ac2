import { randomBytes } from 'node:crypto';
import { badParameter } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, filled, int, type Kind, list, optional, required, text, word } from '../../http/parameters';
import type { Directory } from '../../store/enterprise/directory';
import { logTypes } from '../../store/enterprise/enterprise';
import type { Library, LibraryRecord } from '../../store/library/library';
import { seconds } from '../../time/clock';
import { librariesOf, personalLibrary, takesPart } from '../../world/participation';
import { logOf, logPage, storagePoint } from '../lists';
import { enterpriseOperation } from '../operation';
import {
	authorizedLibrary,
	libraryRef,
	memberOrEmailRef,
	oneLibrary,
	oneMemberOrEmail,
	referredMember,
} from '../references';

/* How libraries look in answers. */

/** doc: library of search and list. */
export function libraryEntry(library: Library): Record<string, Json> {
	const { profile } = library;
	return {
		org_id: profile.orgId,
		org_name: profile.name,
		org_logo_url: profile.logoUrl,
		size_org_total: profile.capacity,
		size_org_use: library.size,
		mount_id: profile.mountId,
		owner_id: profile.ownerId,
	};
}

/** doc: information adds the counts of what is not deleted. */
export function libraryInfo(library: Library): Record<string, Json> {
	const { files = 0, folders = 0 } = library.tree.root.children ?? {};
	return { ...libraryEntry(library), file_count: files, dir_count: folders };
}

/** doc (F03): before it is initialized only the size that the administrator set. */
export const infoByMember = enterpriseOperation('/m-open/1/org/info_by_member', {
	params: memberOrEmailRef,
	exactlyOne: oneMemberOrEmail,
	handle: ({ world, enterprise, directory, p }) => {
		const member = referredMember(directory, p);
		const library = personalLibrary(world, enterprise, member);
		if (!library) return { info: { size_org_total: member.personalCapacity } };
		const { owner_id: _, ...info } = libraryInfo(library);
		return { info };
	},
});

export const setByMember = enterpriseOperation('/m-open/1/org/set_by_member', {
	params: { ...memberOrEmailRef, capacity: required(int(-1)) },
	exactlyOne: oneMemberOrEmail,
	handle: ({ world, enterprise, directory, note, p }) => {
		const member = referredMember(directory, p);
		member.personalCapacity = p.capacity;
		const library = personalLibrary(world, enterprise, member);
		if (library) library.profile.capacity = p.capacity;
		note(logTypes.libraries, `set the personal library of ${member.account} to ${p.capacity} bytes`);
		return {};
	},
});

const UNLIMITED = -1;

/** doc, set: '' is no limit. assumed (F04): -1 is refused, as it is not stated here. */
const newCapacity: Kind<number> = (raw, name) => (raw === '' ? UNLIMITED : int(0)(raw, name));

export const create = enterpriseOperation('/m-open/1/org/create', {
	// doc: unlimited when the capacity is left out. assumed: '' is refused, as it is stated for set only.
	params: {
		org_name: required(filled),
		org_logo: defaulted(text, ''),
		org_capacity: defaulted(int(0), UNLIMITED),
		storage_point_name: storagePoint,
	},
	handle: ({ world, enterprise, note, p }) => {
		const { profile } = world.addLibrary({
			name: p.org_name,
			capacity: p.org_capacity,
			storagePoint: p.storage_point_name,
			// doc: the owner is unspecified until set_owner names one.
			logoUrl: p.org_logo,
			entId: enterprise.id,
		});
		note(logTypes.libraries, `created library ${profile.name} (${profile.orgId})`);
		return { org_id: profile.orgId, mount_id: profile.mountId };
	},
});

export const set = enterpriseOperation('/m-open/1/org/set', {
	params: {
		...libraryRef,
		org_name: optional(filled),
		org_logo: optional(text),
		org_capacity: optional(newCapacity),
	},
	exactlyOne: oneLibrary,
	handle: ({ libraryOf, note, p }) => {
		const { profile } = libraryOf(p);
		profile.name = p.org_name ?? profile.name;
		profile.logoUrl = p.org_logo ?? profile.logoUrl;
		profile.capacity = p.org_capacity ?? profile.capacity;
		note(logTypes.libraries, `changed library ${profile.name} (${profile.orgId})`);
		return {};
	},
});

export const info = enterpriseOperation('/m-open/1/org/info', {
	params: libraryRef,
	exactlyOne: oneLibrary,
	handle: ({ libraryOf, p }) => ({ info: libraryInfo(libraryOf(p)) }),
});

/** assumed: the prefix is compared without regard to case. */
export const search = enterpriseOperation('/m-open/1/org/search', {
	params: { name: optional(filled), prefix: optional(filled), size: defaulted(int(1, 1000), 10) },
	exactlyOne: [['name', 'prefix']],
	handle: ({ world, enterprise, p }) => {
		const fits = (name: string): boolean =>
			p.name !== undefined ? name === p.name : name.toLowerCase().startsWith((p.prefix ?? '').toLowerCase());
		const found = librariesOf(world, enterprise.id).filter(({ profile }) => fits(profile.name));
		return { list: found.slice(0, p.size).map(libraryEntry) };
	},
});

/** assumed (F01): the two filters combine. */
export const ls = enterpriseOperation('/m-open/1/org/ls', {
	params: { type: defaulted(word('0', '1', '2'), '0'), member_id: optional(int(0)) },
	handle: ({ world, enterprise, directory, p }) => {
		const member = p.member_id === undefined ? undefined : directory.memberById(p.member_id);
		const found = librariesOf(world, enterprise.id)
			.filter(({ profile }) => p.type === '0' || (p.type === '2') === profile.personalOf > 0)
			.filter((library) => !member || takesPart(library, member.id, directory));
		return { list: found.map(libraryEntry) };
	},
});

export const destroy = enterpriseOperation('/m-open/1/org/destroy', {
	params: { org_id: optional(int(0)), org_client_id: optional(filled) },
	exactlyOne: [['org_id', 'org_client_id']],
	handle: ({ libraryOf, world, enterprise, note, p }) => {
		const library =
			p.org_client_id !== undefined ? authorizedLibrary(world, enterprise, p.org_client_id) : libraryOf(p);
		world.removeLibrary(library);
		note(logTypes.libraries, `deleted library ${library.profile.name} (${library.profile.orgId})`);
		return {};
	},
});

/** doc: one authorization for each client_id and library; later calls return the existing one. */
export const bind = enterpriseOperation('/m-open/1/org/bind', {
	params: { ...libraryRef, title: required(filled) },
	exactlyOne: oneLibrary,
	handle: ({ libraryOf, world, client, note, p }) => {
		const library = libraryOf(p);
		const existing = [...world.authorizations.values()].find(
			(each) => each.library === library && each.boundBy === client.clientId,
		);
		if (existing) return { org_client_id: existing.orgClientId, org_client_secret: existing.orgClientSecret };
		const orgClientId = `o${randomBytes(9).toString('hex')}`;
		const orgClientSecret = randomBytes(16).toString('hex');
		world.authorize(orgClientId, orgClientSecret, library, client.clientId, p.title);
		note(logTypes.authorization, `authorized ${p.title} for library ${library.profile.name}`);
		return { org_client_id: orgClientId, org_client_secret: orgClientSecret };
	},
});

export const unbind = enterpriseOperation('/m-open/1/org/unbind', {
	params: { org_client_id: required(filled) },
	handle: ({ world, enterprise, note, p }) => {
		const library = authorizedLibrary(world, enterprise, p.org_client_id);
		world.authorizations.delete(p.org_client_id);
		note(logTypes.authorization, `ended authorization ${p.org_client_id} for library ${library.profile.name}`);
		return {};
	},
});

/** doc: act codes of the library log. */
const actNames: Readonly<Record<number, string>> = {
	0: 'delete',
	1: 'create or upload',
	2: 'rename',
	3: 'edit',
	4: 'move',
	5: 'restore deleted',
	6: 'restore version',
	12: 'lock',
	13: 'unlock',
	20: 'download',
	21: 'preview',
	1014: 'generate link',
	1015: 'access link',
	1016: 'download link file',
	1017: 'save link file to cloud library',
	1018: 'upload link file',
};

const act: Kind<number> = (raw, name) => {
	const code = int(0)(raw, name);
	if (!Object.hasOwn(actNames, code)) throw badParameter(name, `has the unknown code ${code}`);
	return code;
};

/** doc (F16): member_name contains name and account, the other two only one of them. assumed: its format. */
function logEntry(record: LibraryRecord, directory: Directory): Json {
	const account = directory.members.get(record.actor.id)?.account ?? '';
	return {
		hash: record.hash,
		dir: record.dir ? 1 : 0,
		act: record.act,
		filehash: record.filehash,
		filesize: record.dir ? 0 : record.filesize,
		fullpath: record.fullpath,
		member_id: record.actor.id,
		dateline: seconds(record.atMs),
		act_name: actNames[record.act] ?? '',
		member_name: account ? `${record.actor.name} (${account})` : record.actor.name,
		display_name: record.actor.name,
		member_account: account,
	};
}

export const log = enterpriseOperation('/m-open/1/org/log', {
	params: { ...libraryRef, act: optional(list(',', act)), ...logPage },
	exactlyOne: oneLibrary,
	handle: ({ libraryOf, directory, p }) => {
		const lines = libraryOf(p).log.filter((record) => !p.act || p.act.includes(record.act));
		return logOf(lines, p, (record) => logEntry(record, directory));
	},
});
