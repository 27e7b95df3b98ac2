import { codes, ServiceFailure } from '../../http/errors';
import { defaulted, filled, flag, optional, required, text } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/managementLog';
import { placeOnlyIn } from '../../store/enterprise/placement';
import { ensurePersonal, removeMember } from '../../world/participation';
import { stateOf } from '../memberRef';
import { enterpriseOperation } from '../operationsByCaller';
import { groupAt, groupPath, knownMembers, texts } from './references';

export const addMember = enterpriseOperation('/m-open/1/ent/add_member', {
	params: {
		account: required(filled),
		password: required(filled),
		member_name: required(filled),
		member_phone: optional(text),
		member_title: optional(text),
		state: defaulted(flag, true),
		group_path: defaulted(groupPath, ''), // assumed: the top level by default
		create_personal_org: defaulted(flag, false),
	},
	handle: ({ world, enterprise, directory, note, p }) => {
		const group = groupAt(directory, p.group_path);
		// fact, error codes: 40093 is "member with the same email exists". assumed: for the account too.
		if (directory.findMember('account', p.account))
			throw new ServiceFailure(codes.accountTaken, `account '${p.account}' exists`);
		const member = directory.addMember({
			account: p.account,
			name: p.member_name,
			password: p.password,
			phone: p.member_phone ?? '',
			title: p.member_title ?? '',
			// doc: on public cloud the account is an email address.
			email: p.account.includes('@') ? p.account : '',
			origin: 'api',
			enabled: false,
		});
		if (p.state) enterprise.enable(member, world.now());
		placeOnlyIn(directory, member.id, group ? [group] : []);
		if (p.create_personal_org) ensurePersonal(world, enterprise, member);
		note(logTypes.member, `added member ${member.account}`);
		return { member_id: member.id, state: stateOf(world, member) };
	},
});

export const setMember = enterpriseOperation('/m-open/1/ent/set_member', {
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
		// assumed (I18): the account limit applies here too.
		if (p.state === true) enterprise.enable(member, world.now());
		if (p.state === false) member.enabled = false;
		note(logTypes.member, `changed member ${member.account}`);
		return { member_id: member.id, state: stateOf(world, member) };
	},
});

export const delMember = enterpriseOperation('/m-open/1/ent/del_member', {
	params: { members: required(texts) },
	handle: ({ world, enterprise, directory, note, p }) => {
		for (const member of knownMembers(directory, 'account', p.members)) {
			removeMember(world, enterprise, member);
			note(logTypes.member, `deleted member ${member.account}`);
		}
		return {};
	},
});
