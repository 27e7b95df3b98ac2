import { isEnabled, type Member } from '../store/enterprise/people';
import type { World } from '../world/world';

/** doc: 1 enabled, 0 disabled. */
export function stateOf(world: World, member: Member): 0 | 1 {
	return isEnabled(member, world.now()) ? 1 : 0;
}
