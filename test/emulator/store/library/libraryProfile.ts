/** Name, size and people of a library. */
export interface LibraryProfile {
	readonly orgId: number;
	readonly mountId: number;
	name: string;
	/** Bytes; -1 is no limit. */
	capacity: number;
	storagePoint: string;
	/** Role id by member id. */
	readonly members: Map<number, number>;
	/** Role id by department id. fact 6.4: with 0, members keep their own role. */
	readonly groups: Map<number, number>;
	/** The enterprise the library belongs to. */
	readonly entId: number;
	logoUrl: string;
	/** fact 6.9: the library's id in another system; '' for none. */
	readonly outId: string;
	/** Member id. doc: 0 is an unspecified owner. */
	ownerId: number;
	/** The member whose personal library this is; 0 for all others. */
	readonly personalOf: number;
}

/** What a new library needs; without the rest it has no owner and no logo and belongs to the demo enterprise. */
export type LibraryOrder = Omit<LibraryProfile, 'entId' | 'logoUrl' | 'outId' | 'ownerId' | 'personalOf'> &
	Partial<Pick<LibraryProfile, 'entId' | 'logoUrl' | 'outId' | 'ownerId' | 'personalOf'>>;
