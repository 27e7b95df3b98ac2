import { randomBytes } from 'node:crypto';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { makeLink } from '../../links/signedLinks';
import { defaulted, filled, int, optional, required, word } from '../../http/parameters';
import type { EnterpriseClient } from '../../store/enterprise/apiClients';
import { enterpriseClient } from '../../store/enterprise/apiClients';
import type { Contract } from '../../store/enterprise/enterprise';
import { Enterprise } from '../../store/enterprise/enterprise';
import { logTypes } from '../../store/enterprise/managementLog';
import type { World } from '../../world/world';
import { customer, customerEntry, customerOf, customersOf, date, operation } from './shared';

const SETTING = '__setting_';
/** ambiguity J01: "three months" by default, but at most 90 days; read as 90. */
const TRIAL_DAYS = 90;
const DAY = 86_400;

/** doc: the account is globally unique. fact table: 40093. */
function requireFreeAccount(world: World, account: string): void {
	const taken = [...world.enterprises.values()].some(({ directory }) => directory.findMember('account', account));
	if (taken) throw new ServiceFailure(codes.accountTaken, `account '${account}' exists`);
}

export const createEnt = operation({
	params: {
		...customer,
		ent_name: required(filled),
		member_count: defaulted(int(1), 1000),
		days: defaulted(int(1, TRIAL_DAYS), TRIAL_DAYS),
		space: defaulted(int(1, 51_200), 500),
		account: optional(filled),
	},
	extraPrefix: SETTING,
	handle: ({ world, client, raw, p }) => {
		// ambiguity J15: assumed that an out_id is given once.
		if (customersOf(world, client.clientId).some(({ contract }) => contract.outId === p.out_id))
			throw badParameter('out_id', 'belongs to another enterprise');
		if (p.account !== undefined) requireFreeAccount(world, p.account);
		const settings = new Map([...raw].filter(([name]) => name.startsWith(SETTING)));
		const contract: Contract = {
			outId: p.out_id,
			partnerClientId: client.clientId,
			createdMs: world.now(),
			trial: true,
			endDateline: Math.floor(world.now() / 1000) + p.days * DAY,
			spaceGb: p.space,
			account: p.account ?? '',
			settings,
			maxLinkFlow: -1,
		};
		const id = 5001 + world.enterprises.size;
		const { directory } = world.addEnterprise(
			new Enterprise({ id, name: p.ent_name, memberLimit: p.member_count, syncFeature: true, contract }),
		);
		if (p.account === undefined) return { id, end_dateline: contract.endDateline };
		const password = randomBytes(9).toString('base64url');
		directory.addMember({
			account: p.account,
			name: 'Administrator',
			email: p.account,
			password,
			origin: 'console',
			admin: 'super',
		});
		return { id, end_dateline: contract.endDateline, account: p.account, password };
	},
});

export const entInfo = operation({
	params: customer,
	handle: ({ world, client, p }) => customerEntry(world, customerOf(world, { client }, p.out_id)),
});

export const entList = operation({
	params: {
		begin_date: optional(date),
		end_date: optional(date),
		start: defaulted(int(0), 0),
		size: defaulted(int(1, 1000), 100),
		order: defaulted(word('asc', 'desc'), 'asc'),
	},
	handle: ({ world, client, p }) => {
		// doc: creation date, begin inclusive, end exclusive. ambiguity J04: ordered by creation, in `list` (assumed).
		const found = customersOf(world, client.clientId).filter(
			({ contract: { createdMs } }) => createdMs >= (p.begin_date ?? 0) && createdMs < (p.end_date ?? Infinity),
		);
		if (p.order === 'desc') found.reverse();
		return {
			list: found.slice(p.start, p.start + p.size).map((each) => ({
				...customerEntry(world, each),
				out_id: each.contract.outId,
				account: each.contract.account,
			})),
		};
	},
});

/** assumed: one authorization per partner and enterprise; later calls return it whatever their title. */
function authorizationFor(world: World, partnerId: string, enterprise: Enterprise, title: string): EnterpriseClient {
	const clientId = `${partnerId}-${enterprise.id}`;
	const there = world.clients.get(clientId);
	if (there?.kind === 'enterprise') return there;
	const made = enterpriseClient(clientId, randomBytes(16).toString('hex'), title, enterprise);
	world.clients.set(clientId, made);
	enterprise.note(logTypes.authorization, partnerId, `authorized ${title}`, world.now());
	return made;
}

export const getClientId = operation({
	params: { ...customer, title: required(filled) },
	handle: ({ world, client, p }) => {
		const made = authorizationFor(
			world,
			client.clientId,
			customerOf(world, { client }, p.out_id).enterprise,
			p.title,
		);
		return { client_id: made.clientId, client_secret: made.secret };
	},
});

/** ambiguity J14: assumed to live as long as other links. */
export const entSsoUrl = operation({
	params: customer,
	handle: ({ world, client, p }) => ({
		url: makeLink(world, `/console/${customerOf(world, { client }, p.out_id).enterprise.id}`, {}),
	}),
});

export const setEntSetting = operation({
	params: { ...customer, max_link_flow: required(int(-1)) },
	handle: ({ world, client, p }) => {
		const { enterprise, contract } = customerOf(world, { client }, p.out_id);
		// doc: no effect for trial enterprises, and still 200.
		if (contract.trial) return {};
		contract.maxLinkFlow = p.max_link_flow;
		enterprise.note(
			logTypes.settings,
			client.title,
			`limited link traffic to ${p.max_link_flow} bytes a day`,
			world.now(),
		);
		return {};
	},
});
