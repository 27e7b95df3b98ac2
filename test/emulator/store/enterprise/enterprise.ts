import { codes, ServiceFailure } from '../../http/errors';
import { append } from '../../time/clock';
import { Directory, isEnabled, type Member } from './directory';

/** doc: types of the management log. */
export const logTypes = {
	subAdministrator: 1,
	member: 2,
	settings: 3,
	structure: 4,
	roles: 5,
	devices: 6,
	storagePoints: 7,
	libraries: 8,
	authorization: 9,
} as const;

interface ManagementRecord {
	readonly type: number;
	readonly admin: string;
	readonly content: string;
	readonly atMs: number;
}

/** What the partner that created an enterprise knows about it. */
export interface Contract {
	/** The enterprise's id in the partner's system. */
	readonly outId: string;
	readonly partnerClientId: string;
	readonly createdMs: number;
	trial: boolean;
	/** End of the contract in Unix seconds. */
	endDateline: number;
	/** doc: ordered in GB; answers are in bytes. */
	spaceGb: number;
	/** Account of the administrator; '' when none was created. */
	readonly account: string;
	/** Daily traffic of external links in bytes; -1 for no limit. */
	maxLinkFlow: number;
}

/** assumed: the storage points of every enterprise; the first is the default. */
export const storagePoints = ['default', 'Shanghai', 'Frankfurt'] as const;

/** An enterprise: its people, its management log and its limits. */
export class Enterprise {
	readonly directory = new Directory();
	/** The management log, oldest line first. */
	readonly log: ManagementRecord[] = [];
	/** doc, exchange_token: pre-assigned domains with their `auth`. */
	readonly domains = new Map<string, string>();

	constructor(
		readonly id: number,
		readonly name: string,
		/** doc: accounts enabled above this number are disabled. */
		public memberLimit: number,
		readonly contract: Contract | null = null,
	) {}

	note(type: number, admin: string, content: string, atMs: number): void {
		append(this.log, { type, admin, content, atMs });
	}

	enabledCount(nowMs: number): number {
		let count = 0;
		for (const member of this.directory.members.values()) if (isEnabled(member, nowMs)) count++;
		return count;
	}

	/** Enables a member. doc: above the account limit the member is disabled instead, and the call still succeeds. */
	enable(member: Member, nowMs: number): void {
		if (isEnabled(member, nowMs)) return;
		member.enabled = false;
		member.enabled = this.enabledCount(nowMs) < this.memberLimit;
	}
}

/** doc: grant types of the token endpoint; the wire name of `signOnKey` begins with the vendor prefix. */
export type Grant = 'password' | 'refresh_token' | 'exchange_token' | 'signOnKey';

export interface EnterpriseClient {
	readonly kind: 'enterprise';
	readonly clientId: string;
	readonly secret: string;
	readonly title: string;
	readonly enterprise: Enterprise;
	/** Grants it may use at the token endpoint. */
	readonly grants: Set<Grant>;
	/** Whether the authorization has expired or was disabled. */
	deprecated: boolean;
}

export interface PartnerClient {
	readonly kind: 'partner';
	readonly clientId: string;
	readonly secret: string;
	readonly title: string;
	/** doc: only authorized agents may order. */
	agent: boolean;
}

export type ApiClient = EnterpriseClient | PartnerClient;

export function enterpriseClient(
	clientId: string,
	secret: string,
	title: string,
	enterprise: Enterprise,
): EnterpriseClient {
	return {
		kind: 'enterprise',
		clientId,
		secret,
		title,
		enterprise,
		grants: new Set<Grant>(['password', 'refresh_token', 'exchange_token', 'signOnKey']),
		deprecated: false,
	};
}

/** fact, error codes: an unknown client_id is 40103. */
export function unknownClient(clientId: string): ServiceFailure {
	return new ServiceFailure(codes.clientUnknown, `client_id '${clientId}' does not exist`);
}
