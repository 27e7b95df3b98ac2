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

/** A line of the management log. */
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

/** What a new enterprise needs. */
interface EnterpriseOrder {
	readonly id: number;
	readonly name: string;
	readonly memberLimit: number;
	readonly contract?: Contract | undefined;
}

/** assumed: the storage points of every enterprise; the first is the default. */
export const storagePoints = ['default', 'Shanghai', 'Frankfurt'] as const;

/** An enterprise: its people, its management log and its limits. */
export class Enterprise {
	readonly id: number;
	name: string;
	/** doc: accounts enabled above this number are disabled. */
	memberLimit: number;
	readonly contract: Contract | null;
	readonly directory = new Directory();
	/** The management log, oldest line first. */
	readonly log: ManagementRecord[] = [];
	/** doc, exchange_token: pre-assigned domains with their `auth`. */
	readonly domains = new Map<string, string>();

	constructor(order: EnterpriseOrder) {
		this.id = order.id;
		this.name = order.name;
		this.memberLimit = order.memberLimit;
		this.contract = order.contract ?? null;
	}

	/** Adds a line to the management log. */
	note(type: number, admin: string, content: string, atMs: number): void {
		append(this.log, { type, admin, content, atMs });
	}

	/** Number of members who may sign on. */
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
