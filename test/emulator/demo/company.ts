import { enterpriseClient } from '../store/enterprise/apiClients';
import { type Directory } from '../store/enterprise/directory';
import { Enterprise } from '../store/enterprise/enterprise';
import { expiryDay, type Group, type Member } from '../store/enterprise/people';
import { seconds } from '../time/clock';
import { demoEnterpriseId, type World } from '../world/world';
import { addCompanyLibraries } from './companyLibraries';
import { demoDomain, demoEnterprise, demoUser } from './credentials';
import { addCustomers } from './customers';

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

/** A name, and the local part of the email address. */
interface PersonName {
	readonly name: string;
	readonly local: string;
}

/** The name of demo person `index`: unique for every index below 390, every second one Chinese. */
function personName(index: number): PersonName {
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

/** Adds the demo enterprise: 200 members, 17 departments, 12 libraries, and the demo partner's customers. */
export function addCompany(world: World): void {
	const { memberLimit } = world.options;
	const enterprise = world.addEnterprise(
		new Enterprise({ id: demoEnterpriseId, name: 'Example Company', memberLimit }),
	);
	addTestPeople(enterprise.directory);
	addPeople(enterprise.directory, seconds(world.now()));
	enterprise.domains.set(demoDomain.domain, demoDomain.auth);
	world.clients.set(
		demoEnterprise.clientId,
		enterpriseClient(demoEnterprise.clientId, demoEnterprise.clientSecret, 'Demo', enterprise),
	);
	addCompanyLibraries(world);
	addCustomers(world);
}
