import { demoAuthorization, demoEnterprise, demoPartner, demoUser } from './demo/credentials';
import { type BulkSeed, seedFile, seedMany } from './demo/sampleFiles';
import { answersInMemory } from './server/memory';
import type { Library } from './store/library/library';
import type { World } from './world/world';

/** What a client needs to work with a library. */
export interface LibraryAccess {
	readonly orgClientId: string;
	readonly orgClientSecret: string;
	readonly mountId: number;
	readonly orgId: number;
}

/** What a client needs to work with an enterprise, or as a partner. */
interface ClientAccess {
	readonly clientId: string;
	readonly clientSecret: string;
}

/** What differs between a service with ports and one in memory. */
interface Running {
	/** 0 without a port. */
	readonly port: number;
	/** Whether it continues with the state in `stateFolder`. */
	readonly restored: boolean;
	/** Closes all connections, and saves the state if it is kept. */
	end(): Promise<void>;
}

function accessTo({ authorizations }: World, orgClientId: string): LibraryAccess {
	const authorization = authorizations.get(orgClientId);
	if (!authorization) throw new Error(`no authorization ${orgClientId}`);
	const { mountId, orgId } = authorization.library.profile;
	return { orgClientId, orgClientSecret: authorization.orgClientSecret, mountId, orgId };
}

export type Emulator = ReturnType<typeof emulatorOf>;

/** Uploads that have not ended, with the bytes received. */
const openSessions = ({ uploads }: World) =>
	uploads.active().map(({ id, announcement: { write }, writer }) => {
		return { id, fullpath: write.path, received: writer.length, size: write.filesize };
	});

/** What tests and programs do with a world. */
export function emulatorOf(world: World, { port, restored, end }: Running) {
	const library = accessTo(world, demoAuthorization.orgClientId);
	const libraries: ReadonlyMap<number, Library> = world.libraries;
	const enterprise: ClientAccess = demoEnterprise;
	const partner: ClientAccess = demoPartner;
	const libraryOf = ({ mountId } = library): Library => {
		const found = libraries.get(mountId);
		if (!found) throw new Error(`no library ${mountId}`);
		return found;
	};
	return {
		/** Base URL of the service, without a trailing slash. */
		url: world.origins.service,
		port,
		restored,
		/** Answers a request to `url` in memory. */
		answer: answersInMemory(world),
		/** The demo library and the authorizations of the demo enterprise and partner always exist. */
		library,
		enterprise,
		partner,
		/** A member of the demo enterprise who can sign on with a password. */
		user: demoUser,
		/** All libraries by mount_id, to inspect or change their state directly. */
		libraries,
		/** The whole state, for tests that need more than this. */
		world,
		/** Requests received, oldest first; secrets are not masked. */
		requests: world.requests.list,
		/** Switches for faults, effective at once. */
		faults: world.faults,
		clock: world.options.clock,
		/** Upload sessions that own a temporary file. */
		sessions: () => openSessions(world),
		/** Ends all upload sessions: their ids become invalid (401) or not initialized (500). */
		expireSessions: (kind: 'invalid' | 'lost'): void => void world.uploads.expire(kind),
		/** Makes all access tokens expire (401 + 40102) or unknown (401 + 40101); refresh tokens stay valid. */
		expireTokens: (kind: 'expired' | 'unknown'): void => world.tokens.expireAll(kind),
		/** Adds a library with an authorization of its own. `capacity` is in bytes; -1 is no limit. */
		addLibrary: (name: string, capacity = -1): LibraryAccess => {
			const added = world.addLibrary({ name, capacity, members: new Map([[1, 1]]) });
			const clientId = `library-${added.profile.mountId}`;
			world.authorize(clientId, `${clientId}-secret`, added);
			return accessTo(world, clientId);
		},
		/** Adds a file to a library (default the demo library); returns its hash. */
		seedFile: (path: string, content: string | Buffer, access?: LibraryAccess): string =>
			seedFile(world, libraryOf(access), path, content),
		/** Adds many small files to one folder; a number is their count. */
		seed: (order: BulkSeed | number, access?: LibraryAccess): void =>
			seedMany(world, libraryOf(access), typeof order === 'number' ? { count: order } : order),
		/** Closes all connections, saves the state if it is kept, and removes temporary files. */
		close: async (): Promise<void> => {
			await end();
			await world.uploads.expire('invalid');
		},
	};
}
