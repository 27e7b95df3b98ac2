import { Refusal, type ModelGroup, type ModelMember, type Params } from './modelTypes';

/*
 * A model of the directory of the service, for the tests of plans: it takes requests as the interface document
 * describes them and knows nothing of plans. Like the emulator it deletes a department together with those below it,
 * moves members that were in no other department to the top level, hides members that are neither in a department nor
 * at the top level, enables existing members by set_member only, and refuses the account of another member, whatever
 * its case.
 */

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The directory, changed by `send`. It throws a Refusal for a request that the service would refuse. */
export class ServiceModel {
	readonly members: ModelMember[] = [];
	readonly groups: ModelGroup[] = [];
	/** External IDs of members that were deleted or disabled, and of departments that were deleted, in their order. */
	readonly removed: string[] = [];
	/** Whether whoever is in no department stays at the top level, as in some services. */
	keepsAtTop = false;
	private last = 0;

	/** `now`: the time, Unix ms. */
	constructor(private readonly now = Date.parse('2026-06-15T12:00:00Z')) {}

	addGroup(outId: string, name: string, parent: ModelGroup | undefined): ModelGroup {
		const group = { id: String(++this.last), outId, name, parent: parent?.id ?? '', order: 0 };
		this.groups.push(group);
		return group;
	}

	addMember(member: Partial<ModelMember> & { outId: string }): ModelMember {
		const made = {
			id: String(++this.last),
			name: 'N',
			account: `account ${member.outId}`,
			email: '',
			phone: '',
			title: '',
			enabled: true,
			expire: 0,
			leader: '',
			groups: new Set<string>(),
			top: false,
			...member,
		};
		this.members.push(made);
		return made;
	}

	group(outId: string): ModelGroup {
		const found = this.groups.find((group) => outId !== '' && group.outId === outId);
		if (!found) throw new Refusal(40407, `no department ${outId}`);
		return found;
	}

	member(outId: string): ModelMember {
		const found = this.members.find((member) => outId !== '' && member.outId === outId);
		if (!found) throw new Refusal(40406, `no member ${outId}`);
		return found;
	}

	memberByAccount(account: string): ModelMember {
		const found = this.members.find((member) => sameText(member.account, account));
		if (!found) throw new Refusal(40406, `no member with account ${account}`);
		return found;
	}

	/** Whether a member may sign in. An account ends with its last day. */
	isEnabled({ enabled, expire }: ModelMember): boolean {
		return enabled && (expire === 0 || this.now < (expire + 86_400) * 1000);
	}

	/** Whether member management lists a member. */
	isListed({ top, groups }: ModelMember): boolean {
		return top || groups.size > 0;
	}

	above({ parent }: ModelGroup): ModelGroup[] {
		return this.groups.filter(({ id }) => id === parent).flatMap((group) => [group, ...this.above(group)]);
	}

	/** Carries out a request that changes something. */
	send(operation: string, params: Params): object {
		const handle = this.operations[operation];
		if (handle) return handle(params) ?? {};
		throw new Refusal(40001, `no operation ${operation}`);
	}

	/** Everything that can be seen or not, in an order of its own, for comparing two models. */
	state(): object {
		const ids = new Map([...this.members, ...this.groups].map(({ id, outId, name }) => [id, outId || name]));
		const named = (id: string): string => ids.get(id) ?? '';
		const members = this.members.map(({ id: _id, leader, groups, ...rest }) => ({
			...rest,
			leader: named(leader),
			groups: [...groups].map(named).sort(),
		}));
		const groups = this.groups.map(({ id: _id, parent, ...rest }) => ({ ...rest, parent: named(parent) }));
		const byId = (a: { outId: string; name: string }, b: { outId: string; name: string }): number =>
			`${a.outId}|${a.name}` < `${b.outId}|${b.name}` ? -1 : 1;
		return { members: members.sort(byId), groups: groups.sort(byId) };
	}

	private readonly operations: Record<string, (params: Params) => object | undefined> = {
		entAddSyncGroup: (params) => this.addSyncGroup(params),
		entDelSyncGroup: ({ groups = '' }) => {
			for (const outId of groups.split(',')) this.deleteGroup(this.group(outId));
			return undefined;
		},
		entAddSyncMember: (params) => this.addSyncMember(params),
		entSetMember: ({ account = '', state }) => {
			const member = this.memberByAccount(account);
			if (state !== undefined) member.enabled = state === '1';
			return { member_id: member.id, state: Number(this.isEnabled(member)) };
		},
		entDelSyncMember: ({ members = '' }) => {
			for (const outId of members.split(',')) this.deleteMember(this.member(outId));
			return undefined;
		},
		entAddSyncGroupMember: ({ members = '', group_out_id: group }) => {
			for (const outId of members.split(',')) {
				if (group) this.member(outId).groups.add(this.group(group).id);
				else this.member(outId).top = true;
			}
			return undefined;
		},
		entDelSyncGroupMember: ({ members = '', group_out_id: group }) => {
			for (const outId of members.split(',')) {
				if (group) this.leave(this.member(outId), this.group(group).id);
				else this.leaveTop(this.member(outId));
			}
			return undefined;
		},
	};

	private addSyncGroup({ out_id = '', name = '', parent_out_id: parent, orderby }: Params): undefined {
		if (!out_id || !name) throw new Refusal(40003, 'out_id and name are required');
		const above = parent ? this.group(parent) : undefined;
		const known = this.groups.find(({ outId }) => outId === out_id);
		if (known && above && [above, ...this.above(above)].includes(known))
			throw new Refusal(40013, `${out_id} would be below itself`);
		const group = known ?? this.addGroup(out_id, name, above);
		group.name = name;
		if (parent !== undefined) group.parent = above?.id ?? '';
		if (orderby !== undefined) group.order = Number(orderby);
	}

	private addSyncMember(params: Params): object {
		const { out_id = '', member_name: name = '', account = '', group_out_ids: groups } = params;
		if (!out_id || !name || !account) throw new Refusal(40003, 'out_id, member_name and account are required');
		const outIds = groups?.split(',').filter(Boolean);
		const ids = outIds?.map((outId) => this.group(outId).id);
		const leader = this.leaderOf(params);
		const known = this.members.find(({ outId }) => outId === out_id);
		const holder = this.members.find((member) => sameText(member.account, account));
		if (holder && holder !== known && (known || holder.outId !== ''))
			throw new Refusal(40003, `the account ${account} belongs to another member`);
		// An account without external ID is taken over.
		const member = known ?? holder ?? this.addMember({ outId: out_id, enabled: params.state !== '0' });
		const couldSignIn = known !== undefined && this.isEnabled(member);
		Object.assign(member, { outId: out_id, name, account });
		const { member_email: email, member_phone: phone, member_title: title, expire, state } = params;
		const given = Object.entries({ email, phone, title, leader }).filter(([, value]) => value !== undefined);
		Object.assign(member, Object.fromEntries(given));
		if (expire !== undefined) member.expire = Number(expire);
		if (state === '0' && couldSignIn) this.removed.push(member.outId);
		if (state === '0') member.enabled = false;
		if (ids) Object.assign(member, { groups: new Set(ids), top: ids.length === 0 });
		return { member_id: member.id, state: Number(this.isEnabled(member)) };
	}

	private leaderOf({ leader_out_id: outId, leader_account: account }: Params): string | undefined {
		if (outId !== undefined) return this.member(outId).id;
		return account ? this.memberByAccount(account).id : account;
	}

	private leaveTop(member: ModelMember): void {
		member.top = this.keepsAtTop && member.groups.size === 0;
	}

	private deleteMember(gone: ModelMember): void {
		this.removed.push(gone.outId);
		this.members.splice(this.members.indexOf(gone), 1);
		for (const member of this.members) if (member.leader === gone.id) member.leader = '';
	}

	private deleteGroup(gone: ModelGroup): void {
		const branch = this.groups.filter((group) => group === gone || this.above(group).includes(gone));
		for (const group of branch) {
			this.removed.push(group.outId);
			this.groups.splice(this.groups.indexOf(group), 1);
			for (const member of this.members) this.leave(member, group.id);
		}
	}

	private leave(member: ModelMember, id: string): void {
		if (member.groups.delete(id) && member.groups.size === 0) member.top = true;
	}
}
