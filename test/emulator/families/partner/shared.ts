import { badParameter, codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import type { Kind } from '../../http/parameters';
import { filled, required } from '../../http/parameters';
import type { Contract, Enterprise } from '../../store/enterprise/enterprise';
import { librariesOf } from '../../world/participation';
import type { World } from '../../world/world';
import type { PartnerCaller } from '../../auth/clientCaller';
import { operationFor } from '../operation';

/** Makes an operation of the partner family. */
export const operation = operationFor<PartnerCaller>();

/** doc: every operation but ent_list names the enterprise by its id in the partner's system. */
export const customer = { out_id: required(filled) };

/** An enterprise a partner has made, with its contract. */
export interface Customer {
	readonly enterprise: Enterprise;
	readonly contract: Contract;
}

/** The partner's enterprises in the order they were made. */
export function customersOf(world: World, partnerClientId: string): Customer[] {
	return [...world.enterprises.values()]
		.flatMap((enterprise) =>
			enterprise.contract?.partnerClientId === partnerClientId
				? [{ enterprise, contract: enterprise.contract }]
				: [],
		)
		.sort((a, b) => a.contract.createdMs - b.contract.createdMs || a.enterprise.id - b.enterprise.id);
}

/** The enterprise with this out_id. fact table: 40410 when there is none; another partner's counts as none (assumed). */
export function customerOf(world: World, { client }: PartnerCaller, outId: string): Customer {
	const found = customersOf(world, client.clientId).find(({ contract }) => contract.outId === outId);
	if (!found) throw new ServiceFailure(codes.enterpriseUnknown, `enterprise with out_id '${outId}' does not exist`);
	return found;
}

/** ambiguity J10: GB in orders, bytes in views; 1024 is assumed. */
export const GB = 1024 ** 3;

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

/** doc: YYYY-MM-DD; as milliseconds of midnight UTC (the zone is assumed). */
export const date: Kind<number> = (raw, name) => {
	const ms = /^\d{4}-\d{2}-\d{2}$/.test(raw) ? Date.parse(`${raw}T00:00:00Z`) : NaN;
	if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== raw)
		throw badParameter(name, 'is not a date YYYY-MM-DD');
	return ms;
};
