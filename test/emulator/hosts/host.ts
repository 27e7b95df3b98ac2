import type { Exchange } from '../http/exchange';
import type { World } from '../world/world';

/** Which listener serves a host when ports are separate. */
export type Role = 'service' | 'upload' | 'content';

/** A group of addresses that is not a family of signed operations. */
export interface Host {
	readonly role: Role;
	/** True when the host serves this path. */
	serves(path: string): boolean;
	handle(world: World, exchange: Exchange): Promise<void>;
}
