import type { Json } from '../../http/json';
import { isEnabled, type Member } from '../../store/enterprise/people';
import type { World } from '../../world/world';

/* How members look in answers. */

/** doc: 1 enabled, 0 disabled. */
export function stateOf(world: World, member: Member): 0 | 1 {
	return isEnabled(member, world.now()) ? 1 : 0;
}

/** doc: enterprise member without groups and orgs. assumed: `expire` is only present when there is an expiry. */
export function memberEntry(world: World, member: Member): Record<string, Json> {
	return {
		member_id: member.id,
		out_id: member.outId,
		account: member.account,
		member_name: member.name,
		member_email: member.email,
		member_phone: member.phone,
		member_title: member.title,
		state: stateOf(world, member),
		...(member.expire === null ? {} : { expire: member.expire }),
	};
}
