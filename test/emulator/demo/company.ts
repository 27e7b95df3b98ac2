import { type Directory, expiryDay, type Group, type Member } from '../store/enterprise/directory';
import { Enterprise, enterpriseClient } from '../store/enterprise/enterprise';
import type { Actor } from '../store/library/entry';
import { seconds } from '../time/clock';
import { ensurePersonal } from '../world/participation';
import { demoEnterpriseId, type World } from '../world/world';
import { demoDomain, demoEnterprise, demoUser } from './credentials';
import { seedFile } from './sampleFiles';

const words = (text: string): string[] => text.split(' ');
/** Names with their spelling in Latin letters. */
const chinese = (text: string): string[][] => words(text).map((pair) => pair.split('='));

const WESTERN_FIRST = words('Anna Ben Carla David Emma Felix Grace Henry Isabel James Karin Lucas Maria Noah Olivia');
const WESTERN_LAST = words('Becker Brown Costa Dubois Evans Fischer Garcia Hughes Jensen Keller Lambert Moore Novak');
const CHINESE_LAST = chinese(
	'王=wang 李=li 张=zhang 刘=liu 陈=chen 杨=yang 黄=huang 赵=zhao 吴=wu 周=zhou 徐=xu 孙=sun 马=ma',
);
const CHINESE_FIRST = chinese(
	'芳=fang 娜=na 敏=min 静=jing 强=qiang 磊=lei 洋=yang 勇=yong 艳=yan 杰=jie 涛=tao 明=ming ' +
		'秀英=xiuying 建国=jianguo 晓东=xiaodong',
);

/** Name and local part of the address of a demo person: unique for each below 390, every second one Chinese. */
function personName(index: number) {
	const [row, column] = [Math.floor(index / 2) % 15, (Math.floor(index / 2) + Math.floor(index / 30)) % 13];
	if (index % 2 === 0) {
		const [first, last] = [WESTERN_FIRST[row] ?? '', WESTERN_LAST[column] ?? ''];
		return { name: `${first} ${last}`, local: `${first}.${last}`.toLowerCase() };
	}
	const [first, last] = [CHINESE_FIRST[row], CHINESE_LAST[column]];
	return { name: `${last?.[0] ?? ''}${first?.[0] ?? ''}`, local: `${last?.[1] ?? ''}.${first?.[1] ?? ''}` };
}

/** Departments 101 to 112 as a tree: external id, name, external id of the parent. */
const departments: ReadonlyArray<readonly [string, string, string]> = [
	['d-management', 'Management', ''],
	['d-sales', 'Sales', ''],
	['d-sales-cn', '中国销售部', 'd-sales'],
	['d-sales-eu', 'Sales Europe', 'd-sales'],
	['d-rnd', 'Research and Development', ''],
	['d-platform', 'Platform', 'd-rnd'],
	['d-apps', '应用开发部', 'd-rnd'],
	['d-quality', 'Quality', 'd-rnd'],
	['d-finance', '财务部', ''],
	['d-people', 'People', ''],
	['d-operations', 'Operations', ''],
	['d-service', '客户服务部', 'd-operations'],
];

/** Members 1 to 20 (u-01 …, member01 …) and departments 1 to 5 (g-1 …) of four members each; tests rely on them. */
function addTestPeople(directory: Directory): void {
	for (let id = 1; id <= 20; id++) {
		const number = String(id).padStart(2, '0');
		directory.addMember({
			id,
			outId: `u-${number}`,
			account: `member${number}`,
			name: `Member ${number}`,
			email: `member${number}@example.com`,
			password: demoUser.password,
		});
	}
	for (let id = 1; id <= 5; id++) {
		const group = directory.addGroup({ id, outId: `g-${id}`, name: `Department ${id}`, orderby: 100 + id });
		for (const place of [1, 2, 3, 4]) group.memberIds.add((id - 1) * 4 + place);
	}
}

function addDepartments(directory: Directory): Group[] {
	return departments.map(([outId, name, parent], index) =>
		directory.addGroup({
			id: 101 + index,
			outId,
			name,
			parentId: directory.findGroup(parent)?.id ?? 0,
			orderby: index + 1,
		}),
	);
}

/** Adds person `index` (0 to 179): every 23rd disabled, every 31st temporary, one with a second factor. */
function addPerson(directory: Directory, index: number, nowSeconds: number): Member {
	const { name, local } = index === 0 ? { name: '张伟', local: 'zhang.wei' } : personName(index);
	const isTemporary = index % 31 === 30;
	return directory.addMember({
		id: 101 + index,
		outId: `e-${String(index + 1).padStart(4, '0')}`,
		name,
		email: `${local}@example.com`,
		account: index === 3 ? 'EXAMPLE\\li.na' : `${local}@example.com`,
		phone: `+86 10 5550 ${String(1000 + index)}`,
		title: index < 12 ? 'Head of department' : index % 2 ? 'Engineer' : 'Specialist',
		password: demoUser.password,
		enabled: index % 23 !== 22,
		mayCreateLibraries: !isTemporary,
		expire: isTemporary ? expiryDay(nowSeconds + 90 * 86_400) : null,
		secondVerify: index === 5,
		admin: index === 0 ? 'super' : index === 8 ? 'administrator' : null,
	});
}

function addPeople(directory: Directory, nowSeconds: number): void {
	const groups = addDepartments(directory);
	for (let index = 0; index < 180; index++) {
		const member = addPerson(directory, index, nowSeconds);
		const group = groups[index % groups.length];
		// The last two are consultants who are hidden from member management.
		if (index < 178) group?.memberIds.add(member.id);
		if (index % 17 === 16) groups[(index + 5) % groups.length]?.memberIds.add(member.id);
		// The first member of each department leads it; the first of all leads the leaders.
		member.leaderId = index === 0 ? 0 : index < groups.length ? 101 : 101 + (index % groups.length);
	}
}

/** Adds the demo enterprise: 200 members, 17 departments, 12 libraries. */
export function addCompany(world: World): void {
	const { memberLimit } = world.options;
	const enterprise = world.addEnterprise(new Enterprise(demoEnterpriseId, 'Example Company', memberLimit));
	addTestPeople(enterprise.directory);
	addPeople(enterprise.directory, seconds(world.now()));
	enterprise.domains.set(demoDomain.domain, demoDomain.auth);
	world.clients.set(
		demoEnterprise.clientId,
		enterpriseClient(demoEnterprise.clientId, demoEnterprise.clientSecret, 'Demo', enterprise),
	);
	addCompanyLibraries(world);
}

/** A library of the demo enterprise; members and departments by id, with their roles. */
interface SeededLibrary {
	readonly name: string;
	readonly owner: number;
	/** Capacity in GB; -1 is no limit. */
	readonly gb: number;
	readonly members: Readonly<Record<number, number>>;
	readonly groups: Readonly<Record<number, number>>;
	readonly storagePoint?: string;
}

/** Libraries 1101 to 1112 (mount_id 2101 to 2112). The owner is an Administrator of the library. */
const libraries: readonly SeededLibrary[] = [
	{
		name: 'Company',
		owner: 101,
		gb: -1,
		members: { 102: 1, 109: 2 },
		groups: { 101: 2, 102: 3, 105: 3, 109: 3, 110: 3, 111: 3 },
	},
	{ name: 'Sales', owner: 102, gb: 200, members: { 101: 1, 103: 2, 104: 2 }, groups: { 102: 2, 103: 2, 104: 2 } },
	{
		name: '中国销售合同',
		owner: 103,
		gb: 100,
		members: { 101: 3, 115: 2 },
		groups: { 103: 2 },
		storagePoint: 'Shanghai',
	},
	{
		name: 'Contracts Europe',
		owner: 104,
		gb: 100,
		members: { 101: 3 },
		groups: { 104: 2 },
		storagePoint: 'Frankfurt',
	},
	{
		name: 'Research',
		owner: 105,
		gb: 500,
		members: { 106: 1, 107: 1, 108: 1 },
		groups: { 105: 2, 106: 2, 107: 2, 108: 3 },
	},
	{ name: 'Platform Design', owner: 106, gb: 50, members: { 118: 2, 130: 2 }, groups: { 106: 2 } },
	{ name: '应用设计', owner: 107, gb: 50, members: { 119: 2 }, groups: { 107: 2 }, storagePoint: 'Shanghai' },
	{ name: 'Test Reports', owner: 108, gb: 50, members: {}, groups: { 108: 2, 105: 3 } },
	{ name: '财务', owner: 109, gb: 20, members: { 101: 3, 121: 2 }, groups: { 109: 2 } },
	{ name: 'People', owner: 110, gb: 20, members: { 101: 3 }, groups: { 110: 2 } },
	{ name: 'Operations', owner: 111, gb: 100, members: { 112: 1 }, groups: { 111: 2, 112: 2 } },
	{ name: 'Archive', owner: 0, gb: -1, members: { 101: 3 }, groups: {} },
];

/** Members whose personal library is initialized: 1201 … (mount_id 2201 …). */
const personalOwners = [101, 102, 103, 105, 109];

/** Adds the libraries of the demo enterprise and a few personal ones. */
function addCompanyLibraries(world: World): void {
	libraries.forEach((each, index) => addCompanyLibrary(world, each, index));
	for (const [index, id] of personalOwners.entries())
		ensurePersonal(world, world.enterprise, world.directory.memberById(id), {
			orgId: 1201 + index,
			mountId: 2201 + index,
		});
}

const rolesById = (roles: Readonly<Record<number, number>>): Array<[id: number, role: number]> =>
	Object.entries(roles).map(([id, role]) => [Number(id), role]);

function addCompanyLibrary(world: World, seeded: SeededLibrary, index: number): void {
	const { name, owner, gb, members, groups, storagePoint = 'default' } = seeded;
	const library = world.addLibrary({
		orgId: 1101 + index,
		mountId: 2101 + index,
		name,
		capacity: gb < 0 ? -1 : gb * 1024 ** 3,
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
