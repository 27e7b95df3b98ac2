/* What the model of the service consists of. */

/** A member; '' as external ID is one made in the console. */
export interface ModelMember {
	readonly id: string;
	outId: string;
	name: string;
	account: string;
	email: string;
	phone: string;
	title: string;
	enabled: boolean;
	/** Unix seconds; 0 for no expiry. */
	expire: number;
	/** Id of the supervisor; '' for none. */
	leader: string;
	/** Ids of departments. */
	groups: Set<string>;
	/** Whether the member is at the top level. */
	top: boolean;
}
/** A department; `parent` is an id, '' at the top level. */
export interface ModelGroup {
	id: string;
	outId: string;
	name: string;
	parent: string;
	order: number;
}
/** Parameters of a request. */
export type Params = Readonly<Record<string, string>>;

/** A request that the service would refuse. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		message: string,
	) {
		super(message);
	}
}
