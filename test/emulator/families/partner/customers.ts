import { randomBytes } from 'node:crypto';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import { defaulted, filled, int, type Kind, optional, required, word } from '../../http/parameters';
import { signedLink } from '../../links/fileLinks';
import {
	type Contract,
	Enterprise,
	enterpriseClient,
	type EnterpriseClient,
	logTypes,
} from '../../store/enterprise/enterprise';
import { seconds } from '../../time/clock';
import { librariesOf } from '../../world/participation';
import type { World } from '../../world/world';
import { limitedPage, pageOf } from '../lists';
import { partnerOperation } from '../operation';

/** doc: every operation but ent_list names the enterprise by its id in the partner's system. */
export const customerRef = { out_id: required(filled) };

/** An enterprise that a partner created, with its contract. */
export interface Customer {
	readonly enterprise: Enterprise;
	readonly contract: Contract;
}

function customersOf(world: World, partnerClientId: string): Customer[] {
	return [...world.enterprises.values()]
		.flatMap((enterprise) =>
			enterprise.contract?.partnerClientId === partnerClientId
				? [{ enterprise, contract: enterprise.contract }]
				: [],
		)
		.sort((a, b) => a.contract.createdMs - b.contract.createdMs || a.enterprise.id - b.enterprise.id);
}

/** The enterprise that a request names. fact, error codes: 40410. assumed: also for enterprises of other partners. */
export function customerOf(world: World, { clientId }: { readonly clientId: string }, outId: string): Customer {
	const found = customersOf(world, clientId).find(({ contract }) => contract.outId === outId);
	if (!found) throw new ServiceFailure(codes.enterpriseUnknown, `enterprise with out_id '${outId}' does not exist`);
	return found;
}

/** doc: GB in orders, bytes in answers. assumed (J10): of 1024 × 1024 × 1024 bytes. */
const GB = 1024 ** 3;

/** doc: enterprise, partner view. */
function customerEntry(world: World, { enterprise, contract }: Customer): Record<string, Json> {
	return {
		id: enterprise.id,
		name: enterprise.name,
		trial: contract.trial ? 1 : 0,
		end_dateline: contract.endDateline,
		member_limit: enterprise.memberLimit,
		member_count: enterprise.directory.members.size,
		space: contract.spaceGb * GB,
		size: librariesOf(world, enterprise.id).reduce((sum, library) => sum + library.size, 0),
	};
}

/** doc: YYYY-MM-DD, as milliseconds of its midnight. assumed: in UTC. */
export const date: Kind<number> = (raw, name) => {
	const ms = /^\d{4}-\d{2}-\d{2}$/.test(raw) ? Date.parse(`${raw}T00:00:00Z`) : NaN;
	if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== raw)
		throw badParameter(name, 'is not a date YYYY-MM-DD');
	return ms;
};

/** assumed: one authorization for each partner and enterprise; later calls return it whatever their title. */
function authorizationFor(world: World, partnerId: string, enterprise: Enterprise, title: string): EnterpriseClient {
	const clientId = `${partnerId}-${enterprise.id}`;
	const existing = world.clients.get(clientId);
	if (existing?.kind === 'enterprise') return existing;
	const created = enterpriseClient(clientId, randomBytes(16).toString('hex'), title, enterprise);
	world.clients.set(clientId, created);
	enterprise.note(logTypes.authorization, partnerId, `authorized ${title}`, world.now());
	return created;
}

export const getClientId = partnerOperation('/m-api/1/thirdparty/get_client_id', {
	params: { ...customerRef, title: required(filled) },
	handle: ({ world, client, p }) => {
		const { enterprise } = customerOf(world, client, p.out_id);
		const { clientId, secret } = authorizationFor(world, client.clientId, enterprise, p.title);
		return { client_id: clientId, client_secret: secret };
	},
});

/** assumed (J14): the link is valid as long as other links. */
export const entSsoUrl = partnerOperation('/m-api/1/thirdparty/ent_sso_url', {
	params: customerRef,
	handle: ({ world, client, p }) => ({
		url: signedLink(world, `/console/${customerOf(world, client, p.out_id).enterprise.id}`, {}),
	}),
});

export const setEntSetting = partnerOperation('/m-api/1/thirdparty/set_ent_setting', {
	params: { ...customerRef, max_link_flow: required(int(-1)) },
	handle: ({ world, client, p }) => {
		const { enterprise, contract } = customerOf(world, client, p.out_id);
		// doc (J08): no effect for trial enterprises, and still 200.
		if (contract.trial) return {};
		contract.maxLinkFlow = p.max_link_flow;
		const content = `limited link traffic to ${p.max_link_flow} bytes a day`;
		enterprise.note(logTypes.settings, client.title, content, world.now());
		return {};
	},
});

/** doc: "three months" by default, but at most 90 days. assumed (J01): 90 days by default. */
const TRIAL_DAYS = 90;
const DAY_SECONDS = 86_400;

/** doc: the account is globally unique. fact, error codes: 40093. */
function requireFreeAccount(world: World, account: string): void {
	const taken = [...world.enterprises.values()].some(({ directory }) => directory.findMember('account', account));
	if (taken) throw new ServiceFailure(codes.accountTaken, `account '${account}' exists`);
}

/** Creates the administrator of an enterprise; the password is only ever shown in this answer (doc, J05). */
function addAdministrator({ directory }: Enterprise, account: string): string {
	const password = randomBytes(9).toString('base64url');
	const administrator = { name: 'Administrator', origin: 'console', admin: 'super' } as const;
	directory.addMember({ account, email: account, password, ...administrator });
	return password;
}

export const createEnt = partnerOperation('/m-api/1/thirdparty/create_ent', {
	params: {
		...customerRef,
		ent_name: required(filled),
		member_count: defaulted(int(1), 1000),
		days: defaulted(int(1, TRIAL_DAYS), TRIAL_DAYS),
		space: defaulted(int(1, 51_200), 500),
		account: optional(filled),
	},
	extraPrefix: '__setting_', // assumed (J02): settings of any name are accepted, and change nothing here
	handle: ({ world, client, p }) => {
		// assumed (J15): an out_id is used once.
		if (customersOf(world, client.clientId).some(({ contract }) => contract.outId === p.out_id))
			throw badParameter('out_id', 'belongs to another enterprise');
		if (p.account !== undefined) requireFreeAccount(world, p.account);
		const contract: Contract = {
			outId: p.out_id,
			partnerClientId: client.clientId,
			createdMs: world.now(),
			trial: true,
			endDateline: seconds(world.now()) + p.days * DAY_SECONDS,
			spaceGb: p.space,
			account: p.account ?? '',
			maxLinkFlow: -1,
		};
		const id = 5001 + world.enterprises.size;
		const enterprise = world.addEnterprise(new Enterprise(id, p.ent_name, p.member_count, contract));
		const answer = { id, end_dateline: contract.endDateline };
		if (p.account === undefined) return answer;
		return { ...answer, account: p.account, password: addAdministrator(enterprise, p.account) };
	},
});

export const entInfo = partnerOperation('/m-api/1/thirdparty/ent_info', {
	params: customerRef,
	handle: ({ world, client, p }) => customerEntry(world, customerOf(world, client, p.out_id)),
});

/** doc: by creation date, begin inclusive, end exclusive. assumed (J04): ordered by creation, in `list`. */
export const entList = partnerOperation('/m-api/1/thirdparty/ent_list', {
	params: {
		begin_date: optional(date),
		end_date: optional(date),
		...limitedPage,
		order: defaulted(word('asc', 'desc'), 'asc'),
	},
	handle: ({ world, client, p }) => {
		const found = customersOf(world, client.clientId).filter(
			({ contract: { createdMs } }) => createdMs >= (p.begin_date ?? 0) && createdMs < (p.end_date ?? Infinity),
		);
		if (p.order === 'desc') found.reverse();
		return {
			list: pageOf(found, p).map((each) => ({
				...customerEntry(world, each),
				out_id: each.contract.outId,
				account: each.contract.account,
			})),
		};
	},
});
