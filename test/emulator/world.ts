import { randomBytes } from 'node:crypto';
import { codes, ServiceFailure } from './errors';
import { Faults } from './faults';
import type { EmulatorOptions } from './options';
import { RequestLog } from './requestLog';
import { Agenda } from './store/agenda';
import { ContentStore } from './store/content';
import { CopyQueue } from './store/copyQueue';
import type { Directory } from './store/directory';
import { seededDirectory } from './store/directory';
import type { LibraryProfile } from './store/library';
import { Library } from './store/library';
import { UploadDesk } from './store/uploads';

/** A library authorization: doc, org_client_id with the secret that signs. */
export interface Authorization {
	readonly orgClientId: string;
	readonly orgClientSecret: string;
	readonly library: Library;
}

/** A temporary key of upload_servers. */
export interface UploadKey {
	readonly orgClientId: string;
	readonly expiresMs: number;
}

/** Origins the clients reach the emulator at; no trailing slash. */
export interface Origins {
	service: string;
	upload: string;
	content: string;
}

/** Everything the emulated service knows. One per running emulator. */
export class World {
	readonly directory: Directory = seededDirectory();
	readonly contents: ContentStore;
	readonly agenda = new Agenda();
	readonly queue = new CopyQueue(this.agenda);
	readonly uploads = new UploadDesk();
	readonly faults = new Faults();
	readonly requests: RequestLog;
	readonly libraries = new Map<number, Library>();
	readonly authorizations = new Map<string, Authorization>();
	readonly uploadKeys = new Map<string, UploadKey>();
	readonly origins: Origins = { service: '', upload: '', content: '' };
	/** Signs download, preview and edit links; fresh at every start. */
	readonly linkSecret = randomBytes(32);

	constructor(readonly options: EmulatorOptions) {
		this.contents = new ContentStore(options.dataFolder);
		this.requests = new RequestLog(options.requestLogSize);
		this.faults.latencyMs = options.latencyMs;
	}

	now(): number {
		return this.options.clock.now();
	}

	/** What the server believes the time is: the clock plus the skew fault. */
	serverNow(): number {
		return this.now() + this.faults.clockSkewMs;
	}

	addLibrary(profile: LibraryProfile): Library {
		const library = new Library(profile, this.options.clock, this.options.operationTime);
		this.libraries.set(profile.mountId, library);
		return library;
	}

	authorize(orgClientId: string, orgClientSecret: string, library: Library): Authorization {
		const authorization = { orgClientId, orgClientSecret, library };
		this.authorizations.set(orgClientId, authorization);
		return authorization;
	}
}

/** The library of an org_client_id where the request itself is not signed; `status` is that of the refusal. */
export function libraryOf(world: World, orgClientId: string, status: number): Library {
	const authorization = world.authorizations.get(orgClientId);
	if (!authorization) throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`, {}, status);
	return authorization.library;
}
