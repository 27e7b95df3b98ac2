import { Directory, type Member } from './directory';
import type { ManagementRecord } from './managementLog';
import { append } from './managementLog';

/** What the partner knows of an enterprise. */
export interface Contract {
	/** The enterprise's id in the partner's system. */
	readonly outId: string;
	readonly partnerClientId: string;
	readonly createdMs: number;
	trial: boolean;
	/** Unix seconds. */
	endDateline: number;
	/** doc: GB; what is shown is bytes. */
	spaceGb: number;
	/** Account of the administrator, '' when none was made. */
	readonly account: string;
	readonly settings: Map<string, string>;
	/** Bytes a day by external links, -1 for no limit. */
	maxLinkFlow: number;
}

/** What an enterprise begins with. */
export interface EnterpriseOrder {
	readonly id: number;
	readonly name: string;
	readonly memberLimit: number;
	readonly syncFeature: boolean;
	readonly contract?: Contract | undefined;
}

/** assumed: storage points of every enterprise; the first is the default. */
export const storagePoints = ['default', 'Shanghai', 'Frankfurt'] as const;

const DAY = 86_400;

/** An enterprise: its people, its log and its limits. */
export class Enterprise {
	readonly id: number;
	name: string;
	/** doc: enabled accounts above this are disabled. */
	memberLimit: number;
	/** doc: the synchronization operations need this feature. */
	syncFeature: boolean;
	readonly contract: Contract | null;
	readonly directory = new Directory();
	readonly log: ManagementRecord[] = [];
	/** doc, exchange_token: pre-assigned domains with their `auth`. */
	readonly domains = new Map<string, string>();

	constructor(order: EnterpriseOrder) {
		this.id = order.id;
		this.name = order.name;
		this.memberLimit = order.memberLimit;
		this.syncFeature = order.syncFeature;
		this.contract = order.contract ?? null;
	}

	note(type: number, admin: string, content: string, atMs: number): void {
		append(this.log, { type, admin, content, atMs });
	}

	enabledCount(nowMs: number): number {
		let count = 0;
		for (const member of this.directory.members.values()) if (isEnabled(member, nowMs)) count++;
		return count;
	}

	/** Enables a member. doc: above the account limit it is disabled instead, and the call still succeeds. */
	enable(member: Member, nowMs: number): void {
		if (isEnabled(member, nowMs)) return;
		member.enabled = false;
		member.enabled = this.enabledCount(nowMs) < this.memberLimit;
	}
}

/** assumed (ambiguity I10): a temporary account works until the end of its day in UTC, then it counts as disabled. */
export function isEnabled(member: Member, nowMs: number): boolean {
	return member.enabled && (member.expire === null || nowMs < (member.expire + DAY) * 1000);
}

/** doc: of `expire` only the date counts, and 0 removes it. */
export function expiryDay(expire: number): number | null {
	return expire === 0 ? null : expire - (expire % DAY);
}
