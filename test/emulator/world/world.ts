import { randomBytes } from 'node:crypto';
import { codes, ServiceFailure } from '../http/errors';
import { Faults } from '../faults/faults';
import type { EmulatorOptions } from './options';
import { RequestLog } from '../http/requestLog';
import { Agenda } from '../time/schedule';
import { ContentStore } from '../store/content';
import { CopyQueue } from '../store/copyQueue';
import { addCompany, demoEnterpriseId } from '../demo/company';
import type { ApiClient } from '../store/enterprise/apiClients';
import type { Directory, Group } from '../store/enterprise/directory';
import { type Enterprise } from '../store/enterprise/enterprise';
import { Favorites } from '../store/favorites';
import type { LibraryOrder } from '../store/library/library';
import { Library } from '../store/library/library';
import { TokenDesk } from '../store/tokens';
import { UploadDesk } from '../store/uploads';

/** A library authorization: doc, org_client_id with the secret that signs. */
export interface Authorization {
	readonly orgClientId: string;
	readonly orgClientSecret: string;
	readonly library: Library;
	/** client_id it was bound by; '' when it was made in the console. */
	readonly boundBy: string;
	readonly title: string;
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
	readonly enterprises = new Map<number, Enterprise>();
	/** Enterprise and partner authorizations by client_id. */
	readonly clients = new Map<string, ApiClient>();
	readonly tokens: TokenDesk;
	readonly favorites = new Favorites();
	readonly contents: ContentStore;
	readonly agenda = new Agenda();
	readonly queue = new CopyQueue(this.agenda);
	readonly uploads = new UploadDesk();
	readonly faults = new Faults();
	readonly requests: RequestLog;
	readonly libraries = new Map<number, Library>();
	readonly authorizations = new Map<string, Authorization>();
	private libraryNumber = 1;
	readonly uploadKeys = new Map<string, UploadKey>();
	readonly origins: Origins = { service: '', upload: '', content: '' };
	/** Signs download, preview and edit links; fresh at every start. */
	readonly linkSecret = randomBytes(32);

	constructor(readonly options: EmulatorOptions) {
		this.contents = new ContentStore(options.dataFolder);
		this.requests = new RequestLog(options.requestLogSize);
		this.faults.latencyMs = options.latencyMs;
		this.tokens = new TokenDesk(options);
		addCompany(this);
	}

	/** The enterprise that is always there; the first libraries belong to it. */
	get enterprise(): Enterprise {
		const enterprise = this.enterprises.get(demoEnterpriseId);
		if (!enterprise) throw new Error('the demo enterprise is missing');
		return enterprise;
	}

	/** The people of the demo enterprise. */
	get directory(): Directory {
		return this.enterprise.directory;
	}

	now(): number {
		return this.options.clock.now();
	}

	/** What the server believes the time is: the clock plus the skew fault. */
	serverNow(): number {
		return this.now() + this.faults.clockSkewMs;
	}

	private directoryOf(entId: number): Directory {
		const enterprise = this.enterprises.get(entId);
		if (!enterprise) throw new Error(`no enterprise ${entId}`);
		return enterprise.directory;
	}

	/** A number no library has had yet: org_id is 1000, mount_id 2000 more. */
	nextLibraryNumber(): number {
		return ++this.libraryNumber;
	}

	addEnterprise(enterprise: Enterprise): Enterprise {
		this.enterprises.set(enterprise.id, enterprise);
		return enterprise;
	}

	addLibrary(order: LibraryOrder): Library {
		const profile = { entId: demoEnterpriseId, logoUrl: '', ownerId: 0, personalOf: 0, ...order };
		const library = new Library(
			profile,
			this.directoryOf(profile.entId),
			this.options.clock,
			this.options.operationTime,
		);
		this.libraries.set(profile.mountId, library);
		return library;
	}

	/** Takes a library away with its authorizations: their org_client_id is unknown from then on (assumed). */
	removeLibrary(library: Library): void {
		this.libraries.delete(library.profile.mountId);
		for (const { orgClientId, library: bound } of this.authorizations.values())
			if (bound === library) this.authorizations.delete(orgClientId);
	}

	/** Takes departments that were deleted out of the enterprise's libraries. */
	forgetGroups(enterprise: Enterprise, groups: readonly Group[]): void {
		for (const { profile } of this.libraries.values()) {
			if (profile.entId === enterprise.id) for (const { id } of groups) profile.groups.delete(id);
		}
	}

	authorize(orgClientId: string, orgClientSecret: string, library: Library, boundBy = '', title = ''): Authorization {
		const authorization = { orgClientId, orgClientSecret, library, boundBy, title };
		this.authorizations.set(orgClientId, authorization);
		return authorization;
	}
}

/** The library of an org_client_id where the request itself is not signed; `status` is that of the refusal. */
export function libraryOf(world: World, orgClientId: string, status: number): Library {
	const authorization = world.authorizations.get(orgClientId);
	if (!authorization)
		throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`, {}, status);
	return authorization.library;
}
