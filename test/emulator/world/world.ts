import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Faults } from '../faults/faults';
import { AnswerStyle } from '../http/answers';
import { RequestLog } from '../http/exchange';
import { ContentStore } from '../store/content';
import { CopyQueue } from '../store/copyQueue';
import type { Directory, Group, Member } from '../store/enterprise/directory';
import type { ApiClient, Enterprise } from '../store/enterprise/enterprise';
import type { Entry } from '../store/library/entry';
import { Library, type LibraryOrder } from '../store/library/library';
import { TokenStore } from '../store/tokens';
import { UploadStore } from '../store/uploads';
import { Schedule } from '../time/clock';
import type { EmulatorOptions } from './options';

/** ent_id of the demo enterprise, which always exists. */
export const demoEnterpriseId = 3001;

/** A library authorization. doc: org_client_id, and the secret that signs. */
export interface Authorization {
	readonly orgClientId: string;
	readonly orgClientSecret: string;
	readonly library: Library;
	/** The client_id that bound it; '' when it was created in the console. */
	readonly boundBy: string;
	readonly title: string;
}

/** A file or folder that a member marked. */
interface Favorite {
	readonly member: Member;
	readonly library: Library;
	readonly entry: Entry;
}

export class World {
	readonly enterprises = new Map<number, Enterprise>();
	/** Enterprise and partner authorizations by client_id. */
	readonly clients = new Map<string, ApiClient>();
	readonly tokens = new TokenStore();
	/** In the order they were added. doc: the default list (fav_id -1) is the only one. */
	readonly favorites: Favorite[] = [];
	readonly contents: ContentStore;
	/** Tasks that fall due at a time. */
	readonly schedule = new Schedule();
	readonly queue = new CopyQueue(this.schedule);
	readonly uploads = new UploadStore();
	readonly faults = new Faults();
	readonly requests: RequestLog;
	readonly answers: AnswerStyle;
	readonly libraries = new Map<number, Library>();
	readonly authorizations = new Map<string, Authorization>();
	/** Temporary keys of upload_servers. */
	readonly uploadKeys = new Map<string, { readonly orgClientId: string; readonly expiresMs: number }>();
	/** Where clients reach the emulator; without a trailing slash. */
	readonly origins = { service: '', upload: '', content: '' };
	/** Signs download, preview and edit links; random. */
	readonly linkSecret = randomBytes(32);
	/** Number of the library added last; their ids follow from it. */
	lastLibraryNumber = 1;
	/** Called after every answer. */
	afterAnswer: () => void = () => undefined;

	constructor(readonly options: EmulatorOptions) {
		const { stateFolder } = options;
		// Kept contents are beside the saved state; others are in memory.
		this.contents = new ContentStore(stateFolder === null ? null : join(stateFolder, 'contents'));
		this.answers = new AnswerStyle(options.answers);
		this.requests = new RequestLog(options.requestLogSize);
		this.faults.latencyMs = options.latencyMs;
	}

	get enterprise(): Enterprise {
		const enterprise = this.enterprises.get(demoEnterpriseId);
		if (!enterprise) throw new Error('the demo enterprise is missing');
		return enterprise;
	}

	get directory(): Directory {
		return this.enterprise.directory;
	}

	now(): number {
		return this.options.clock.now();
	}

	/** The time that the server reports to its clients: the clock plus the skew fault. */
	serverNow(): number {
		return this.now() + this.faults.clockSkewMs;
	}

	addEnterprise(enterprise: Enterprise): Enterprise {
		enterprise.directory.ignoresCase = this.options.ignoreAccountCase;
		this.enterprises.set(enterprise.id, enterprise);
		return enterprise;
	}

	addLibrary(order: LibraryOrder): Library {
		const number = order.orgId === undefined ? ++this.lastLibraryNumber : 0;
		const profile = {
			orgId: 1000 + number,
			mountId: 2000 + number,
			storagePoint: 'default',
			members: new Map<number, number>(),
			groups: new Map<number, number>(),
			entId: demoEnterpriseId,
			logoUrl: '',
			ownerId: 0,
			personalOf: 0,
			...order,
		};
		const enterprise = this.enterprises.get(profile.entId);
		if (!enterprise) throw new Error(`no enterprise ${profile.entId}`);
		const library = new Library(profile, enterprise.directory, this.options.clock);
		this.libraries.set(profile.mountId, library);
		return library;
	}

	/** Removes a library. assumed: its authorizations go with it, their org_client_id becomes unknown. */
	removeLibrary(library: Library): void {
		this.libraries.delete(library.profile.mountId);
		for (const { orgClientId, library: bound } of this.authorizations.values())
			if (bound === library) this.authorizations.delete(orgClientId);
	}

	/** Removes deleted departments from the enterprise's libraries. */
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
