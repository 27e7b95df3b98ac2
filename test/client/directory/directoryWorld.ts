import type { Caller } from '../../../src/client/service/call';
import { demoEnterprise, emulatorInMemory } from '../../emulator';
import { type Directory, type Group, isEnabled, type Member } from '../../emulator/store/enterprise/directory';
import { NOW } from '../../protocol/directory/entries';
import { emulatedHttp } from '../../support/emulatedHttp';
import { callerWith, fakeClock, fieldsOf, orgAccount } from '../../support/ports';
import { faultyHttp, type HttpFault } from '../mirror/faultyHttp';

/** A new member; with `top` at the top level, in no list without it and without departments. */
export type NewMember = Partial<Pick<Member, 'outId' | 'name' | 'account' | 'email' | 'enabled' | 'expire'>> & {
	readonly groups?: readonly Group[];
	readonly top?: boolean;
};

const enterpriseOf = (emulator: ReturnType<typeof emulatorInMemory>) => {
	const client = emulator.world.clients.get(demoEnterprise.clientId);
	if (client?.kind !== 'enterprise') throw new Error('the demo enterprise has no directory');
	return client.enterprise;
};

/** One service for all cases of a file: each empties it. */
export class DirectoryWorld {
	private readonly emulator = emulatorInMemory({
		ignoreAccountCase: true,
		clock: fakeClock(NOW),
		requestLogSize: 0,
		seedDemo: false,
	});
	readonly directory: Directory = enterpriseOf(this.emulator).directory;
	/** The last part of the address of each request, with its fields. */
	readonly requests: Array<{ readonly name: string; readonly fields: Record<string, string> }> = [];
	/** External IDs of who was deleted or disabled, and of departments that were deleted, in their order. */
	readonly removed: string[] = [];
	/** Who is there and not disabled, and departments, after the last answer; requests may overlap. */
	private known: readonly string[] | undefined;

	empty(): this {
		const { members, groups, topLevel } = this.directory;
		for (const all of [members, groups, topLevel]) all.clear();
		this.requests.length = 0;
		this.removed.length = 0;
		this.known = undefined;
		return this;
	}

	addMember({ groups = [], top = false, ...more }: NewMember): Member {
		const { outId = '', name = `Member ${outId}`, account = `account ${outId}` } = more;
		const member = this.directory.addMember({ ...more, name, account });
		for (const group of groups) group.memberIds.add(member.id);
		if (top) this.directory.topLevel.add(member.id);
		return member;
	}

	addGroup(outId: string, name: string, parent?: Group): Group {
		return this.directory.addGroup({ outId, name, parentId: parent?.id ?? 0 });
	}

	isEnabled(member: Member): boolean {
		return isEnabled(member, NOW);
	}

	isListed({ id }: Member): boolean {
		return this.directory.topLevel.has(id) || this.directory.groupsOf(id).length > 0;
	}

	/** Everything that can be seen or not, in an order of its own and without IDs of the service. */
	state() {
		const { members, groups, topLevel } = this.directory;
		const nameOf = ({ outId, name }: Group | Member): string => outId || name;
		const byName = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);
		const people = [...members.values()].map(
			({ id, leaderId, outId, name, account, email, enabled, expire, title }) => ({
				key: outId || name,
				name,
				account,
				email,
				enabled,
				expire,
				title,
				leader: leaderId === 0 ? '' : nameOf(this.directory.memberById(leaderId)),
				groups: this.directory.groupsOf(id).map(nameOf).sort(),
				top: topLevel.has(id),
			}),
		);
		const departments = [...groups.values()].map(({ parentId, outId, name, orderby }) => ({
			key: outId || name,
			name,
			orderby,
			parent: parentId === 0 ? '' : nameOf(this.directory.groupById(parentId)),
		}));
		return { members: people.sort(byName), groups: departments.sort(byName) };
	}

	private present(isThere: (member: Member) => boolean): string[] {
		const people = [...this.directory.members.values()].filter(isThere);
		return [...people, ...this.directory.groups.values()].map(({ outId }) => outId);
	}

	/** A caller of the enterprise whose requests meet these faults. A crash ends all that it is used for. */
	caller(faults: readonly HttpFault[] = []): Caller {
		const stop = new AbortController();
		const service = emulatedHttp(this.emulator);
		const request: typeof service.request = async (asked) => {
			this.known ??= this.present((member) => this.isEnabled(member));
			const answer = await service.request(asked);
			const after = new Set(this.present(({ enabled }) => enabled));
			this.removed.push(...this.known.filter((outId) => !after.has(outId)));
			this.known = this.present((member) => this.isEnabled(member));
			return answer;
		};
		const http = faultyHttp({ ...service, request }, faults, {
			onCrash: () => stop.abort(),
			onRequest: (asked) =>
				void this.requests.push({
					name: asked.url.slice(asked.url.lastIndexOf('/') + 1),
					fields: fieldsOf(asked),
				}),
		});
		const { clientId, clientSecret: secret } = demoEnterprise;
		const account = { ...orgAccount(this.emulator.url), kind: 'enterprise', clientId, secret } as const;
		return callerWith(http, { account, clock: fakeClock(NOW), signal: stop.signal });
	}
}

/** d-1 > d-2 > d-3; m-1 in d-2, m-2 at the top, m-3 hidden, and an administrator, who has no external ID. */
export function fillCompany(world: DirectoryWorld): void {
	const two = world.addGroup('d-2', 'Two', world.addGroup('d-1', 'One'));
	world.addGroup('d-3', 'Three', two);
	world.addMember({ outId: 'm-1', name: 'Ann', account: 'ann', email: 'ann@x', groups: [two] });
	world.addMember({ outId: 'm-2', name: 'Bob', account: 'bob', top: true });
	world.addMember({ outId: 'm-3', name: 'Cid', account: 'cid' });
	world.addMember({ name: 'Root', account: 'root', top: true });
}
