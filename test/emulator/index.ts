import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from './time/clock';
import { demoEnterprise, demoUser } from './demo/company';
import { demoPartner } from './demo/customers';
import { addDemoLibrary, demoAuthorization, seedDemo } from './demo/demoLibrary';
import type { Faults } from './faults/faults';
import type { Role } from './hosts/host';
import type { EmulatorOptions } from './world/options';
import { defaultOptions } from './world/options';
import type { RequestRecord } from './http/requestLog';
import type { BulkSeed } from './demo/seed';
import { seedFile, seedMany } from './demo/seed';
import { createListener } from './server/listener';
import type { Library } from './store/library/library';
import { World } from './world/world';

export { ManualClock, systemClock } from './time/clock';
export type { Clock } from './time/clock';
export type { FaultAction, FaultRule, Faults } from './faults/faults';
export type { EmulatorOptions } from './world/options';
export type { RequestRecord } from './http/requestLog';

/** What a client needs to work with a library. */
export interface LibraryAccess {
	readonly orgClientId: string;
	readonly orgClientSecret: string;
	readonly mountId: number;
	readonly orgId: number;
}

/** What a client needs to work with an enterprise, or as a partner. */
export interface ClientAccess {
	readonly clientId: string;
	readonly clientSecret: string;
}

/** An upload that has not ended. */
export interface OpenSession {
	readonly id: string;
	readonly fullpath: string;
	readonly received: number;
	readonly size: number;
}

/** A running emulator. */
export interface Emulator {
	/** Base URL of the service, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	/** The demo library, always there. */
	readonly library: LibraryAccess;
	/** Enterprise authorization of the demo company, always there. */
	readonly enterprise: ClientAccess;
	/** Partner authorization, always there. */
	readonly partner: ClientAccess;
	/** A person of the demo company who can sign on with a password. */
	readonly user: typeof demoUser;
	/** All libraries, to look into or change their state directly. */
	readonly libraries: ReadonlyMap<number, Library>;
	/** The state behind everything, for tests that need more than this interface. */
	readonly world: World;
	/** Requests received, oldest first; not masked. */
	readonly requests: readonly RequestRecord[];
	/** Switches for faults, effective at once. */
	readonly faults: Faults;
	/** The clock given in the options. */
	readonly clock: Clock;
	/** Upload sessions that hold a temporary file. */
	sessions(): OpenSession[];
	/** Ends all upload sessions: their ids become invalid (401) or not initialized (500). */
	expireSessions(kind: 'invalid' | 'lost'): void;
	/** Lets all access tokens expire (401 + 40102), or be as if never given (401 + 40101); refresh tokens stay. */
	expireTokens(kind: 'expired' | 'unknown'): void;
	/** Adds a library with an authorization of its own. */
	addLibrary(name: string, capacity?: number | undefined): LibraryAccess;
	/** Puts a file into a library (default the demo library); returns its hash. */
	seedFile(path: string, content: string | Buffer, library?: LibraryAccess): string;
	/** Puts many small files into one folder. */
	seed(order: BulkSeed | number, library?: LibraryAccess): void;
	/** Ends all connections and removes temporary files. */
	close(): Promise<void>;
}

async function listen(
	world: World,
	role: Role | 'all',
	port: number,
): Promise<{ server: Server; port: number; origin: string }> {
	const server = createServer(
		{ keepAliveTimeout: 60_000, requestTimeout: 0, noDelay: true },
		createListener(world, role),
	);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, world.options.host, resolve);
	});
	const address = server.address() as AddressInfo;
	const host = world.options.host.includes(':') ? `[${world.options.host}]` : world.options.host;
	return { server, port: address.port, origin: `http://${host}:${address.port}` };
}

/** Starts the listeners and tells the world where it can be reached. */
async function openPorts(world: World): Promise<{ servers: Server[]; port: number }> {
	const { port, separateHosts } = world.options;
	const main = await listen(world, separateHosts ? 'service' : 'all', port);
	Object.assign(world.origins, { service: main.origin, upload: main.origin, content: main.origin });
	if (!separateHosts) return { servers: [main.server], port: main.port };
	const upload = await listen(world, 'upload', 0);
	const content = await listen(world, 'content', 0);
	Object.assign(world.origins, { upload: upload.origin, content: content.origin });
	return { servers: [main.server, upload.server, content.server], port: main.port };
}

function access(world: World, orgClientId: string): LibraryAccess {
	const authorization = world.authorizations.get(orgClientId);
	if (!authorization) throw new Error(`no authorization ${orgClientId}`);
	const {
		orgClientSecret,
		library: { profile },
	} = authorization;
	return { orgClientId, orgClientSecret, mountId: profile.mountId, orgId: profile.orgId };
}

function closeServer(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

/** Starts the service on loopback. Rejects when the port is taken. */
export async function startEmulator(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
	const world = new World({ ...defaultOptions(), ...options });
	const demo = addDemoLibrary(world);
	if (world.options.seedDemo) seedDemo(world, demo);
	const { servers, port } = await openPorts(world);
	const libraryBehind = (which?: LibraryAccess): Library =>
		world.libraries.get(which?.mountId ?? demo.profile.mountId) ?? demo;
	return {
		url: world.origins.service,
		port,
		library: access(world, demoAuthorization.orgClientId),
		enterprise: demoEnterprise,
		partner: demoPartner,
		user: demoUser,
		libraries: world.libraries,
		world,
		requests: world.requests.list,
		faults: world.faults,
		clock: world.options.clock,
		sessions: () =>
			world.uploads.active().map((session) => ({
				id: session.id,
				fullpath: session.ticket.write.path,
				received: session.writer.length,
				size: session.ticket.write.filesize,
			})),
		expireSessions: (kind) => world.uploads.expire(kind),
		expireTokens: (kind) => world.tokens.expireAll(kind),
		addLibrary: (name, capacity = -1) => {
			const number = world.nextLibraryNumber();
			const library = world.addLibrary({
				orgId: 1000 + number,
				mountId: 2000 + number,
				name,
				capacity,
				storagePoint: 'default',
				members: new Map([[1, 1]]),
				groups: new Map(),
			});
			world.authorize(`library-${number}`, `library-${number}-secret`, library);
			return access(world, `library-${number}`);
		},
		seedFile: (path, content, which) => seedFile(world, libraryBehind(which), path, content),
		seed: (order, which) =>
			seedMany(world, libraryBehind(which), typeof order === 'number' ? { count: order } : order),
		close: async () => {
			await Promise.all(servers.map(closeServer));
			world.contents.close();
		},
	};
}
