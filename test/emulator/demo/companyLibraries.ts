import type { Actor } from '../store/library/entry';
import { personalName } from '../world/participation';
import type { World } from '../world/world';
import { seedFile } from './seed';

/** A library of the demo enterprise; members and departments by id, with their roles. */
interface SeededLibrary {
	readonly name: string;
	readonly owner: number;
	readonly capacityGb: number;
	readonly members: Readonly<Record<number, number>>;
	readonly groups: Readonly<Record<number, number>>;
	readonly storagePoint?: string;
}

/** Libraries 1101 to 1112 (mount_id 2101 to 2112). The owner is an Administrator of the library. */
const libraries: readonly SeededLibrary[] = [
	{
		name: 'Company',
		owner: 101,
		capacityGb: -1,
		members: { 102: 1, 109: 2 },
		groups: { 101: 2, 102: 3, 105: 3, 109: 3, 110: 3, 111: 3 },
	},
	{
		name: 'Sales',
		owner: 102,
		capacityGb: 200,
		members: { 101: 1, 103: 2, 104: 2 },
		groups: { 102: 2, 103: 2, 104: 2 },
	},
	{
		name: '中国销售合同',
		owner: 103,
		capacityGb: 100,
		members: { 101: 3, 115: 2 },
		groups: { 103: 2 },
		storagePoint: 'Shanghai',
	},
	{
		name: 'Contracts Europe',
		owner: 104,
		capacityGb: 100,
		members: { 101: 3 },
		groups: { 104: 2 },
		storagePoint: 'Frankfurt',
	},
	{
		name: 'Research',
		owner: 105,
		capacityGb: 500,
		members: { 106: 1, 107: 1, 108: 1 },
		groups: { 105: 2, 106: 2, 107: 2, 108: 3 },
	},
	{ name: 'Platform Design', owner: 106, capacityGb: 50, members: { 118: 2, 130: 2 }, groups: { 106: 2 } },
	{ name: '应用设计', owner: 107, capacityGb: 50, members: { 119: 2 }, groups: { 107: 2 }, storagePoint: 'Shanghai' },
	{ name: 'Test Reports', owner: 108, capacityGb: 50, members: {}, groups: { 108: 2, 105: 3 } },
	{ name: '财务', owner: 109, capacityGb: 20, members: { 101: 3, 121: 2 }, groups: { 109: 2 } },
	{ name: 'People', owner: 110, capacityGb: 20, members: { 101: 3 }, groups: { 110: 2 } },
	{ name: 'Operations', owner: 111, capacityGb: 100, members: { 112: 1 }, groups: { 111: 2, 112: 2 } },
	{ name: 'Archive', owner: 0, capacityGb: -1, members: { 101: 3 }, groups: {} },
];

/** Members whose personal library is initialized: 1201 … (mount_id 2201 …). */
const personalOwners = [101, 102, 103, 105, 109];

/** Adds the libraries of the demo enterprise and a few personal ones. */
export function addCompanyLibraries(world: World): void {
	libraries.forEach((each, index) => addCompanyLibrary(world, each, index));
	personalOwners.forEach((id, index) => addPersonalLibrary(world, id, index));
}

const rolesById = (roles: Readonly<Record<number, number>>): Array<[id: number, role: number]> =>
	Object.entries(roles).map(([id, role]) => [Number(id), role]);

function addCompanyLibrary(world: World, seeded: SeededLibrary, index: number): void {
	const { name, owner, capacityGb, members, groups, storagePoint = 'default' } = seeded;
	const library = world.addLibrary({
		orgId: 1101 + index,
		mountId: 2101 + index,
		name,
		capacity: capacityGb < 0 ? -1 : capacityGb * 1024 ** 3,
		storagePoint,
		members: new Map([...(owner ? [[owner, 1] as const] : []), ...rolesById(members)]),
		groups: new Map(rolesById(groups)),
		ownerId: owner,
	});
	if (!world.options.seedDemo) return;
	const actor: Actor = { id: owner, name: world.directory.members.get(owner)?.name ?? '' };
	seedFile(world, library, 'Read me.txt', `This is the library ${name}.\n`, actor);
	seedFile(world, library, '2026/Plan.txt', `Plan of ${name} for 2026\n`, actor);
}

function addPersonalLibrary(world: World, ownerId: number, index: number): void {
	const member = world.directory.memberById(ownerId);
	world.addLibrary({
		orgId: 1201 + index,
		mountId: 2201 + index,
		name: personalName(member.account),
		capacity: member.personalCapacity,
		storagePoint: 'default',
		members: new Map([[ownerId, 1]]),
		groups: new Map(),
		ownerId,
		personalOf: ownerId,
	});
}
