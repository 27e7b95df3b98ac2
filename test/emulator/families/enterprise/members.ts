import { codes, ServiceFailure } from '../../http/errors';
import { defaulted, filled, flag, optional, required, text } from '../../http/parameters';
import type { Directory, Member } from '../../store/enterprise/directory';
import { removeMember } from '../../world/departure';
import { logTypes } from '../../store/enterprise/managementLog';
import { ensurePersonal } from '../../world/personalLibrary';
import { displace, displaceFromAll, place, placeOnlyIn } from '../../store/enterprise/placement';
import { groupAt, groupPath, operation, stateOf, texts } from './shared';

export const addMember = operation({
	params: {
		account: required(filled),
		password: required(filled),
		member_name: required(filled),
		member_phone: optional(text),
		member_title: optional(text),
		state: defaulted(flag, true),
		group_path: defaulted(groupPath, ''),
		create_personal_org: defaulted(flag, false),
	},
	handle: ({ world, enterprise, directory, note, p }) => {
		const group = groupAt(directory, p.group_path);
		// fact table: 40093 is "member with the same email exists"; assumed for the account too.
		if (directory.findMember('account', p.account))
			throw new ServiceFailure(codes.accountTaken, `account '${p.account}' exists`);
		const member = directory.addMember({
			account: p.account,
			name: p.member_name,
			password: p.password,
			phone: p.member_phone ?? '',
			title: p.member_title ?? '',
			// doc: on public cloud the account is an email.
			email: p.account.includes('@') ? p.account : '',
			origin: 'api',
			enabled: false,
		});
		if (p.state) enterprise.enable(member, world.now());
		placeOnlyIn(directory, member.id, group ? [group] : []); // assumed: without a path at the top level
		if (p.create_personal_org) ensurePersonal(world, enterprise, member);
		note(logTypes.member, `added member ${member.account}`);
		return { member_id: member.id, state: stateOf(world, member) };
	},
});

export const setMember = operation({
	params: {
		account: required(filled),
		member_name: optional(filled),
		member_phone: optional(text),
		member_title: optional(text),
		password: optional(filled),
		state: optional(flag),
	},
	handle: ({ world, enterprise, directory, note, p }) => {
		const member = directory.memberByAccount(p.account);
		member.name = p.member_name ?? member.name;
		member.phone = p.member_phone ?? member.phone;
		member.title = p.member_title ?? member.title;
		member.password = p.password ?? member.password;
		// ambiguity I18: assumed that the account limit holds here too.
		if (p.state === true) enterprise.enable(member, world.now());
		if (p.state === false) member.enabled = false;
		note(logTypes.member, `changed member ${member.account}`);
		return { member_id: member.id, state: stateOf(world, member) };
	},
});

/** assumed (ambiguity A13): unknown accounts are passed over where something is taken away. */
function knownByAccount(directory: Directory, accounts: readonly string[]): Member[] {
	return accounts
		.map((account) => directory.findMember('account', account))
		.filter((member): member is Member => member !== undefined);
}

export const delMember = operation({
	params: { members: required(texts) },
	handle: ({ world, enterprise, directory, note, p }) => {
		for (const member of knownByAccount(directory, p.members)) {
			removeMember(world, enterprise, member);
			note(logTypes.member, `deleted member ${member.account}`);
		}
		return {};
	},
});

export const addGroupMember = operation({
	params: { group_path: required(groupPath), members: required(texts) },
	handle: ({ directory, note, p }) => {
		const group = groupAt(directory, p.group_path);
		const members = p.members.map((account) => directory.memberByAccount(account));
		for (const member of members) place(directory, member.id, group);
		note(logTypes.structure, `put ${members.length} members into ${group?.name ?? 'the top level'}`);
		return {};
	},
});

export const delGroupMember = operation({
	params: { group_path: required(groupPath), members: required(texts) },
	handle: ({ directory, note, p }) => {
		const group = groupAt(directory, p.group_path);
		for (const member of knownByAccount(directory, p.members)) displace(directory, member.id, group);
		note(logTypes.structure, `took ${p.members.length} members out of ${group?.name ?? 'the top level'}`);
		return {};
	},
});

export const delMemberGroup = operation({
	params: { members: required(texts) },
	handle: ({ directory, note, p }) => {
		for (const member of knownByAccount(directory, p.members)) displaceFromAll(directory, member.id);
		note(logTypes.structure, `took ${p.members.length} members out of all departments`);
		return {};
	},
});
