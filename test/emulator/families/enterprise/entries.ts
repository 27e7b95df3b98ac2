import type { Json } from '../../http/json';
import type { Member } from '../../store/enterprise/people';
import type { World } from '../../world/world';
import { stateOf } from '../memberState';

/* How members look in answers. */

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
