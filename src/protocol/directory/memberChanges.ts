import { defined } from '../wire/json';
import { isExternal, type CurrentDirectory, type CurrentMember } from './currentDirectory';
import { DOES_NOT_EXIST, differencesIn, differReason, type DirectoryChange } from './directoryChange';
import { entryError } from './entryFields';
import type { WantedDirectory, WantedMember } from './wantedDirectory';

/* Members to create, and fields of members to update. The departments of existing members: memberships.ts. */

/**
 * The account to send with a member, which the interface always requires. The service would give the external ID to a
 * member who has the account but no external ID, so such an account is refused.
 */
function accountOf(
	wanted: WantedMember,
	existing: CurrentMember | undefined,
	holders: ReadonlyMap<string, CurrentMember>,
): string {
	const account = wanted.account ?? existing?.account;
	if (!account) {
		const hint = 'Every member needs an account to sign in with.';
		throw entryError(wanted.from, 'account', `is required for the new member "${wanted.name}"`, hint);
	}
	const holder = holders.get(account);
	if (holder && !isExternal(holder)) {
		throw entryError(
			wanted.from,
			'account',
			`"${account}" is the account of "${holder.name}", who is not in the external directory`,
			'First assign the external ID to that member with Sync Member: Create or Update, or remove the item.',
		);
	}
	return account;
}

function creation({ outId, name, from, ...wanted }: WantedMember, account: string): DirectoryChange {
	const params = defined({
		out_id: outId,
		member_name: name,
		account,
		member_email: wanted.email || undefined,
		member_phone: wanted.phone || undefined,
		member_title: wanted.title || undefined,
		group_out_ids: wanted.departments?.join(','),
	});
	return {
		kind: 'member',
		outId,
		name,
		item: from.item,
		action: 'create',
		reason: DOES_NOT_EXIST,
		request: { operation: 'entAddSyncMember', params },
	};
}

function update(wanted: WantedMember, existing: CurrentMember, account: string): DirectoryChange | undefined {
	const { outId, name, from } = wanted;
	const differences = differencesIn([
		['name', existing.name, name],
		['account', existing.account, account],
		['email', existing.email, wanted.email],
		['phone', existing.phone, wanted.phone],
		['title', existing.title, wanted.title],
	]);
	const reason = differReason(differences);
	if (reason === undefined) return undefined;
	const params = defined({
		out_id: outId,
		member_name: name,
		account,
		member_email: differences.email?.to,
		member_phone: differences.phone?.to,
		member_title: differences.title?.to,
	});
	return {
		kind: 'member',
		outId,
		name,
		item: from.item,
		action: 'update',
		reason,
		differences,
		request: { operation: 'entAddSyncMember', params },
	};
}

/**
 * Members to create or update, in the order of the input. Throws LibraryError input for a new member without an
 * account, and for the account of a member without an external ID.
 */
export function memberChanges(current: CurrentDirectory, wanted: WantedDirectory): DirectoryChange[] {
	const byOutId = new Map(current.members.filter(isExternal).map((member) => [member.outId, member]));
	const holders = new Map(current.members.map((member) => [member.account, member]));
	return wanted.members.flatMap((member) => {
		const existing = byOutId.get(member.outId);
		const account = accountOf(member, existing, holders);
		return (existing ? update(member, existing, account) : creation(member, account)) ?? [];
	});
}
