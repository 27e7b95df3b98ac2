import { badParameter, codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import { filled, required, type Kind } from '../../http/parameters';
import type { Contract, Enterprise } from '../../store/enterprise/enterprise';
import { librariesOf } from '../../world/participation';
import type { World } from '../../world/world';

/** doc: every operation but ent_list names the enterprise by its id in the partner's system. */
export const customerRef = { out_id: required(filled) };

/** An enterprise that a partner created, with its contract. */
export interface Customer {
	readonly enterprise: Enterprise;
	readonly contract: Contract;
}

/** The partner's enterprises in the order of their creation. */
export function customersOf(world: World, partnerClientId: string): Customer[] {
	return [...world.enterprises.values()]
		.flatMap((enterprise) =>
			enterprise.contract?.partnerClientId === partnerClientId
				? [{ enterprise, contract: enterprise.contract }]
				: [],
		)
		.sort((a, b) => a.contract.createdMs - b.contract.createdMs || a.enterprise.id - b.enterprise.id);
}

/** The part of a call that finds an enterprise. */
interface CustomerCall {
	readonly world: World;
	readonly client: { readonly clientId: string };
	readonly p: { readonly out_id: string };
}

/** The enterprise that a request names. fact, error codes: 40410. assumed: also for enterprises of other partners. */
export function referredCustomer({ world, client, p }: CustomerCall): Customer {
	const found = customersOf(world, client.clientId).find(({ contract }) => contract.outId === p.out_id);
	if (!found)
		throw new ServiceFailure(codes.enterpriseUnknown, `enterprise with out_id '${p.out_id}' does not exist`);
	return found;
}

/** doc: GB in orders, bytes in answers. assumed (J10): of 1024 × 1024 × 1024 bytes. */
const GB = 1024 ** 3;

/** doc: enterprise, partner view. */
export function customerEntry(world: World, { enterprise, contract }: Customer): Record<string, Json> {
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
