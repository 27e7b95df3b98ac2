import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { defaulted, filled, flag, int, type Kind, optional, required, text, type Values } from '../../http/parameters';
import { type Directory, expiryDay, type Member, placeOnlyIn } from '../../store/enterprise/directory';
import { logTypes } from '../../store/enterprise/enterprise';
import { ensurePersonal, removeMember } from '../../world/participation';
import { enterpriseOperation } from '../operation';
import { groupAt, groupPath, knownMembers, stateOf, texts } from '../references';

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

type Text = 'member_name' | 'member_email' | 'member_phone' | 'member_title' | 'password';

/** assumed: a text that was not sent stays, '' clears it. */
function writeTexts(member: Member, p: { readonly [name in Text]?: string | undefined }): void {
	member.name = p.member_name ?? member.name;
	member.email = p.member_email ?? member.email;
	member.phone = p.member_phone ?? member.phone;
	member.title = p.member_title ?? member.title;
	member.password = p.password ?? member.password;
}

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
		writeTexts(member, p);
		// assumed (I18): the account limit applies here too.
		if (p.state === true) enterprise.enable(member, world.now());
		if (p.state === false) member.enabled = false;
		note(logTypes.member, `changed member ${member.account}`);
		return { member_id: member.id, state: stateOf(world, member) };
	},
});

/** Declares the deletion of members, by their accounts or external ids. */
const deletion = (path: string, by: 'account' | 'outId') =>
	enterpriseOperation(path, {
		params: { members: required(texts) },
		handle: ({ world, enterprise, directory, note, p }) => {
			for (const member of knownMembers(directory, by, p.members)) {
				removeMember(world, enterprise, member);
				note(logTypes.member, `deleted member ${member.account}`);
			}
			return {};
		},
	});

export const delMember = deletion('/m-open/1/ent/del_member', 'account');
export const delSyncMember = deletion('/m-open/1/ent/del_sync_member', 'outId');

/** doc: external department ids, '' is the top level. assumed (I04): separated by commas. */
const groupOutIds: Kind<string[]> = (raw, name) => (raw === '' ? [] : texts(raw, name));

const leaderRef = { leader_out_id: optional(text), leader_account: optional(text) };

/** Supervisor's id; undefined: unchanged, 0: none. doc: an empty leader_account removes. assumed: leader_out_id too. */
function leaderOf(directory: Directory, p: Values<typeof leaderRef>): number | undefined {
	if (p.leader_out_id !== undefined) return p.leader_out_id === '' ? 0 : directory.memberByOutId(p.leader_out_id).id;
	if (p.leader_account !== undefined)
		return p.leader_account === '' ? 0 : directory.memberByAccount(p.leader_account).id;
	return undefined;
}

type Named = Readonly<Record<'out_id' | 'account' | 'member_name', string>>;

/** assumed: an account without external id is taken over, that of another synchronized member is refused. */
function findOrAdd(directory: Directory, p: Named): { member: Member; isNew: boolean } {
	const known = directory.findMember('outId', p.out_id);
	const holder = directory.findMember('account', p.account);
	if (holder && holder !== known && (known || holder.outId !== ''))
		throw badParameter('account', 'belongs to another member');
	const member = known ?? holder;
	if (member) return { member, isNew: false };
	const { out_id: outId, account, member_name: name } = p;
	return { member: directory.addMember({ outId, account, name, enabled: false, origin: 'sync' }), isNew: true };
}

export const addSyncMember = enterpriseOperation('/m-open/1/ent/add_sync_member', {
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
		...leaderRef,
	},
	atMostOne: [['leader_out_id', 'leader_account']], // assumed (I06)
	handle: ({ world, enterprise, directory, note, p }) => {
		// All references are looked up first: a call that fails changes nothing.
		const groups = p.group_out_ids?.map((outId) => directory.groupByOutId(outId));
		const leader = leaderOf(directory, p);
		const { member, isNew } = findOrAdd(directory, p);
		Object.assign(member, { outId: p.out_id, account: p.account });
		writeTexts(member, p);
		if (p.expire !== undefined) member.expire = expiryDay(p.expire);
		if (leader !== undefined) member.leaderId = leader;
		// doc: a new member is enabled unless state is 0; 0 disables a known one. assumed (I03): 1 does not enable it.
		if (isNew && p.state !== false) enterprise.enable(member, world.now());
		if (p.state === false) member.enabled = false;
		// doc: without group_out_ids a new member is hidden. assumed: a known member leaves all other departments.
		if (groups) placeOnlyIn(directory, member.id, groups);
		note(logTypes.member, `${isNew ? 'added' : 'changed'} member ${member.account}`);
		return { member_id: member.id, state: stateOf(world, member) };
	},
});

export const addSyncAdmin = enterpriseOperation('/m-open/1/ent/add_sync_admin', {
	params: { out_id: required(filled), member_email: optional(text), type: optional(flag) },
	handle: ({ directory, note, p }) => {
		const member = directory.memberByOutId(p.out_id);
		// assumed (I14): administrator by default, and the email address replaces the member's.
		member.admin = p.type ? 'super' : 'administrator';
		member.email = p.member_email ?? member.email;
		note(logTypes.subAdministrator, `made ${member.account} ${p.type ? 'super administrator' : 'administrator'}`);
		return {};
	},
});
