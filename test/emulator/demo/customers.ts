import type { Contract } from '../store/enterprise/enterprise';
import { Enterprise } from '../store/enterprise/enterprise';
import type { World } from '../world/world';

/** The authorization of the demo partner; the same at every start. It may order. */
export const demoPartner = { clientId: 'demo-partner', clientSecret: 'demo-partner-secret' } as const;

const DAY = 86_400;

interface SeededCustomer {
	readonly id: number;
	readonly outId: string;
	readonly name: string;
	readonly trial: boolean;
	/** Days since it was made, and until its end. */
	readonly age: number;
	readonly left: number;
	readonly members: number;
	readonly spaceGb: number;
}

/** One on trial, one paid, one whose time is over. */
const customers: readonly SeededCustomer[] = [
	{
		id: 4001,
		outId: 'customer-001',
		name: 'Northwind Traders',
		trial: true,
		age: 20,
		left: 70,
		members: 50,
		spaceGb: 500,
	},
	{
		id: 4002,
		outId: 'customer-002',
		name: '东方贸易有限公司',
		trial: false,
		age: 400,
		left: 330,
		members: 300,
		spaceGb: 2000,
	},
	{ id: 4003, outId: 'customer-003', name: 'Contoso', trial: false, age: 500, left: -10, members: 20, spaceGb: 100 },
];

/** Makes the demo partner and its enterprises; each has three members. */
export function addCustomers(world: World): void {
	world.clients.set(demoPartner.clientId, {
		kind: 'partner',
		clientId: demoPartner.clientId,
		secret: demoPartner.clientSecret,
		title: 'Demo',
		agent: true,
	});
	for (const { id, outId, name, trial, age, left, members, spaceGb } of customers) {
		const account = `admin@${outId}.example.com`;
		const contract: Contract = {
			outId,
			partnerClientId: demoPartner.clientId,
			createdMs: world.now() - age * DAY * 1000,
			trial,
			spaceGb,
			account,
			endDateline: Math.floor(world.now() / 1000) + left * DAY,
			settings: new Map(),
			maxLinkFlow: -1,
		};
		const enterprise = world.addEnterprise(
			new Enterprise({ id, name, memberLimit: members, syncFeature: true, contract }),
		);
		enterprise.directory.addMember({
			account,
			name: 'Administrator',
			email: account,
			origin: 'console',
			admin: 'super',
		});
		for (const person of ['first', 'second']) {
			const added = enterprise.directory.addMember({
				account: `${person}@${outId}.example.com`,
				name: `${person} person`,
				outId: person,
			});
			enterprise.directory.topLevel.add(added.id);
		}
	}
}
