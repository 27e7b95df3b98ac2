import { demoAuthorization, demoEnterprise, demoPartner, demoUser } from './demo/credentials';
import { demoLibraryOf, fillWorld } from './demo/demo';
import { seedFile, seedMany } from './demo/sampleFiles';
import type { Emulator, LibraryAccess } from './emulator';
import { persist } from './persistence/savedWorld';
import { closePort, openPorts } from './server/listener';
import { answersInMemory, nameOrigins } from './server/memory';
import type { Library } from './store/library/library';
import { defaultOptions, type EmulatorOptions } from './world/options';
import { World } from './world/world';

/* The public face of the emulator: everything outside test/emulator imports from here. */

export { demoAuthorization, demoEnterprise, demoPartner, demoUser } from './demo/credentials';
export type { Emulator, LibraryAccess } from './emulator';
export type { AnswerChoice } from './http/answers/answerStyle';
export { shapeNames, type ShapeName } from './http/answers/shapes';
export type { FaultRule } from './faults/faults';
export type { Directory } from './store/enterprise/directory';
export { listenOn } from './server/listener';
export { ManualClock } from './time/clock';
export type { EmulatorOptions } from './world/options';

function accessTo(world: World, orgClientId: string): LibraryAccess {
	const authorization = world.authorizations.get(orgClientId);
	if (!authorization) throw new Error(`no authorization ${orgClientId}`);
	const { mountId, orgId } = authorization.library.profile;
	return { orgClientId, orgClientSecret: authorization.orgClientSecret, mountId, orgId };
}

function addLibrary(world: World, name: string, capacity = -1): LibraryAccess {
	const ids = world.nextLibraryIds();
	const members = new Map([[1, 1]]);
	const library = world.addLibrary({ ...ids, name, capacity, storagePoint: 'default', members, groups: new Map() });
	const clientId = `library-${ids.mountId}`;
	world.authorize(clientId, `${clientId}-secret`, library);
	return accessTo(world, clientId);
}

/** The functions of a running emulator that work on its state. */
function controlsOf(world: World, demo: Library) {
	const libraryOf = (access?: { readonly mountId?: number | undefined }): Library =>
		world.libraries.get(access?.mountId ?? demo.profile.mountId) ?? demo;
	return {
		sessions: () =>
			world.uploads
				.active()
				.map(({ id, announcement, writer }) => ({
					id,
					fullpath: announcement.write.path,
					received: writer.length,
					size: announcement.write.filesize,
				})),
		expireSessions: (kind) => world.uploads.expire(kind),
		expireTokens: (kind) => world.tokens.expireAll(kind),
		addLibrary: (name, capacity) => addLibrary(world, name, capacity),
		seedFile: (path, content, access) => seedFile(world, libraryOf(access), path, content),
		seed: (order, access) =>
			seedMany(world, libraryOf(access), typeof order === 'number' ? { count: order } : order),
	} satisfies Partial<Emulator>;
}

/** What every emulator has, whichever way its requests come. */
function runningOf(world: World, restored: boolean) {
	return {
		...controlsOf(world, restored ? demoLibraryOf(world) : fillWorld(world)),
		answer: answersInMemory(world),
		library: accessTo(world, demoAuthorization.orgClientId),
		enterprise: demoEnterprise,
		partner: demoPartner,
		user: demoUser,
		restored,
		libraries: world.libraries,
		world,
		requests: world.requests.list,
		faults: world.faults,
		clock: world.options.clock,
	} satisfies Partial<Emulator>;
}

async function endUploads({ uploads }: World): Promise<void> {
	await Promise.all(uploads.active().map((session) => uploads.drop(session)));
}

/**
 * The service without a port, with defaults for all options that are left out: `answer` is the only way to it. Nothing
 * has to be closed.
 */
export function emulatorInMemory(options: Partial<EmulatorOptions> = {}): Emulator {
	const world = new World({ ...defaultOptions(), ...options });
	nameOrigins(world);
	return {
		...runningOf(world, false),
		url: world.origins.service,
		port: 0,
		close: async () => await endUploads(world),
	};
}

/**
 * Starts the service on loopback, with defaults for all options that are left out. Rejects when the port is taken.
 */
export async function startEmulator(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
	const world = new World({ ...defaultOptions(), ...options });
	const { restored, close } = persist(world);
	const running = runningOf(world, restored);
	const { servers, port } = await openPorts(world);
	return {
		...running,
		url: world.origins.service,
		port,
		close: async () => {
			await Promise.all(servers.map(closePort));
			close();
			await endUploads(world);
		},
	};
}
