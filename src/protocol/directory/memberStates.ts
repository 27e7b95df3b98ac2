import type { AccountPlan } from './accounts';
import { isExternal, type CurrentDirectory, type CurrentMember } from './currentDirectory';
import type { DirectoryChange } from './directoryChange';
import { hasExpired, type DirectoryRules } from './directoryRules';
import type { WantedDirectory, WantedMember } from './wantedDirectory';

/* Which existing members are enabled or disabled. New members are created in their state. */

/** Changes of state, and what the input leaves as it is though a reader may expect otherwise. */
export interface StateChanges {
	readonly disabled: readonly DirectoryChange[];
	readonly enabled: readonly DirectoryChange[];
	/** Members that are to be enabled and cannot be, because their last day has passed. */
	readonly expired: number;
	/** Members that the input describes, that are disabled, and of which it says neither. */
	readonly stayDisabled: number;
}

/**
 * Disables a member. The name and account are those that the service has: the interface requires both, and other
 * changes of the member are made later.
 */
export const disable = (
	{ outId, name, account }: CurrentMember,
	more: Pick<DirectoryChange, 'reason' | 'item'>,
): DirectoryChange => ({
	kind: 'member',
	outId,
	name,
	action: 'disable',
	...more,
	differences: { state: { from: 'enabled', to: 'disabled' } },
	request: {
		operation: 'entAddSyncMember',
		params: { out_id: outId, member_name: name, account, state: '0' },
	},
});

/** Enabling by add_sync_member is not documented for existing members (I03), by set_member it is. */
const enable = ({ outId, name, from }: WantedMember, account: string): DirectoryChange => ({
	kind: 'member',
	outId,
	name,
	item: from.item,
	action: 'enable',
	reason: 'state differs',
	differences: { state: { from: 'disabled', to: 'enabled' } },
	request: { operation: 'entSetMember', params: { account, state: '1' } },
});

/** The members whose state the input changes, in its order. */
export function stateChanges(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	{ accounts }: AccountPlan,
	{ now }: Pick<DirectoryRules, 'now'>,
): StateChanges {
	const byOutId = new Map(current.members.filter(isExternal).map((member) => [member.outId, member]));
	const [disabled, enabled]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	let [expired, stayDisabled] = [0, 0];
	for (const member of wanted.members) {
		const existing = byOutId.get(member.outId);
		if (!existing || member.enabled === existing.enabled) continue;
		const over = hasExpired(member.expires ?? existing.expires, now);
		if (member.enabled === false)
			disabled.push(disable(existing, { reason: 'state differs', item: member.from.item }));
		else if (member.enabled === undefined)
			stayDisabled += existing.enabled || hasExpired(existing.expires, now) ? 0 : 1;
		else if (over) expired++;
		else enabled.push(enable(member, accounts.get(member.outId) ?? existing.account));
	}
	return { disabled, enabled, expired, stayDisabled };
}
