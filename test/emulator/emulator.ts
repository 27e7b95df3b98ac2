import type { demoUser } from './demo/credentials';
import type { BulkSeed } from './demo/sampleFiles';
import type { Faults } from './faults/faults';
import type { RequestRecord } from './http/exchange';
import type { AnswerInMemory } from './server/memory';
import type { Library } from './store/library/library';
import type { Clock } from './time/clock';
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

/** An upload that has not ended. */
interface OpenSession {
	readonly id: string;
	readonly fullpath: string;
	/** Bytes received. */
	readonly received: number;
	readonly size: number;
}

/** A running emulator. */
export interface Emulator {
	/** Base URL of the service, without a trailing slash. */
	readonly url: string;
	/** 0 without a port. */
	readonly port: number;
	/** Answers a request to `url` in memory. */
	readonly answer: AnswerInMemory;
	/** The demo library, which always exists. */
	readonly library: LibraryAccess;
	/** The authorization of the demo enterprise, which always exists. */
	readonly enterprise: ClientAccess;
	/** The authorization of the demo partner, which always exists. */
	readonly partner: ClientAccess;
	/** A member of the demo enterprise who can sign on with a password. */
	readonly user: typeof demoUser;
	/** Whether it continues with the state in `stateFolder`. */
	readonly restored: boolean;
	/** All libraries by mount_id, to inspect or change their state directly. */
	readonly libraries: ReadonlyMap<number, Library>;
	/** The whole state, for tests that need more than this interface. */
	readonly world: World;
	/** Requests received, oldest first; secrets are not masked. */
	readonly requests: readonly RequestRecord[];
	/** Switches for faults, effective at once. */
	readonly faults: Faults;
	/** The clock of the options. */
	readonly clock: Clock;
	/** Upload sessions that own a temporary file. */
	sessions(): OpenSession[];
	/** Ends all upload sessions: their ids become invalid (401) or not initialized (500). */
	expireSessions(kind: 'invalid' | 'lost'): void;
	/** Makes all access tokens expire (401 + 40102) or unknown (401 + 40101); refresh tokens stay valid. */
	expireTokens(kind: 'expired' | 'unknown'): void;
	/** Adds a library with an authorization of its own. `capacity` is in bytes; -1, the default, is no limit. */
	addLibrary(name: string, capacity?: number | undefined): LibraryAccess;
	/** Adds a file to a library (default the demo library); returns its hash. */
	seedFile(path: string, content: string | Buffer, library?: LibraryAccess): string;
	/** Adds many small files to one folder; a number is their count. */
	seed(order: BulkSeed | number, library?: LibraryAccess): void;
	/** Closes all connections, saves the state if it is kept, and removes temporary files. */
	close(): Promise<void>;
}
