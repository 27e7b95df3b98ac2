import { badParameter } from '../../http/errors';
import type { Kind } from '../../http/parameters';
import { filled, flag, int, optional, required, text } from '../../http/parameters';
import type { Directory, Group, Member } from '../../store/enterprise/directory';
import { expiryDay } from '../../store/enterprise/enterprise';
import { logTypes } from '../../store/enterprise/managementLog';
import { removeMember } from '../../world/departure';
import { displaceFromAll, placeOnlyIn } from '../../store/enterprise/placement';
import { stateOf, syncOperation, texts } from './shared';

/** doc: external department ids, '' is the top level. ambiguity I04: separated by commas. */
const groupOutIds: Kind<string[]> = (raw, name) => (raw === '' ? [] : texts(raw, name));

/** The supervisor wanted: undefined leaves it, 0 removes it (doc for leader_account; assumed for leader_out_id too). */
function leaderOf(
	directory: Directory,
	p: { leader_out_id?: string | undefined; leader_account?: string | undefined },
): number | undefined {
	if (p.leader_out_id !== undefined) return p.leader_out_id === '' ? 0 : directory.memberByOutId(p.leader_out_id).id;
	if (p.leader_account !== undefined)
		return p.leader_account === '' ? 0 : directory.memberByAccount(p.leader_account).id;
	return undefined;
}

/** The member with this external id, or a new one. assumed: an account without external id is taken over, another member's is refused. */
function findOrAdd(
	directory: Directory,
	p: { out_id: string; account: string; member_name: string },
): { member: Member; added: boolean } {
	const known = directory.findMember('outId', p.out_id);
	const holder = directory.findMember('account', p.account);
	if (holder && holder !== known && (known || holder.outId !== ''))
		throw badParameter('account', 'belongs to another member');
	const member = known ?? holder;
	if (member) return { member, added: false };
	return {
		member: directory.addMember({
			outId: p.out_id,
			account: p.account,
			name: p.member_name,
			origin: 'sync',
			enabled: false,
		}),
		added: true,
	};
}

/** Writes the texts that were sent. assumed: what is left out stays, '' empties. */
function writeTexts(
	member: Member,
	p: {
		member_email?: string | undefined;
		member_phone?: string | undefined;
		member_title?: string | undefined;
		password?: string | undefined;
	},
): void {
	member.email = p.member_email ?? member.email;
	member.phone = p.member_phone ?? member.phone;
	member.title = p.member_title ?? member.title;
	member.password = p.password ?? member.password;
}

export const addSyncMember = syncOperation({
	params: {
		out_id: required(filled),
		member_name: required(filled),
		account: required(filled),
		member_email: optional(text),
		member_phone: optional(text),
		member_title: optional(text),
		password: optional(filled),
		state: optional(flag),
		expire: optional(int(0)),
		group_out_ids: optional(groupOutIds),
		leader_out_id: optional(text),
		leader_account: optional(text),
	},
	atMostOne: [['leader_out_id', 'leader_account']], // ambiguity I06: assumed
	handle: ({ world, enterprise, directory, note, p }) => {
		// All references are looked up first: a call that fails changes nothing.
		const groups = p.group_out_ids?.map((outId): Group => directory.groupByOutId(outId));
		const leader = leaderOf(directory, p);
		const { member, added } = findOrAdd(directory, p);
		Object.assign(member, { outId: p.out_id, account: p.account, name: p.member_name });
		writeTexts(member, p);
		if (p.expire !== undefined) member.expire = expiryDay(p.expire);
		if (leader !== undefined) member.leaderId = leader;
		// doc: enabled on add with state 1 or none; on modify only 0 is stated (I03), 1 depends on an option.
		if (added ? p.state !== false : p.state === true && world.options.reenableBySync)
			enterprise.enable(member, world.now());
		if (p.state === false) member.enabled = false;
		// doc: without group_out_ids an added member stands in no list. assumed: on modify a list replaces all departments.
		if (groups) placeOnlyIn(directory, member.id, groups);
		note(logTypes.member, `${added ? 'added' : 'changed'} member ${member.account}`);
		return { member_id: member.id, state: stateOf(world, member) };
	},
});

/** Members by external id. assumed (ambiguity A13): unknown ids are passed over where something is taken away. */
export function knownByOutId(directory: Directory, outIds: readonly string[]): Member[] {
	return outIds
		.map((outId) => directory.findMember('outId', outId))
		.filter((member): member is Member => member !== undefined);
}

export const delSyncMember = syncOperation({
	params: { members: required(texts) },
	handle: ({ world, enterprise, directory, note, p }) => {
		for (const member of knownByOutId(directory, p.members)) {
			removeMember(world, enterprise, member);
			note(logTypes.member, `deleted member ${member.account}`);
		}
		return {};
	},
});

export const delSyncMemberGroup = syncOperation({
	params: { members: required(texts) },
	handle: ({ directory, note, p }) => {
		for (const member of knownByOutId(directory, p.members)) {
			displaceFromAll(directory, member.id);
			note(logTypes.structure, `took ${member.account} out of all departments`);
		}
		return {};
	},
});

export const addSyncAdmin = syncOperation({
	params: { out_id: required(filled), member_email: optional(text), type: optional(flag) },
	handle: ({ directory, note, p }) => {
		const member = directory.memberByOutId(p.out_id);
		// ambiguity I14: assumed administrator by default, and the address replaces the member's.
		member.admin = p.type ? 'super' : 'administrator';
		member.email = p.member_email ?? member.email;
		note(logTypes.subAdministrator, `made ${member.account} ${p.type ? 'super administrator' : 'administrator'}`);
		return {};
	},
});
