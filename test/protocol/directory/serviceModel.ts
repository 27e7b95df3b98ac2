/*
 * A model of the directory of the service, for the tests of plans: it takes requests as the interface document
 * describes them and knows nothing of plans. Like the emulator it deletes a department together with those below it,
 * moves members that were in no other department to the top level, and hides members that are neither in a department
 * nor at the top level.
 */

/** A member; '' as external ID is one made in the console. */
export interface ModelMember {
	outId: string;
	name: string;
	account: string;
	email: string;
	phone: string;
	title: string;
	/** Ids of departments. */
	groups: Set<string>;
	/** Whether the member is at the top level. */
	top: boolean;
}
/** A department; `parent` is an id, '' at the top level. */
export interface ModelGroup {
	id: string;
	outId: string;
	name: string;
	parent: string;
}
type Params = Readonly<Record<string, string>>;

/** The directory, changed by `send`. It throws for a request that the service would refuse. */
export class ServiceModel {
	readonly members: ModelMember[] = [];
	readonly groups: ModelGroup[] = [];
	private last = 0;

	addGroup(outId: string, name: string, parent: ModelGroup | undefined): ModelGroup {
		const group = { id: String(++this.last), outId, name, parent: parent?.id ?? '' };
		this.groups.push(group);
		return group;
	}

	addMember(member: Partial<ModelMember> & { outId: string }): ModelMember {
		const made = {
			name: 'N',
			account: `account ${member.outId}`,
			email: '',
			phone: '',
			title: '',
			groups: new Set<string>(),
			top: false,
			...member,
		};
		this.members.push(made);
		return made;
	}

	group(outId: string): ModelGroup {
		const found = this.groups.find((group) => outId !== '' && group.outId === outId);
		if (!found) throw new Error(`no department ${outId}`);
		return found;
	}

	member(outId: string): ModelMember {
		const found = this.members.find((member) => outId !== '' && member.outId === outId);
		if (!found) throw new Error(`no member ${outId}`);
		return found;
	}

	above(group: ModelGroup): ModelGroup[] {
		const parent = this.groups.find(({ id }) => id === group.parent);
		return parent ? [parent, ...this.above(parent)] : [];
	}

	send(operation: string, params: Params): void {
		const handle = this.operations[operation];
		if (!handle) throw new Error(`no operation ${operation}`);
		handle(params);
	}

	private readonly operations: Record<string, (params: Params) => void> = {
		entAddSyncGroup: ({ out_id = '', name = '', parent_out_id: parent }) => {
			if (!out_id || !name) throw new Error('out_id and name are required');
			const above = parent ? this.group(parent) : undefined;
			const known = this.groups.find(({ outId }) => outId === out_id);
			if (!known) return void this.addGroup(out_id, name, above);
			known.name = name;
			if (parent === undefined) return;
			if (above && [above, ...this.above(above)].includes(known))
				throw new Error(`${out_id} would be below itself`);
			known.parent = above?.id ?? '';
		},
		entDelSyncGroup: ({ groups = '' }) => {
			for (const outId of groups.split(',')) {
				const gone = this.group(outId);
				const branch = this.groups.filter((group) => group === gone || this.above(group).includes(gone));
				for (const group of branch) {
					this.groups.splice(this.groups.indexOf(group), 1);
					for (const member of this.members) this.leave(member, group.id);
				}
			}
		},
		entAddSyncMember: ({
			out_id = '',
			member_name: name = '',
			account = '',
			member_email: email,
			member_phone: phone,
			member_title: title,
			group_out_ids: groups,
		}) => {
			if (!out_id || !name || !account) throw new Error('out_id, member_name and account are required');
			const ids = groups
				?.split(',')
				.filter(Boolean)
				.map((outId) => this.group(outId).id);
			const member = this.members.find(({ outId }) => outId === out_id) ?? this.addMember({ outId: out_id });
			Object.assign(
				member,
				{ name, account },
				email === undefined ? {} : { email },
				phone === undefined ? {} : { phone },
				title === undefined ? {} : { title },
			);
			if (ids) Object.assign(member, { groups: new Set(ids), top: ids.length === 0 });
		},
		entDelSyncMember: ({ members = '' }) => {
			for (const outId of members.split(',')) this.members.splice(this.members.indexOf(this.member(outId)), 1);
		},
		entAddSyncGroupMember: ({ members = '', group_out_id: group }) => {
			for (const outId of members.split(',')) {
				if (group) this.member(outId).groups.add(this.group(group).id);
				else this.member(outId).top = true;
			}
		},
		entDelSyncGroupMember: ({ members = '', group_out_id: group }) => {
			for (const outId of members.split(',')) {
				if (group) this.leave(this.member(outId), this.group(group).id);
				else this.member(outId).top = false;
			}
		},
	};

	private leave(member: ModelMember, id: string): void {
		if (member.groups.delete(id) && member.groups.size === 0) member.top = true;
	}
}
