import { groupInSteps, inSteps, mapOfInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { quoted } from '../../../protocol/wire/quoted';
import { type CurrentMember, isExternal, type WantedMember } from './directories';
import { type DirectoryComparison } from './comparison';
import { entryFieldError } from './entryFields';
import { nameKey } from '../../../protocol/wire/json';

/* Who has which account before and after, and who therefore has to wait for whom. */

/** The accounts of all wanted members. */
export interface AccountPlan {
	/** By external ID: the account to send, which the interface requires with every change of a member. */
	readonly accounts: ReadonlyMap<string, string>;
	/** By external ID: the member who gives up that account in the same run, and has to do so first. */
	readonly heldBy: ReadonlyMap<string, string>;
	/** By external ID: the member who is deleted in the same run and has that account until then. */
	readonly inherited: ReadonlyMap<string, CurrentMember>;
	/** Why the accounts cannot be as wanted. */
	readonly blocks: readonly string[];
}

type MembersById = ReadonlyMap<string, CurrentMember>;

/** The same account in another spelling stays as it is. */
function accountOf({ account, name, from }: WantedMember, existing: CurrentMember | undefined): string {
	if (account === undefined || (existing && nameKey(account) === nameKey(existing.account))) {
		if (existing?.account) return existing.account;
		if (!account) {
			const hint = 'Every member needs an account to sign in with.';
			throw entryFieldError(from, 'account', `is required for the new member ${quoted(name)}`, hint);
		}
	}
	return account;
}

/**
 * The service would give the external ID to a member who has the account but no external ID, so such an account is
 * refused.
 */
function refuseOutsider({ from }: WantedMember, account: string, holder: CurrentMember): void {
	if (isExternal(holder)) return;
	const spelled = holder.account === account ? '' : `, spelled ${quoted(holder.account)}`;
	throw entryFieldError(
		from,
		'account',
		`${quoted(account)} is the account of ${quoted(holder.name)}, who is not in the external directory${spelled}`,
		'First assign the external ID to that member with Sync Member: Create or Update, or remove the item.',
	);
}

const named = ({ name, outId }: { name: string; outId: string }): string => `${quoted(name)} (${outId})`;

/** The members of each circle in which everyone waits for the next one. */
function circlesOf(heldBy: ReadonlyMap<string, string>): string[][] {
	const seen = new Set<string>();
	const circles: string[][] = [];
	for (const start of heldBy.keys()) {
		const path: string[] = [];
		let at: string | undefined = start;
		for (; at !== undefined && !seen.has(at); at = heldBy.get(at)) {
			seen.add(at);
			path.push(at);
		}
		const closes = at === undefined ? -1 : path.indexOf(at);
		if (closes >= 0) circles.push(path.slice(closes));
	}
	return circles;
}

/** A circle cannot be carried out: the service refuses an account that another member still has. */
function circleBlock(circle: readonly string[], byOutId: MembersById): string {
	const parts = circle.map((outId) => byOutId.get(outId)).filter((member) => member !== undefined);
	const accounts = parts.map((member) => `${named(member)} has ${quoted(member.account)}`).join(', ');
	return (
		`${parts.length} members exchange their accounts, which the service does not allow: ${accounts}. ` +
		`Give one of them another account first, in a run or a change of its own`
	);
}

/**
 * Plans the accounts of all wanted members. `deleted` are the members whom the same run deletes before. Throws
 * LibraryError input for a new member without an account, and for the account of a member without an external ID.
 */
export function* planAccounts(
	{ current, wanted, existing }: DirectoryComparison,
	deleted: ReadonlySet<string>,
): Steps<AccountPlan> {
	// Two may have one account in two spellings.
	const holders = yield* groupInSteps(current.members, ({ account }) => nameKey(account));
	const accounts = yield* mapOfInSteps(wanted.members, (member) => [
		member.outId,
		accountOf(member, existing.get(member.outId)),
	]);
	const [heldBy, inherited] = [new Map<string, string>(), new Map<string, CurrentMember>()];
	const blocks: string[] = [];
	yield* inSteps(wanted.members, (member) => {
		const account = accounts.get(member.outId) ?? '';
		if (existing.get(member.outId)?.account === account) return;
		for (const holder of holders.get(nameKey(account)) ?? []) {
			refuseOutsider(member, account, holder);
			const then = accounts.get(holder.outId) ?? holder.account;
			if (deleted.has(holder.outId)) inherited.set(member.outId, holder);
			else if (nameKey(then) !== nameKey(account)) heldBy.set(member.outId, holder.outId);
			else
				blocks.push(
					`the account ${quoted(account)} of ${named(member)} belongs to ${named(holder)}, who keeps it. ` +
						'Change one of the two in the input, or delete that member',
				);
		}
	});
	return {
		accounts,
		heldBy,
		inherited,
		blocks: [...blocks, ...circlesOf(heldBy).map((circle) => circleBlock(circle, existing))],
	};
}
