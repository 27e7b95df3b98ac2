import { type Contract, Enterprise } from '../store/enterprise/enterprise';
import type { Library } from '../store/library/library';
import { seconds } from '../time/clock';
import type { World } from '../world/world';
import { addCompany } from './company';
import { demoAuthorization, demoPartner } from './credentials';
import { addSampleFiles } from './sampleFiles';

const DEMO_MOUNT_ID = 2001;

/** Adds the library that always exists. Member 1 is Administrator, 2 to 4 are Editors; department 2 may view. */
function addDemoLibrary(world: World): Library {
	return world.addLibrary({
		orgId: 1001,
		mountId: DEMO_MOUNT_ID,
		name: 'Demo Library',
		capacity: world.options.capacity,
		members: new Map([
			[1, 1],
			[2, 2],
			[3, 2],
			[4, 2],
		]),
		groups: new Map([[2, 3]]),
		ownerId: 1,
	});
}

/** The demo library of a world, which is added with its authorization where it is not there, or not any more. */
export function demoLibrary(world: World): Library {
	const { orgClientId, orgClientSecret } = demoAuthorization;
	const known = world.authorizations.get(orgClientId)?.library;
	if (known) return known;
	const library = world.libraries.get(DEMO_MOUNT_ID) ?? addDemoLibrary(world);
	return world.authorize(orgClientId, orgClientSecret, library).library;
}

/** Fills a new world: enterprise, partner and libraries always, sample files if wanted. */
export function fillWorld(world: World): void {
	addCompany(world);
	addCustomers(world);
	const library = demoLibrary(world);
	if (world.options.seedDemo) addSampleFiles(world, library);
}

const DAY_SECONDS = 86_400;

/** Customers: on trial, paid, ended. `age` and `left`: days since their creation and until their contract ends. */
const customers = [
	{ id: 4001, name: 'Northwind Traders', trial: true, age: 20, left: 70, members: 50, spaceGb: 500 },
	{ id: 4002, name: '东方贸易有限公司', trial: false, age: 400, left: 330, members: 300, spaceGb: 2000 },
	{ id: 4003, name: 'Contoso', trial: false, age: 500, left: -10, members: 20, spaceGb: 100 },
];

/** Adds the demo partner and its enterprises, with three members each. */
function addCustomers(world: World): void {
	world.clients.set(demoPartner.clientId, {
		kind: 'partner',
		clientId: demoPartner.clientId,
		secret: demoPartner.clientSecret,
		title: 'Demo',
		agent: true,
	});
	for (const customer of customers) addCustomer(world, customer);
}

function addCustomer(world: World, { id, name, trial, age, left, members, spaceGb }: (typeof customers)[number]): void {
	const outId = `customer-00${id - 4000}`;
	const account = `admin@${outId}.example.com`;
	const contract: Contract = {
		outId,
		partnerClientId: demoPartner.clientId,
		createdMs: world.now() - age * DAY_SECONDS * 1000,
		trial,
		spaceGb,
		account,
		endDateline: seconds(world.now()) + left * DAY_SECONDS,
		maxLinkFlow: -1,
	};
	const { directory } = world.addEnterprise(new Enterprise(id, name, members, contract));
	directory.addMember({ account, name: 'Administrator', email: account, origin: 'console', admin: 'super' });
	for (const person of ['first', 'second']) {
		const added = directory.addMember({
			account: `${person}@${outId}.example.com`,
			name: `${person} person`,
			outId: person,
		});
		directory.topLevel.add(added.id);
	}
}
