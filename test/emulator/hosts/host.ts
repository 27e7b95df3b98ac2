import type { Exchange } from '../http/exchange';
import type { World } from '../world/world';

/** Which port serves a host when ports are separate. */
export type Role = 'service' | 'upload' | 'content';

/** A group of addresses outside the signed operations. */
export interface Host {
	readonly role: Role;
	/** True when the host serves this path. */
	serves(path: string): boolean;
	/** Answers a request; throws ServiceFailure. */
	handle(world: World, exchange: Exchange): Promise<void>;
}
