import type { Caller } from '../service/call';
import type { Operator } from '../upload/port';

/** One of the two folders of a mirror, and what opens its library. */
export interface MirrorSide {
	readonly caller: Caller;
	/** The library of a user token (mount_id); a library authorization is for one library anyway. */
	readonly mountId?: string;
	/** Full path of the folder; '' is the root of the library. */
	readonly folder: string;
	/** The member in whose name the service records the changes. */
	readonly operator?: Operator;
}
